import type { PostureError } from '../posture/posture-errors.ts';
import type { FeedRules, FeedState, Pause } from './feed-state.ts';
import type { UnsentItem } from './queued-items.ts';
import { isNewestFirst, positionOf } from './walk.ts';

export interface PollCounts {
  announced: number;
  /** Items recorded as history. */
  quiet: number;
  /** Threats that their cases cover everywhere they would go, and that this process had not met before. */
  covered: number;
  messages: number;
  unreadable: number;
}

export interface PollReport extends Readonly<PollCounts> {
  readonly outcome: 'polled' | 'paused' | 'busy-elsewhere' | 'failed' | 'unreadable';
  /** Why this version cannot poll it. */
  readonly unreadableBecause?: string;
  readonly error?: PostureError;
  /** Why the feed is paused, if it is. */
  readonly paused?: Pause['because'];
  readonly order: FeedState['order'];
  /** What queues did not take in this poll. It is recorded and retried. */
  readonly unsent: readonly UnsentItem[];
  readonly requests: number;
  /** There is more to do than the time allowed. */
  readonly behind: boolean;
  /** Age of the oldest known item that was not sent. */
  readonly lagMs: number;
  /** How far our clock is ahead of the API's; null if the API has not said. */
  readonly clockAheadMs: number | null;
}

/** The report of a feed that this version does not understand, and leaves alone. */
export const unreadableReport = (unreadableBecause: string): PollReport => ({
  outcome: 'unreadable',
  unreadableBecause,
  order: 'unknown',
  ...{ announced: 0, quiet: 0, covered: 0, messages: 0, unreadable: 0, requests: 0, lagMs: 0 },
  unsent: [],
  behind: false,
  clockAheadMs: null,
});

/** How long the oldest known item has waited. `oldestMissingMs`: the oldest of those that a queue did not take. */
export function lagOf(
  state: FeedState,
  rules: Pick<FeedRules, 'lookbackMs'>,
  oldestMissingMs: number | null,
  nowMs: number,
): number {
  const waitingSince = [oldestWaitingMs(state, rules), oldestMissingMs].filter((time) => time !== null);
  return nowMs - Math.min(nowMs, ...waitingSince);
}

/**
 * When the oldest known item was created that a walk still has to send. In a newest-first list, what is left reaches down
 * to where the last walk had been; in any other it begins where this walk is.
 */
function oldestWaitingMs(
  { walks, quietBeforeMs }: FeedState,
  { lookbackMs }: Pick<FeedRules, 'lookbackMs'>,
): number | null {
  const times = walks
    .filter((walk) => walk.kind === 'live' && !(walk.initial && quietBeforeMs !== null))
    .map((walk) => {
      const here = positionOf(walk)?.createdAtMs ?? walk.startedAtMs;
      return isNewestFirst(walk) && !walk.initial ? Math.min(here, walk.floorMs + lookbackMs) : here;
    });
  return times.length === 0 ? null : Math.min(...times);
}
