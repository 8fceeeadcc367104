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

/** Polls all feeds of a domain, side by side, as often as one firing of the schedule asks for; the last reports. */
export async function pollDomain(parts: PollDomainParts, deadlineMs: number): Promise<readonly PollReport[]> {
  const { clock, everyMs } = parts;
  const startedAtMs = clock.now();
  for (let round = 1; ; round++) {
    const reports = await pollOnce(parts, deadlineMs);
    const nextMs = Math.max(startedAtMs + round * everyMs, clock.now());
    if (nextMs >= startedAtMs + SCHEDULE_MS || nextMs >= deadlineMs) return reports;
    await clock.sleep(nextMs - clock.now());
  }
}

async function pollOnce(
  { pollers, clock, log, metrics }: PollDomainParts,
  deadlineMs: number,
): Promise<readonly PollReport[]> {
  const polls = pollers.map(async ({ feed, poller }) => {
    try {
      const report = await poller.poll(deadlineMs);
      tell(feed, report, clock, log, metrics);
      return report;
    } catch (error) {
      metrics({ Domain: feed.domain, Feed: feed.feed }, { PollFailed: [1, 'Count'] });
      throw error;
    }
  });
  // One feed's trouble is not the other's: the run fails only when each had its turn.
  await Promise.allSettled(polls);
  return Promise.all(polls);
}

function tell({ domain, feed }: FeedKey, report: PollReport, clock: Clock, log: Log, metrics: Metrics): void {
  const { error, ...figures } = report;
  log('polled', { domain, feed, at: new Date(clock.now()).toISOString(), ...figures, ...problemOf(error) });
  // An API that is not ready yet is no failure of ours, and waiting for it can take days.
  const succeeded = report.outcome === 'polled' || report.paused === 'not_ready' ? 1 : 0;
  metrics(
    { Domain: domain, Feed: feed },
    {
      PollSucceeded: [succeeded, 'Count'],
      PollFailed: [report.outcome === 'failed' ? 1 : 0, 'Count'],
      Unauthorized: [report.paused === 'unauthorized' ? 1 : 0, 'Count'],
      FeedLag: [Math.round(report.lagMs / 1000), 'Seconds'],
      ItemsAnnounced: [report.announced, 'Count'],
      ItemsUnreadable: [report.unreadable, 'Count'],
      ApiRequests: [report.requests, 'Count'],
    },
  );
}

const problemOf = (error: PollReport['error']) => (error ? { code: error.code, problem: error.message } : {});
