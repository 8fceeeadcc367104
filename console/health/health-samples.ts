import { inParallel } from '../../lib/base/in-parallel.ts';
import { isChat } from '../../lib/config/chats.ts';
import type { Source } from '../source.ts';
import type { Flow, HealthSample } from '../wire.ts';

/** An hour of them. */
const EVERY_MS = 15_000;
const MOST = 240;
/** The most that is counted at one destination. */
const COUNTED = 100;
const AT_ONCE = 8;

/** How much waited, how late feeds were and what failed, noted now and then while a page of the console is open. */
export function createHealthSamples({ config, ledger, now }: Pick<Source, 'config' | 'ledger' | 'now'>) {
  const kept: HealthSample[] = [];
  let failedBefore: number | null = null;

  async function countWaiting({ queues }: Flow): Promise<number> {
    const destinations = await inParallel(
      Object.entries(config.destinations),
      AT_ONCE,
      async ([name, { type }]) => {
        const from = isChat(type) ? ledger.deliveries : ledger.events;
        return (await from.todo(name, { limit: COUNTED })).length;
      },
    );
    // Queues only wake functions up: what they wake them for is counted at the destinations. A click is only in its queue.
    const clicks = queues
      .filter(({ id }) => id === 'verdict')
      .map(({ waiting, inFlight }) => waiting + inFlight);
    return sum([...destinations, ...clicks]);
  }

  /** Runs that failed since the last look; where nobody counts runs, how many dead letters there are. */
  function countErrors({ functions, queues }: Flow): number {
    const counts = functions.flatMap((one) => (one.counts ? [one.counts.errors] : []));
    if (counts.length === 0) return sum(queues.map(({ dead }) => dead));
    const failed = sum(counts);
    const before = failedBefore ?? failed;
    failedBefore = failed;
    return Math.max(0, failed - before);
  }

  return {
    all: (): readonly HealthSample[] => kept,
    /** After a look at the bridge. */
    async take(flow: Flow): Promise<void> {
      const atMs = now();
      if (atMs - (kept.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
      const waiting = await countWaiting(flow);
      const lags = flow.feeds.flatMap(({ lagMs }) => (lagMs === null ? [] : [lagMs]));
      kept.push({ atMs, waiting, lagMs: Math.max(0, ...lags), errors: countErrors(flow) });
      if (kept.length > MOST) kept.shift();
    },
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0);

export type HealthSamples = ReturnType<typeof createHealthSamples>;
