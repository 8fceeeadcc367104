import type { Clock } from '../../base/clock.ts';
import { utc } from '../../base/text/format.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { HealthLedger } from '../../dynamo/dynamo-health-ledger.ts';
import { lagOf } from '../../feed/feed-lag.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import { feedsOf } from '../../feed/feed-ledger.ts';
import type { FeedState } from '../../feed/feed-state.ts';
import { readFeedState } from '../../feed/read-feed-state.ts';
import type { Problem } from '../../reconcile/findings.ts';
import type { Look } from './check-health.ts';

export interface LookAtFeedsParts {
  readonly config: Pick<BridgeConfig, 'domains' | 'poll'>;
  readonly ledger: HealthLedger;
  readonly clock: Pick<Clock, 'now'>;
}

const SILENT_MS = 10 * MINUTE_MS;
const MOST_LAG_MS = 15 * MINUTE_MS;
/** A feed that catches up within this time is not behind. */
const BEHIND_FOR_MS = 10 * MINUTE_MS;

/**
 * A feed that is polled once an hour cannot succeed every ten minutes. The row of one that is polled every minute may be a
 * heartbeat older than its last success: at least seven such polls have failed.
 */
export const silentAfterMs = (everyMs: number): number => Math.max(SILENT_MS, 2 * everyMs + MINUTE_MS / 2);

/** Looks at every feed by its row: when a poll succeeded last, what waits, and whether the key is refused. */
export function createLookAtFeeds({ config, ledger, clock }: LookAtFeedsParts): Look {
  const feeds = feedsOf(config);
  return {
    name: 'feeds',
    about: ['No successful poll', 'Feed is behind', 'Key refused'],
    async look(findings) {
      const states = await ledger.readFeeds(feeds);
      for (const [n, feed] of feeds.entries()) {
        for (const problem of problemsOf(feed, states[n], config.poll, clock.now())) findings.add(problem);
      }
    },
  };
}

/** What is wrong with a feed, by its row. */
export function problemsOf(
  { domain, feed }: FeedKey,
  row: unknown,
  { every, lookback }: Pick<BridgeConfig['poll'], 'every' | 'lookback'>,
  nowMs: number,
): Problem[] {
  const subject = `${domain} ${feed}`;
  const problems = unpolled(subject, (row ?? {}) as Partial<FeedState>, silentAfterMs(every), nowMs);
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS);
  const read = readFeedState(row);
  if (!('ok' in read)) return problems;
  const { pause, missingSinceMs = null } = read.ok;
  if (pause?.because === 'unauthorized') {
    const sentence = `The API refuses the key of ${domain}.`;
    const { sinceMs } = pause;
    problems.push({ heading: 'Key refused', subject: domain, sentence, sinceMs, reportedElsewhere: true });
  }
  const lagMs = lagOf({ ...read.ok, v: 1 }, { lookbackMs: lookback }, missingSinceMs, nowMs);
  if (lagMs >= MOST_LAG_MS + Math.ceil(every / MINUTE_MS) * MINUTE_MS) {
    const sentence = `Some ${feed} of ${domain} have waited for ${minutes(lagMs)} minutes to be handed over.`;
    problems.push({ heading: 'Feed is behind', subject, sentence, patienceMs: BEHIND_FOR_MS });
  }
  return problems;
}

/** Polls fail, or nobody polls. How long a feed without a row is new, only the reconciler remembers. */
function unpolled(
  subject: string,
  { polledAtMs, failingSinceMs }: Partial<FeedState>,
  silentMs: number,
  nowMs: number,
): Problem[] {
  const isSilent = polledAtMs !== undefined && nowMs - polledAtMs >= silentMs;
  const sinceMs = failingSinceMs ?? polledAtMs;
  const heading = 'No successful poll';
  if (sinceMs === undefined) {
    const sentence = `No poll of ${subject} has succeeded yet.`;
    return [{ heading, subject, sentence, isSuspicion: true, patienceMs: silentMs }];
  }
  if (failingSinceMs === undefined && !isSilent) return [];
  const sentence = `No poll of ${subject} has succeeded since ${utc(sinceMs)}.`;
  return [{ heading, subject, sentence, sinceMs, patienceMs: isSilent ? 0 : silentMs }];
}
