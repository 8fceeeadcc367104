import { expect, it } from 'vitest';
import { createMetrics } from '../../../lib/config/metrics.ts';
import { pollDomain } from '../../../lib/feed/poll-domain.ts';
import type { PollReport } from '../../../lib/feed/poll-report.ts';
import { createLog } from '../../../lib/platform/log.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const report: PollReport = {
  outcome: 'polled',
  order: 'newest-first',
  announced: 2,
  quiet: 0,
  messages: 4,
  unreadable: 0,
  unsent: [],
  requests: 1,
  behind: false,
  clockAheadMs: 0,
  lagMs: 90_000,
};

function setUp(everyMs: number, tookMs = 100) {
  const clock = createManualClock();
  const startedAt = clock.now();
  const polls: number[] = [];
  const lines: string[] = [];
  const poller = {
    poll: async () => {
      polls.push(clock.now() - startedAt);
      clock.advance(tookMs);
      return report;
    },
  };
  const parts = {
    pollers: [{ feed: { domain: 'acme', feed: 'cases' as const }, poller }],
    everyMs,
    clock,
    log: createLog((line) => lines.push(line)),
    metrics: createMetrics({
      bridge: 'posture-bridge',
      monitoring: 'full',
      clock,
      write: (line) => lines.push(line),
    }),
  };
  return { clock, parts, polls, lines, deadline: startedAt + 58_000 };
}

it.each([
  [60_000, [0]],
  [300_000, [0]],
  [20_000, [0, 20_000, 40_000]],
  [15_000, [0, 15_000, 30_000, 45_000]],
])('with poll.every %d, one firing of the schedule polls at %j', async (everyMs, expected) => {
  const { parts, polls, deadline } = setUp(everyMs);
  await pollDomain(parts, deadline);
  expect(polls).toEqual(expected);
});

it('polls every five seconds, and begins no round behind its deadline', async () => {
  const { parts, polls, deadline } = setUp(5_000);
  await pollDomain(parts, deadline);
  expect(polls).toEqual(Array.from({ length: 12 }, (_, round) => round * 5_000));
});

it('does not try to catch up when a round took longer than the interval', async () => {
  const { parts, polls, deadline } = setUp(5_000, 12_000);
  await pollDomain(parts, deadline);
  expect(polls).toEqual([0, 12_000, 24_000, 36_000, 48_000]);
});

it('logs and measures each poll, the lag in seconds', async () => {
  const { parts, lines, deadline } = setUp(60_000);
  await pollDomain(parts, deadline);
  const [log, metric] = lines.map((line) => JSON.parse(line));
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
  const { parts, polls, deadline } = setUp(60_000);
  const broken = {
    feed: { domain: 'acme', feed: 'threats' as const },
    poller: { poll: () => Promise.reject(new Error('no table')) },
  };
  await expect(pollDomain({ ...parts, pollers: [broken, ...parts.pollers] }, deadline)).rejects.toThrow(
    'no table',
  );
  expect(polls).toHaveLength(1);
});
