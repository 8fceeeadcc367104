import { type Fields, overlay } from '../fields.ts';
import type { Delivery, Service } from '../service.ts';
import type { Forging } from '../settings.ts';
import { mintToken } from '../tokens/token-factory.ts';

export type Outcome =
  | {
      readonly kind: 'answered';
      readonly ok: boolean;
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'no-request-url' };

/** An honest token, or the wrong one that was asked for. */
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
export const deliver = async (service: Service, activity: Fields, forging?: Forging): Promise<Outcome> => {
  const { settings } = service;
  const { requestUrl: url } = settings;
  if (url === undefined) return { kind: 'no-request-url' };
  const wrong = { ...settings.forging, ...forging };
  const headers = headersOf(service, wrong);
  const body = JSON.stringify(overlay(activity, wrong.activity ?? {}));
  const kind = String(activity.type);
  const delivery: Delivery = { kind, at: service.now(), url, headers, body, outcome: 'underway' };
  service.deliveries.push(delivery);

  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), settings.answerTimeoutMs);
  });
  const sent = (async (): Promise<Outcome> => {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: end.signal } as const;
    const answer = await service.deliver(url, init);
    const { ok, status } = answer;
    return { kind: 'answered', ok, status, body: await answer.text(), headers: answer.headers };
  })().catch((): Outcome => ({ kind: 'unreachable' }));
  const first = await Promise.race([sent, late]);
  clearTimeout(timer);
  if (first === 'timeout') end.abort();
  const outcome: Outcome = first === 'timeout' ? { kind: 'timeout' } : first;
  if (outcome.kind === 'answered') delivery.outcome = outcome.status;
  else if (outcome.kind !== 'no-request-url') delivery.outcome = outcome.kind;
  service.print(`teams -> bot ${kind}: ${delivery.outcome}`);
  service.changes.tell('delivery', { kind, outcome: delivery.outcome });
  return outcome;
};

/** Undefined when the bot answered 2xx in time, else why that did not work. */
export const whyNotTaken = (outcome: Outcome): string | undefined => {
  if (outcome.kind === 'timeout') return 'the bot did not answer in time';
  if (outcome.kind !== 'answered') return 'the bot could not be reached';
  return outcome.ok ? undefined : `the bot answered ${outcome.status}`;
};
