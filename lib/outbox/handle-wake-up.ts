import type { Log } from '../base/log.ts';
import type { Handled, MessageMeta } from '../base/queues/sqs-batch.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { DeliveryKey } from './delivery.ts';
import type { Trouble } from './outage.ts';
import type { HandleWakeUp, WakeUp } from './wake-up.ts';

/** How one round of work for a destination ended. */
export type Round =
  /** Something was done, and there may be more. */
  | 'more'
  | 'nothing left'
  /** Nothing can be done for so long; `lookAfterMs`: something else may come before. */
  | { readonly restMs: number; readonly lookAfterMs?: number }
  /** The destination takes nothing. `leastMs`: it is not to be tried again before. */
  | { readonly trouble: Trouble; readonly leastMs: number };

/** A destination that a function has begun to work for. */
export interface Run<Target> {
  readonly destination: string;
  readonly target: Target;
  /** What the wake-ups named. */
  readonly named: readonly DeliveryKey[];
  readonly breaker: CircuitBreaker;
  readonly meta: MessageMeta;
}

export interface HandleWakeUpParts<Target> {
  /** Where a destination is; null when this version of the configuration does not have it. */
  readonly targetOf: (destination: string) => Target | null;
  readonly breakerOf: (destination: string) => Promise<CircuitBreaker>;
  /** What was given up may get another chance. `isFirst`: the message comes for the first time. */
  readonly prepare: (
    named: readonly DeliveryKey[],
    how: Pick<WakeUp, 'again'> & { isFirst: boolean },
  ) => Promise<void>;
  /** Begins to work; each call of what it returns is one round. */
  readonly begin: (run: Run<Target>) => Promise<() => Promise<Round>>;
  /** What one round may take: a call with its timeout, and the writes around it. */
  readonly roundMs: number;
  readonly log: Log;
}

/** How many items wake-ups may name. A destination that gets thousands at once is worked off by its list. */
const MOST_NAMED = 1_000;
/** A wake-up that would be held back for longer than this leaves its queue: the reconciler sends another. */
const LONGEST_REST_MS = 65_000;
/** A wake-up that was received more often leaves its queue, too. */
const MOST_RECEIVES = 50;

/**
 * Works for a destination, one round after the other, while it takes something and there is time. The wake-up is only a
 * reason to look. The work comes from the ledger, so a repeated wake-up finds nothing, and a late one does nothing twice.
 */
export function createHandleWakeUp<Target>(parts: HandleWakeUpParts<Target>): HandleWakeUp {
  const { targetOf, breakerOf, prepare, begin, roundMs, log } = parts;
  /** What the messages of a batch named, by destination. */
  const inBatch = new Map<string, DeliveryKey[]>();

  return async function take({ domain, destination, items, again }, meta) {
    const named = items.map(({ feed, id }): DeliveryKey => ({ domain, destination, feed, id }));
    await prepare(named, { again, isFirst: meta.receiveCount === 1 });
    const target = targetOf(destination);
    if (target === null) {
      log('waits until the configuration has its destination', { destination });
      return 'done';
    }
    const all = [...(inBatch.get(destination) ?? []), ...named].slice(-MOST_NAMED);
    inBatch.set(destination, all);
    if (!meta.isLast) return 'done';
    inBatch.delete(destination);
    return drain({ destination, target, named: all, breaker: await breakerOf(destination), meta });
  };

  async function drain(run: Run<Target>): Promise<Handled> {
    const { breaker, meta } = run;
    const restMs = breaker.restMs(meta.receiveCount === 1);
    if (restMs > 0) return restFor(restMs, meta);
    const round = await begin(run);
    while (meta.remainingMs() >= roundMs) {
      const became = await round();
      if (became === 'more') continue;
      if (became === 'nothing left') return 'done';
      if ('restMs' in became) return restFor(became.restMs, meta, became.lookAfterMs);
      return restFor(await breaker.trip(became.trouble, became.leastMs), meta);
    }
    return meta.receiveCount < MOST_RECEIVES ? 'go on' : 'done';
  }
}

/** The work is in the ledger, so a wake-up that would have to wait for long is dropped. */
const restFor = (ms: number, { receiveCount }: MessageMeta, lookAfterMs = ms): Handled =>
  ms <= LONGEST_REST_MS && receiveCount < MOST_RECEIVES
    ? { retryAfterMs: Math.min(ms, lookAfterMs), exactly: true }
    : 'done';
