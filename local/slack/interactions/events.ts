import { sleep } from '../../stand-in-kit/answer-call.ts';
import type { Outcome } from '../../stand-in-kit/deliver.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { isFields } from '../../stand-in-kit/fields.ts';
import type { Service } from '../service.ts';
import { sendRequest } from './send-request.ts';

const JSON_TYPE = 'application/json';

const reasonOf = (outcome: Outcome): string => {
  if (outcome.kind === 'timeout') return 'http_timeout';
  return outcome.kind === 'answered' ? 'http_error' : 'connection_failed';
};

/** Sends an event, and again up to three times when the app does not take it. */
export const sendEvent = async (
  service: Service,
  event: Fields,
): Promise<{ outcomes: Outcome[]; payload: Fields }> => {
  const { identity } = service;
  const payload = {
    token: identity.verificationToken,
    team_id: identity.teamId,
    api_app_id: identity.appId,
    event: { event_ts: service.timestamps.next(), ...event },
    type: 'event_callback',
    event_id: service.ids.next('Ev'),
    event_time: Math.floor(service.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: identity.teamId,
        user_id: identity.botUserId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
  };
  const { events: url } = service.settings.requestUrls;
  const body = JSON.stringify(payload);
  const request = { kind: 'event', url, body, contentType: JSON_TYPE };
  const outcomes = [await sendRequest(service, request)];
  for (const [index, delayMs] of service.eventRetryDelaysMs.entries()) {
    const last = outcomes.at(-1);
    if (last === undefined || last.kind === 'no-request-url') break;
    if (last.kind === 'answered' && (last.ok || last.headers.get('X-Slack-No-Retry') === '1')) break;
    if (delayMs > 0) await sleep(delayMs);
    const headers = { 'X-Slack-Retry-Num': String(index + 1), 'X-Slack-Retry-Reason': reasonOf(last) };
    outcomes.push(await sendRequest(service, { ...request, headers }));
  }
  return { outcomes, payload };
};

/** The question Slack asks before it sends events; true when the app gave the challenge back. */
export const verifyUrl = async (service: Service): Promise<boolean> => {
  const challenge = service.ids.secret(20);
  const outcome = await sendRequest(service, {
    kind: 'url_verification',
    url: service.settings.requestUrls.events,
    body: JSON.stringify({ token: service.identity.verificationToken, challenge, type: 'url_verification' }),
    contentType: JSON_TYPE,
  });
  if (outcome.kind !== 'answered' || !outcome.ok) return false;
  if (outcome.body.trim() === challenge) return true;
  try {
    const answer: unknown = JSON.parse(outcome.body);
    return isFields(answer) && answer.challenge === challenge;
  } catch {
    return new URLSearchParams(outcome.body).get('challenge') === challenge;
  }
};

/** Slack's occasional look at the certificate of a command's address. */
export const checkSsl = (
  service: Service,
  { signed = true }: { signed?: boolean | undefined } = {},
): Promise<Outcome> =>
  sendRequest(service, {
    kind: 'ssl_check',
    url: service.settings.requestUrls.commands,
    body: new URLSearchParams({ ssl_check: '1', token: service.identity.verificationToken }).toString(),
    signed,
  });
