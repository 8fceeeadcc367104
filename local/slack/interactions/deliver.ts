import type { Delivery, Service } from '../service.ts';
import { signRequest } from '../signature.ts';

export type Outcome =
  | {
      readonly kind: 'answered';
      readonly ok: boolean;
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'no-request-url' };

export const FORM = 'application/x-www-form-urlencoded';

type Parcel = {
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
export const deliver = async (service: Service, parcel: Parcel): Promise<Outcome> => {
  const { kind, url, body } = parcel;
  if (url === undefined) return { kind: 'no-request-url' };
  const headers = {
    'Content-Type': parcel.contentType ?? FORM,
    'User-Agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    ...(parcel.signed === false ? {} : signatureHeaders(service, body)),
    ...parcel.headers,
  };
  const delivery: Delivery = { kind, at: service.now(), url, headers, body, outcome: 'underway' };
  service.deliveries.push(delivery);

  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), service.answerTimeoutMs);
  });
  const sent = (async (): Promise<Outcome> => {
    const answer = await service.deliver(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: end.signal,
    });
    const { ok, status } = answer;
    return { kind: 'answered', ok, status, body: await answer.text(), headers: answer.headers };
  })().catch((): Outcome => ({ kind: 'unreachable' }));
  const first = await Promise.race([sent, late]);
  clearTimeout(timer);
  if (first === 'timeout') end.abort();
  const outcome: Outcome = first === 'timeout' ? { kind: 'timeout' } : first;
  if (outcome.kind === 'answered') delivery.outcome = outcome.status;
  else if (outcome.kind !== 'no-request-url') delivery.outcome = outcome.kind;
  service.print(`slack -> app ${kind}: ${delivery.outcome}`);
  service.changes.tell('delivery', { kind, outcome: delivery.outcome });
  return outcome;
};

/** True when the app answered 2xx in time; if not, the person is told. */
export const wasTaken = (
  service: Service,
  userId: string,
  outcome: Outcome,
  what: string,
): outcome is Extract<Outcome, { kind: 'answered' }> => {
  if (outcome.kind === 'answered' && outcome.ok) return true;
  const why =
    outcome.kind === 'answered'
      ? `the app answered ${outcome.status}`
      : outcome.kind === 'timeout'
        ? 'the app did not answer in time'
        : 'the app could not be reached';
  service.sightings.add(userId, 'error', `${what}: ${why}`);
  return false;
};

export const formOf = (payload: unknown): string =>
  new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
