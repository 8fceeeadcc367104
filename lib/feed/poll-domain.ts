import type { FeedKey } from '../ledger/feed-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { FeedPoller, PollReport } from './poll-feed.ts';

export interface DomainPoller {
  readonly feed: FeedKey;
  readonly poller: FeedPoller;
}

export interface PollDomainParts {
  readonly pollers: readonly DomainPoller[];
  readonly everyMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** The scheduler fires at most once a minute. To poll more often, a run polls several times. */
const SCHEDULE_MS = 60_000;

/** Polls all feeds of a domain, side by side, as often as one firing of the schedule asks for. */
export async function pollDomain(parts: PollDomainParts, deadlineMs: number): Promise<void> {
  const { clock, everyMs } = parts;
  const startedAtMs = clock.now();
  for (let round = 1; ; round++) {
    await pollOnce(parts, deadlineMs);
    const nextMs = Math.max(startedAtMs + round * everyMs, clock.now());
    if (nextMs >= startedAtMs + SCHEDULE_MS || nextMs >= deadlineMs) return;
    await clock.sleep(nextMs - clock.now());
  }
}

async function pollOnce(
  { pollers, clock, log, metrics }: PollDomainParts,
  deadlineMs: number,
): Promise<void> {
  const failures: unknown[] = [];
  await Promise.all(
    pollers.map(async ({ feed, poller }) => {
      try {
        tell(feed, await poller.poll(deadlineMs), clock, log, metrics);
      } catch (error) {
        metrics({ Domain: feed.domain, Feed: feed.feed }, { PollFailed: [1, 'Count'] });
        failures.push(error);
      }
    }),
  );
  // One feed's trouble is not the other's. Only when both had their turn does the run fail.
  if (failures.length > 0) throw failures[0];
}

function tell({ domain, feed }: FeedKey, report: PollReport, clock: Clock, log: Log, metrics: Metrics): void {
  const { error, ...figures } = report;
  log('polled', { domain, feed, at: new Date(clock.now()).toISOString(), ...figures, ...problemOf(error) });
  const succeeded = report.outcome === 'polled' ? 1 : 0;
  metrics(
    { Domain: domain, Feed: feed },
    {
      PollSucceeded: [succeeded, 'Count'],
      PollFailed: [report.outcome === 'failed' ? 1 : 0, 'Count'],
      Unauthorized: [error?.code === 'unauthorized' ? 1 : 0, 'Count'],
      FeedLag: [Math.round(report.lagMs / 1000), 'Seconds'],
      ItemsAnnounced: [report.announced, 'Count'],
      ItemsUnreadable: [report.unreadable, 'Count'],
      ApiRequests: [report.requests, 'Count'],
    },
  );
}

const problemOf = (error: PollReport['error']) => (error ? { code: error.code, problem: error.message } : {});
