import { deliver, type Outcome } from '../../stand-in-kit/deliver.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { overlay } from '../json.ts';
import type { Service } from '../service.ts';
import type { Forging } from '../settings.ts';
import { mintToken } from '../tokens/token-factory.ts';

/** An honest token, or the wrong one that was requested. */
export const tokenFor = (service: Service, forgery: Forging['token'] = {}): string => {
  const { identity, keyRing, now, serviceUrl } = service;
  const { issuer, appId: audience } = identity;
  return mintToken(keyRing.current(), { issuer, audience, serviceUrl: serviceUrl(), now }, forgery);
};

const headersOf = (service: Service, { authorization, token }: Forging): Record<string, string> => ({
  'Content-Type': 'application/json; charset=utf-8',
  'User-Agent': 'Microsoft-SkypeBotApi (Microsoft-BotFramework/3.0)',
  ...(authorization === null ? {} : { Authorization: authorization ?? `Bearer ${tokenFor(service, token)}` }),
});

/** Sends one activity to the bot and waits as long as Teams would. */
export const sendActivity = async (
  service: Service,
  activity: Fields,
  forging?: Forging,
): Promise<Outcome> => {
  const { requestUrl: url, answerTimeoutMs: timeoutMs } = service.settings;
  if (url === undefined) return { kind: 'no-request-url' };
  const wrong = { ...service.settings.forging, ...forging };
  const headers = headersOf(service, wrong);
  const body = JSON.stringify(overlay(activity, wrong.activity ?? {}));
  return deliver(service, { kind: String(activity.type), url, headers, body, timeoutMs });
};
