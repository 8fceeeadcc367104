import type { Metrics } from '../config/metrics.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedPoller } from './feed-poller.ts';
import type { PollReport } from './poll-report.ts';

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

/**
 * Polls all feeds of a domain, each in a loop of its own, as often as one firing of the schedule asks for; the last
 * report of each. A feed that fails ends its own loop only, and the run when all have ended.
 */
export async function pollDomain(parts: PollDomainParts, deadlineMs: number): Promise<readonly PollReport[]> {
  const loops = parts.pollers.map((poller) => pollRepeatedly(parts, poller, deadlineMs));
  await Promise.allSettled(loops);
  return Promise.all(loops);
}

async function pollRepeatedly(
  { everyMs, clock, log, metrics }: PollDomainParts,
  { feed, poller }: DomainPoller,
  deadlineMs: number,
): Promise<PollReport> {
  const startedAtMs = clock.now();
  for (let round = 1; ; round++) {
    // A backlog gives way to what is new when it is time for the next look.
    const untilMs =
      everyMs < SCHEDULE_MS ? Math.min(deadlineMs, clock.now() + everyMs + ROUND_MS) : deadlineMs;
    const report = await poller.poll(untilMs).catch((error: unknown) => {
      log('poll failed', { ...feed, problem: String(error) });
      metrics('feed', { Domain: feed.domain, Feed: feed.feed }, { PollFailed: 1 });
      throw error;
    });
    tell(feed, report, clock, log, metrics);
    const nextMs = Math.max(startedAtMs + round * everyMs, clock.now());
    if (nextMs >= startedAtMs + SCHEDULE_MS || nextMs >= deadlineMs) return report;
    // Not longer, whatever becomes of the clock meanwhile.
    await clock.sleep(Math.min(nextMs - clock.now(), everyMs));
  }
}

/** What a poll keeps in reserve for its last writes. */
const ROUND_MS = 2_000;

function tell({ domain, feed }: FeedKey, report: PollReport, clock: Clock, log: Log, metrics: Metrics): void {
  const { error, unsent, ...figures } = report;
  const at = new Date(clock.now()).toISOString();
  log('polled', { domain, feed, at, ...figures, ...problemOf(error), ...unsentBy(unsent) });
  // An API that is not ready yet is no failure of ours, and waiting for it can take days.
  const succeeded = report.outcome === 'polled' || report.paused === 'not_ready' ? 1 : 0;
  metrics(
    'feed',
    { Domain: domain, Feed: feed },
    {
      PollSucceeded: succeeded,
      PollFailed: report.outcome === 'failed' ? 1 : 0,
      Unauthorized: report.paused === 'unauthorized' ? 1 : 0,
      FeedResting: report.outcome === 'rests' ? 1 : 0,
      FeedLag: Math.round(report.lagMs / 1000),
      ClockDifference: Math.round(Math.abs(report.clockAheadMs ?? 0) / 1000),
      ItemsAnnounced: report.announced,
      ItemsUnreadable: report.unreadable,
      ItemsNotTaken: unsent.length,
      ApiRequests: report.requests,
    },
  );
}

const problemOf = (error: PollReport['error']) => (error ? { code: error.code, problem: error.message } : {});

/** Each destination once, with one of its reasons: a queue that is gone refuses everything. */
const unsentBy = (unsent: PollReport['unsent']) =>
  unsent.length > 0
    ? { notTaken: Object.fromEntries(unsent.map(({ destination, reason }) => [destination, reason])) }
    : {};
