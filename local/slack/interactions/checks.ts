import type { Outcome } from '../../stand-in-kit/deliver.ts';
import { isFields, parseJson } from '../../stand-in-kit/fields.ts';
import type { Service } from '../service.ts';
import { sendRequest } from './send-request.ts';

/** The question that Slack asks before it sends events; true if the app returned the challenge. */
export const verifyUrl = async (service: Service): Promise<boolean> => {
  const challenge = service.ids.secret(20);
  const outcome = await sendRequest(service, {
    kind: 'url_verification',
    url: service.settings.requestUrls.events,
    body: JSON.stringify({ token: service.identity.verificationToken, challenge, type: 'url_verification' }),
    contentType: 'application/json',
  });
  if (outcome.kind !== 'answered' || !outcome.ok) return false;
  if (outcome.body.trim() === challenge) return true;
  const answer = parseJson(outcome.body) ?? Object.fromEntries(new URLSearchParams(outcome.body));
  return isFields(answer) && answer.challenge === challenge;
};

/** Slack's occasional check of the certificate of a command's address. */
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
