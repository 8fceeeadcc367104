import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../console/client/health/health-plots.tsx';
import { createHealthSamples } from '../../../console/health/health-samples.ts';
import type { Flow } from '../../../console/wire.ts';
import { configOf, NOW } from './harness.ts';

const queue = (id: string, more: object = {}) => ({
  ...{ id, consumer: id, waiting: 0, inFlight: 0, delayed: 0, dead: 0 },
  ...more,
});
const flowOf = (more: Partial<Flow> = {}): Flow => ({
  ...{ functions: [], queues: [], feeds: [], budgets: [], closed: [], endpoints: [] },
  withheld: { muted: 0, deduped: 0, more: false },
  ...more,
});
const feed = (lagMs: number | null) =>
  ({ domain: 'acme', feed: 'cases', lagMs, lastPollMs: NOW, lastOutcome: null }) as Flow['feeds'][number];
const runs = (errors: number) => [{ id: 'poll', counts: { invocations: 9, errors, busy: 0 } }];

function setUp(waitingAtSoc = 0) {
  let nowMs = NOW;
  const todo = async () => Array.from({ length: waitingAtSoc }, () => ({}));
  const ledger = { deliveries: { todo }, events: { todo } } as never;
  const samples = createHealthSamples({ config: configOf(), ledger, now: () => nowMs });
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { samples, advance };
}

describe('what a console saw over time', () => {
  it('is noted every 15 seconds: the longest lag, all that waits, and runs that failed since', async () => {
    const { samples, advance } = setUp(3);
    const verdicts = [queue('verdict', { waiting: 2 }), queue('slack', { waiting: 50 })];
    await samples.take(flowOf({ feeds: [feed(4_000), feed(null), feed(9_000)], functions: runs(5) }));
    advance(14_000);
    await samples.take(flowOf({ functions: runs(6) }));
    advance(1_000);
    await samples.take(flowOf({ queues: verdicts, functions: runs(7) }));
    expect(samples.all()).toEqual([
      { atMs: NOW, lagMs: 9_000, waiting: 3, errors: 0 },
      { atMs: NOW + 15_000, lagMs: 0, waiting: 5, errors: 2 },
    ]);
  });

  it('has dead letters for errors where nobody counts runs, and keeps an hour', async () => {
    const { samples, advance } = setUp();
    for (let n = 0; n < 300; n++) {
      await samples.take(
        flowOf({ functions: [{ id: 'poll', counts: null }], queues: [queue('slack', { dead: 4 })] }),
      );
      advance(15_000);
    }
    expect(samples.all()).toHaveLength(240);
    expect(samples.all().at(-1)?.errors).toBe(4);
  });

  it('is a line from the left to the right, whose highest value touches the top', () => {
    const at = (atMs: number, waiting: number) => ({ atMs, waiting, lagMs: 0, errors: 0 });
    expect(lineOf([at(0, 0), at(10, 5), at(40, 10)], 'waiting')).toEqual([
      [0, 84],
      [90, 49],
      [360, 14],
    ]);
    expect(lineOf([at(7, 0)], 'waiting')).toEqual([[360, 84]]);
  });
});
