import { describe, expect, it } from 'vitest';
import { createLog } from '../../../lib/base/log.ts';
import { createMetrics } from '../../../lib/config/metrics.ts';
import { createTellPoll } from '../../../lib/feed/log-poll.ts';
import { pollDomain } from '../../../lib/feed/poll-domain.ts';
import type { PollReport } from '../../../lib/feed/poll-report.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const report: PollReport = {
  outcome: 'polled',
  order: 'newest-first',
  announced: 2,
  quiet: 0,
  covered: 0,
  messages: 4,
  unreadable: 0,
  unsent: [],
  requests: 1,
  behind: false,
  clockAheadMs: 0,
  lagMs: 90_000,
};

function setUp({ tookMs = 100, quietMs = 0, next = (): Partial<PollReport> => ({}) } = {}) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const polls: number[] = [];
  const lines: string[] = [];
  const poller = {
    poll: async (untilMs: number) => {
      polls.push(clock.now() - startedAt);
      // As a poll does: it begins nothing with less than its reserve left.
      clock.advance(Math.max(0, Math.min(tookMs, untilMs - 2_000 - clock.now())));
      return { ...report, ...next() };
    },
  };
  const log = createLog((line) => lines.push(line));
  const metrics = createMetrics({
    bridge: 'posture-bridge',
    monitoring: 'full',
    clock,
    write: (line) => lines.push(line),
  });
  const parts = {
    pollers: [{ feed: { domain: 'acme', feed: 'cases' as const }, poller }],
    clock,
    tell: createTellPoll({ quietMs, clock, log, metrics }),
  };
  const said = () => lines.splice(0).map((line) => JSON.parse(line));
  return { clock, parts, polls, said, look: { deadlineMs: startedAt + 58_000 } };
}

it('polls each feed once', async () => {
  const { parts, polls, look } = setUp();
  await pollDomain(parts, look);
  expect(polls).toEqual([0]);
});

describe('threats and the cases of the same look', () => {
  type Sleep = (ms: number) => Promise<void>;
  /** Cases take so long, and what the threats have found is handed over when it is their turn. */
  async function handedOverAfter(
    cases: (sleep: Sleep, turn?: () => Promise<void>) => Promise<PollReport>,
    forMs = 58_000,
  ) {
    const time = createWaitingClock();
    const { parts } = setUp();
    const threats = {
      feed: { domain: 'acme', feed: 'threats' as const },
      poller: {
        async poll(_untilMs: number, turn?: () => Promise<void>) {
          await turn?.();
          await turn?.();
          handedOverMs = time.clock.now();
          return report;
        },
      },
    };
    let handedOverMs = Number.NaN;
    const pollers = [
      threats,
      {
        feed: { domain: 'acme', feed: 'cases' as const },
        poller: { poll: (_: number, turn?: () => Promise<void>) => cases(time.clock.sleep, turn) },
      },
    ];
    const polled = pollDomain({ ...parts, pollers, clock: time.clock }, { deadlineMs: forMs }).catch(
      () => undefined,
    );
    await time.run();
    await polled;
    return handedOverMs;
  }

  it('are handed over after them', async () => {
    expect(await handedOverAfter((sleep) => sleep(400).then(() => report))).toBe(400);
  });

  it('are not kept waiting by cases that fail, pause or belong to another poller', async () => {
    expect(await handedOverAfter(() => Promise.reject(new Error('broken')))).toBe(0);
    expect(await handedOverAfter(async () => ({ ...report, outcome: 'paused' }))).toBe(0);
    expect(await handedOverAfter(async () => ({ ...report, outcome: 'busy-elsewhere' }))).toBe(0);
  });

  it('wait three seconds at the most, once, and never into the reserve before the deadline', async () => {
    const slow = (sleep: Sleep) => sleep(30_000).then(() => report);
    expect(await handedOverAfter(slow)).toBe(3_000);
    expect(await handedOverAfter(slow, 3_500)).toBe(1_500);
    expect(await handedOverAfter(slow, 1_500)).toBe(0);
  });

  it('wait twenty seconds at the most while cases are handed over', async () => {
    const found = (tookMs: number) => async (sleep: Sleep, turn?: () => Promise<void>) => {
      await sleep(1_000);
      await turn?.();
      await sleep(tookMs);
      await turn?.();
      return report;
    };
    expect(await handedOverAfter(found(9_000))).toBe(10_000);
    expect(await handedOverAfter(found(30_000))).toBe(20_000);
    expect(await handedOverAfter(found(30_000), 10_000)).toBe(8_000);
  });
});

/** Time that moves on when all wait. */
function createWaitingClock() {
  let nowMs = 0;
  const waiting: { atMs: number; wake: () => void }[] = [];
  const sleep = (ms: number) => new Promise<void>((wake) => void waiting.push({ atMs: nowMs + ms, wake }));
  return {
    clock: { now: () => nowMs, sleep },
    async run() {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = waiting.sort((a, b) => a.atMs - b.atMs).shift();
        if (!next) return;
        nowMs = next.atMs;
        next.wake();
      }
    },
  };
}

describe('in rounds', () => {
  const roundMs = 7_000;

  it('goes on with a backlog, and looks at what is new in between, until its deadline', async () => {
    const { parts, polls, look } = setUp({ tookMs: 60_000, next: () => ({ behind: true }) });
    await pollDomain(parts, { ...look, roundMs });
    expect(polls).toEqual(Array.from({ length: 12 }, (_, round) => round * 5_000));
  });

  it.each([
    ['what was left is done', { behind: false }],
    ['it fails', { behind: true, outcome: 'failed' as const }],
    ['another is at the feed', { behind: true, outcome: 'busy-elsewhere' as const }],
  ])('ends when %s', async (_, last) => {
    let rounds = 0;
    const next = () => (++rounds < 3 ? { behind: true } : last);
    const { parts, polls, look } = setUp({ tookMs: 60_000, next });
    await pollDomain(parts, { ...look, roundMs });
    expect(polls).toEqual([0, 5_000, 10_000]);
  });

  it('does not ask again and again when a poll has left something for later by itself', async () => {
    const { parts, polls, look } = setUp({ next: () => ({ behind: true }) });
    await pollDomain(parts, { ...look, roundMs });
    expect(polls).toEqual([0]);
  });
});

it('logs and measures each poll, the lag in seconds', async () => {
  const { parts, said, look } = setUp();
  await pollDomain(parts, look);
  const [log, metric] = said();
  expect(log).toMatchObject({
    event: 'polled',
    domain: 'acme',
    feed: 'cases',
    announced: 2,
    outcome: 'polled',
  });
  expect(metric).toMatchObject({
    Domain: 'acme',
    Feed: 'cases',
    FeedLag: 90,
    PollSucceeded: 1,
    ItemsAnnounced: 2,
  });
  expect(metric._aws.CloudWatchMetrics[0]).toMatchObject({
    Namespace: 'PostureBridge',
    Dimensions: [['Bridge', 'Domain', 'Feed']],
    Metrics: expect.arrayContaining([
      { Name: 'FeedLag', Unit: 'Seconds' },
      { Name: 'PollSucceeded', Unit: 'Count' },
    ]),
  });
});

it("lets the other feed have its turn before one feed's failure ends the run", async () => {
  const { parts, polls, look } = setUp();
  const broken = {
    feed: { domain: 'acme', feed: 'threats' as const },
    poller: { poll: () => Promise.reject(new Error('no table')) },
  };
  await expect(pollDomain({ ...parts, pollers: [broken, ...parts.pollers] }, look)).rejects.toThrow(
    'no table',
  );
  expect(polls).toHaveLength(1);
});

describe('polls seconds apart', () => {
  const IDLE = { announced: 0, messages: 0 };
  const quietMs = 55_000;

  it('are told once a minute while nothing happens, with the requests of all of them', async () => {
    const { parts, clock, said } = setUp({ quietMs, next: () => IDLE });
    for (let second = 0; second < 120; second += 5) {
      await pollDomain(parts, { deadlineMs: clock.now() + 58_000 });
      clock.advance(4_900);
    }
    const lines = said().filter(({ event }) => event === 'polled');
    expect(lines.map(({ requests }) => requests)).toEqual([1, 11, 11]);
  });

  it.each([
    ['something is new', { announced: 1 }],
    ['something cannot be read', { unreadable: 1 }],
    ['a poll fails', { outcome: 'failed' as const }],
    ['the feed pauses', { outcome: 'paused' as const, paused: 'unauthorized' as const }],
    ['there is a backlog', { behind: true }],
  ])('are told at once when %s', async (_, changed) => {
    const reports = [IDLE, IDLE, { ...IDLE, ...changed }];
    const { parts, said, look } = setUp({ quietMs, next: () => reports.shift() ?? {} });
    await pollDomain(parts, look);
    expect(said()).toHaveLength(2);
    await pollDomain(parts, look);
    expect(said()).toHaveLength(0);
    await pollDomain(parts, look);
    expect(said()[0]).toMatchObject({ event: 'polled', requests: 2 });
  });

  it('are told although the clock was put back', async () => {
    const { parts, clock, said, look } = setUp({ quietMs, next: () => IDLE });
    await pollDomain(parts, look);
    clock.advance(-3_600_000);
    await pollDomain(parts, look);
    expect(said()).toHaveLength(4);
  });
});
