import type { FeedRules, FeedState } from './feed-state.ts';
import { isNewestFirst, positionOf } from './walk.ts';

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
