import type { Changes } from './changes.ts';
import type { Fields } from './fields.ts';
import type { Sighting } from './sightings.ts';

/** One complete request that a chat sent, so that a test can send it again. */
export type Delivery = {
  readonly kind: string;
  readonly at: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The status of the answer, or what went wrong. */
  outcome: number | 'timeout' | 'unreachable' | 'underway';
};

export type Outcome =
  | {
      readonly kind: 'answered';
      readonly ok: boolean;
      readonly status: number;
      readonly body: string;
      readonly headers: Headers;
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'no-request-url' };

type Sender = {
  readonly chat: string;
  readonly opposite: string;
  readonly now: () => number;
  readonly changes: Changes;
  readonly deliveries: Delivery[];
  readonly deliver: (url: string, init: RequestInit) => Promise<Response>;
  readonly print: (line: string) => void;
};

/** Sends one request to the connected program and waits as long as the chat would. */
export const deliver = async (
  sender: Sender,
  { timeoutMs, ...request }: Omit<Delivery, 'at' | 'outcome'> & { readonly timeoutMs: number },
): Promise<Outcome> => {
  const { kind, url, headers, body } = request;
  const delivery: Delivery = { ...request, at: sender.now(), outcome: 'underway' };
  sender.deliveries.push(delivery);

  const end = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timeout' }), timeoutMs);
  });
  const sent = (async (): Promise<Outcome> => {
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: end.signal } as const;
    const answer = await sender.deliver(url, init);
    const { ok, status } = answer;
    return { kind: 'answered', ok, status, body: await answer.text(), headers: answer.headers };
  })().catch((): Outcome => ({ kind: 'unreachable' }));
  const outcome = await Promise.race([sent, late]);
  clearTimeout(timer);
  if (outcome.kind === 'timeout') end.abort();
  if (outcome.kind === 'answered') delivery.outcome = outcome.status;
  else if (outcome.kind !== 'no-request-url') delivery.outcome = outcome.kind;
  sender.print(`${sender.chat} -> ${sender.opposite} ${kind}: ${delivery.outcome}`);
  sender.changes.tell('delivery', { kind, outcome: delivery.outcome });
  return outcome;
};

/** Undefined if the connected program answered 2xx in time, otherwise what the person is told. */
export const whyNotTaken = ({ opposite }: Sender, outcome: Outcome): string | undefined => {
  if (outcome.kind === 'timeout') return `the ${opposite} did not answer in time`;
  if (outcome.kind !== 'answered') return `the ${opposite} could not be reached`;
  return outcome.ok ? undefined : `the ${opposite} answered ${outcome.status}`;
};

/** The outcome of something that a person did. */
export type Result<What extends string = string> = {
  readonly outcome: Outcome | { readonly kind: 'not-sent' };
  /** What appeared on the person's screen because of it. */
  readonly seen: readonly Sighting<What>[];
  /** What was sent to the connected program. */
  readonly payload?: Fields;
};

/** Runs a person's action and collects what they saw of it. */
export const watch = async <What extends string>(
  { sightings }: { sightings: { count(): number; of(userId: string, since: number): Sighting<What>[] } },
  userId: string,
  act: () => Promise<Omit<Result, 'seen'>>,
): Promise<Result<What>> => {
  const since = sightings.count();
  const done = await act();
  return { ...done, seen: sightings.of(userId, since) };
};
