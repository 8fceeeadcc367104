import { deliver, type Outcome, whyNotTaken } from '../../stand-in-kit/deliver.ts';
import type { Service } from '../service.ts';
import { signRequest } from '../signature.ts';

type SlackRequest = {
  readonly kind: string;
  readonly url: string | undefined;
  readonly body: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signed?: boolean;
};

const signatureHeaders = (
  { identity, settings, now, ids }: Service,
  body: string,
): Record<string, string> => {
  const { wrongSecret, skewSeconds } = settings.signing;
  const timestamp = Math.floor(now() / 1000) + skewSeconds;
  const secret = wrongSecret ? ids.secret(16) : identity.signingSecret;
  return {
    'X-Slack-Request-Timestamp': String(timestamp),
    'X-Slack-Signature': signRequest(secret, timestamp, body),
  };
};

/** Sends one request to the app and waits as long as Slack would. */
export const sendRequest = async (service: Service, request: SlackRequest): Promise<Outcome> => {
  const { kind, url, body, contentType = 'application/x-www-form-urlencoded' } = request;
  if (url === undefined) return { kind: 'no-request-url' };
  const headers = {
    'Content-Type': contentType,
    'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    ...(request.signed === false ? {} : signatureHeaders(service, body)),
    ...request.headers,
  };
  return deliver(service, { kind, url, headers, body, timeoutMs: service.answerTimeoutMs });
};

/** Sends what a person did to the address for interactions. */
export const sendInteraction = (service: Service, payload: { readonly type: string }): Promise<Outcome> =>
  sendRequest(service, {
    kind: payload.type,
    url: service.settings.requestUrls.interactivity,
    body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  });

/** True if the app answered 2xx in time; otherwise the person is told. */
export const wasTaken = (
  service: Service,
  userId: string,
  outcome: Outcome,
  what: string,
): outcome is Extract<Outcome, { kind: 'answered' }> => {
  const why = whyNotTaken(service, outcome);
  if (why !== undefined) service.sightings.add(userId, 'error', `${what}: ${why}`);
  return why === undefined;
};
