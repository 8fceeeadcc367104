import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Metrics } from '../config/metrics.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { PollReport } from './poll-report.ts';

export interface TellPollParts {
  /** A poll in which nothing happened is reported only this long after the last report. */
  readonly quietMs: number;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Reports polls in the log and in metrics. */
export interface TellPoll {
  report(feed: FeedKey, report: PollReport): void;
  failure(feed: FeedKey, error: unknown): void;
}

interface Told {
  readonly atMs: number;
  readonly state: string;
  /** Requests of polls that were not reported since. */
  requests: number;
}

export function createTellPoll({ quietMs, clock, log, metrics }: TellPollParts): TellPoll {
  const toldOf = new Map<string, Told>();

  return {
    report(feed, report) {
      const name = `${feed.domain}/${feed.feed}`;
      const told = toldOf.get(name);
      const state = `${report.outcome} ${report.paused ?? ''}`;
      // After the clock was put back, the last time is in the future, and does not count.
      const agoMs = told ? clock.now() - told.atMs : -1;
      if (told?.state === state && agoMs >= 0 && agoMs < quietMs && nothingHappened(report)) {
        told.requests += report.requests;
        return;
      }
      toldOf.set(name, { atMs: clock.now(), state, requests: 0 });
      say(feed, { ...report, requests: report.requests + (told?.requests ?? 0) });
    },
    failure(feed, error) {
      toldOf.delete(`${feed.domain}/${feed.feed}`);
      log('poll failed', { ...feed, problem: String(error) });
      metrics('feed', { Domain: feed.domain, Feed: feed.feed }, { PollFailed: 1 });
    },
  };

  function say({ domain, feed }: FeedKey, report: PollReport): void {
    const { error, unsent, ...figures } = report;
    const at = new Date(clock.now()).toISOString();
    log('polled', { domain, feed, at, ...figures, ...problemOf(error), ...unsentBy(unsent) });
    // An API that is not ready yet is not our failure, and waiting for it can take days.
    const succeeded = report.outcome === 'polled' || report.paused === 'not_ready' ? 1 : 0;
    metrics(
      'feed',
      { Domain: domain, Feed: feed },
      {
        PollSucceeded: succeeded,
        PollFailed: report.outcome === 'failed' ? 1 : 0,
        Unauthorized: report.paused === 'unauthorized' ? 1 : 0,
        FeedUnreadable: report.outcome === 'unreadable' ? 1 : 0,
        FeedLag: Math.round(report.lagMs / 1000),
        ClockDifference: Math.round(Math.abs(report.clockAheadMs ?? 0) / 1000),
        ItemsAnnounced: report.announced,
        ItemsUnreadable: report.unreadable,
        ItemsNotTaken: unsent.length,
        ApiRequests: report.requests,
      },
    );
  }
}

const nothingHappened = ({
  outcome,
  error,
  announced,
  quiet,
  covered,
  messages,
  unreadable,
  unsent,
  behind,
}: PollReport) =>
  outcome !== 'failed' &&
  !error &&
  !behind &&
  announced + quiet + covered + messages + unreadable + unsent.length === 0;

const problemOf = (error: PollReport['error']) => (error ? { code: error.code, problem: error.message } : {});

/** Each destination once, with one of its reasons: a queue that is gone refuses everything. */
const unsentBy = (unsent: PollReport['unsent']) =>
  unsent.length > 0
    ? { notTaken: Object.fromEntries(unsent.map(({ destination, reason }) => [destination, reason])) }
    : {};
