import type { FeedItem } from './feed-source.ts';
import type { FeedRules, FeedState, Position, Walk } from './feed-state.ts';

const MOST = 40;
/** How many positions a walk gets to start from, in case some of their items were deleted. */
const SPARES = 4;

/**
 * Keeps positions along an oldest-first list: dense near its end, sparser the older they are. A lookback over minutes and
 * a sweep over a day both find one close to where they have to start.
 */
export function keepCheckpoints(
  checkpoints: readonly Position[],
  items: readonly FeedItem[],
  spacingMs: number,
): readonly Position[] {
  const kept = [...checkpoints];
  for (const { id, createdAtMs } of items) {
    const last = kept.at(-1);
    if (!last || createdAtMs >= last.createdAtMs + spacingMs) kept.push({ id, createdAtMs });
  }
  while (kept.length > MOST) kept.splice(leastMissed(kept, spacingMs), 1);
  return kept;
}

/** The position that is missed least: its neighbours are closest together for their age. */
function leastMissed(kept: readonly Position[], spacingMs: number): number {
  const newest = kept.at(-1)?.createdAtMs ?? 0;
  let best = 1;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < kept.length - 1; i++) {
    const [before, here, after] = [kept[i - 1], kept[i], kept[i + 1]] as [Position, Position, Position];
    const gap = (after.createdAtMs - before.createdAtMs) / (newest - here.createdAtMs + spacingMs);
    if (gap < smallest) [best, smallest] = [i, gap];
  }
  return best;
}

/**
 * Positions strictly before a time, best last. Strictly, and never the newest item of all: after such a position there is
 * at least one known item, so an empty answer means that the position is gone, not that nothing is new.
 */
export const positionsBefore = (checkpoints: readonly Position[], timeMs: number): readonly Position[] => {
  const newest = checkpoints.at(-1)?.createdAtMs ?? 0;
  return checkpoints.filter(({ createdAtMs }) => createdAtMs < timeMs && createdAtMs < newest).slice(-SPARES);
};

/** Items dated into the future are not positions to start from: nothing new would ever follow them. */
export const noteCheckpoints = (
  state: FeedState,
  items: readonly FeedItem[],
  { lookbackMs }: FeedRules,
  nowMs: number,
): FeedState => ({
  ...state,
  checkpoints: keepCheckpoints(
    state.checkpoints,
    items.filter((item) => item.createdAtMs <= nowMs),
    Math.max(1_000, lookbackMs / 4),
  ),
});

/**
 * Without the position that a walk has lost. If the walk has none left, the others are older and probably gone too: the
 * walk goes on from the head, and notes new ones.
 */
export const forgetCheckpoint = (state: FeedState, { trail }: Walk): FeedState => ({
  ...state,
  checkpoints: trail.length > 1 ? state.checkpoints.filter(({ id }) => id !== trail.at(-1)?.id) : [],
});
