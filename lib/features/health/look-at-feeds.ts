import type { Clock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/time.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { HealthLedger } from '../../dynamo/dynamo-health-ledger.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import { feedsOf } from '../../feed/feed-ledger.ts';
import type { FeedState } from '../../feed/feed-state.ts';
import { lagOf } from '../../feed/poll-report.ts';
import { readFeedState } from '../../feed/read-feed-state.ts';
import { totalOf } from '../../posture/budget/budget-window.ts';
import type { Problem } from '../../reconcile/findings.ts';
import type { Look } from './check-health.ts';

export interface LookAtFeedsParts {
  readonly config: Pick<BridgeConfig, 'domains' | 'poll'>;
  readonly ledger: HealthLedger;
  readonly clock: Clock;
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

function problemsOf(
  { domain, feed }: FeedKey,
  row: unknown,
  { every, lookback }: BridgeConfig['poll'],
  nowMs: number,
): Problem[] {
  const subject = `${domain} ${feed}`;
  const state = row as Partial<FeedState> | null | undefined;
  const problems: Problem[] = [];
  const silentMs = silentAfterMs(every);
  const polledAtMs = typeof state?.polledAtMs === 'number' ? state.polledAtMs : null;
  const minutes = (ms: number) => Math.round(ms / MINUTE_MS);
  if (polledAtMs === null || nowMs - polledAtMs >= silentMs) {
    const sentence =
      polledAtMs === null
        ? `No poll of ${subject} has succeeded yet.`
        : `No poll of ${subject} has succeeded since ${new Date(polledAtMs).toISOString()}.`;
    // Nobody knows since when, if it is new.
    const patienceMs = polledAtMs === null ? silentMs : 0;
    problems.push({ heading: 'No successful poll', subject, sentence, patienceMs });
  }
  const read = readFeedState(row);
  if (!('ok' in read)) return problems;
  const { pause, missingSinceMs = null } = read.ok;
  if (pause?.because === 'unauthorized') {
    const sentence = `The API refuses the key of ${domain}.`;
    problems.push({ heading: 'Key refused', subject: domain, sentence, reportedElsewhere: true });
  }
  const lagMs = lagOf({ ...read.ok, v: 1 }, { lookbackMs: lookback }, missingSinceMs, nowMs);
  if (lagMs >= MOST_LAG_MS + Math.ceil(every / MINUTE_MS) * MINUTE_MS) {
    const sentence = `Some ${feed} of ${domain} have waited for ${minutes(lagMs)} minutes to be handed over.`;
    problems.push({ heading: 'Feed is behind', subject, sentence, patienceMs: BEHIND_FOR_MS });
  }
  return problems;
}

/** Of 1,000 reads a minute that a key allows. What is old never takes more than 700. */
const NEARLY_ALL = 900;
const USED_UP_FOR_MS = 10 * MINUTE_MS;

/** Looks at the requests that each key allows. */
export const createLookAtBudgets = ({ config, ledger, clock }: LookAtFeedsParts): Look => ({
  name: 'budgets',
  about: ['Request budget is used up'],
  async look(findings) {
    const nowMs = clock.now();
    for (const [domain, row] of await ledger.readBudgets(Object.keys(config.domains))) {
      const recent = new Map([...row.counts].filter(([second]) => second * 1000 > nowMs - MINUTE_MS));
      if (row.closedUntilMs <= nowMs && totalOf(recent) < NEARLY_ALL) continue;
      findings.add({
        heading: 'Request budget is used up',
        subject: domain,
        sentence: `The API keeps turning the key of ${domain} away.`,
        patienceMs: USED_UP_FOR_MS,
      });
    }
  },
});
