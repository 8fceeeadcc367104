import type { Place } from './feed-state.ts';
import type { FeedItem } from './source.ts';

const MOST = 40;
/** How many places a walk gets to start from, in case items were deleted. */
const SPARES = 4;

/**
 * Keeps places along an oldest-first list: dense near its end, sparser the older they are, so that both a look
 * back over minutes and a sweep over a day find one close to where they have to start.
 */
export function keepCheckpoints(
  checkpoints: readonly Place[],
  items: readonly FeedItem[],
  spacingMs: number,
): readonly Place[] {
  const kept = [...checkpoints];
  for (const { id, createdAtMs } of items) {
    const last = kept.at(-1);
    if (!last || createdAtMs >= last.createdAtMs + spacingMs) kept.push({ id, createdAtMs });
  }
  while (kept.length > MOST) kept.splice(leastMissed(kept, spacingMs), 1);
  return kept;
}

/** The place whose neighbours are closest together for their age. */
function leastMissed(kept: readonly Place[], spacingMs: number): number {
  const newest = kept.at(-1)?.createdAtMs ?? 0;
  let best = 1;
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 1; i < kept.length - 1; i++) {
    const [before, here, after] = [kept[i - 1], kept[i], kept[i + 1]] as [Place, Place, Place];
    const gap = (after.createdAtMs - before.createdAtMs) / (newest - here.createdAtMs + spacingMs);
    if (gap < smallest) [best, smallest] = [i, gap];
  }
  return best;
}

/**
 * Places strictly before a time, best last. Strictly, and never the newest item of all: behind such a place there
 * is at least one item we know, so an empty answer means that the place is gone and not that nothing is new.
 */
export const placesBefore = (checkpoints: readonly Place[], timeMs: number): readonly Place[] => {
  const newest = checkpoints.at(-1)?.createdAtMs ?? 0;
  return checkpoints
    .filter((place) => place.createdAtMs < timeMs && place.createdAtMs < newest)
    .slice(-SPARES);
};
