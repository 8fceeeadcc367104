import { MalformedError, NotFoundError, RejectedError } from '../posture/errors.ts';
import type { Priority } from '../posture/request-budget.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedPage, FeedSource } from './feed-source.ts';
import type { Walk } from './feed-state.ts';
import { lostItsPosition, positionOf } from './walk.ts';

/** A cursor that comes up this often in one poll leads in circles. */
const MOST_VISITS = 4;
/** A walk that goes on behind this many pages is catching up, and leaves room in the budget for others. */
const LIVE_PAGES = 10;

/** The pages of one poll. */
export interface PageReader {
  readonly requests: number;
  /** The page behind a walk's position, or null when the API does not know the position any more. */
  read(walk: Walk, priority: Priority): Promise<FeedPage | null>;
  /** Whether the page cannot be what follows the position. Said once for each: the second time it is believed. */
  isLost(walk: Walk, page: FeedPage): boolean;
}

export function createPageReader(
  { source, feed }: { readonly source: FeedSource; readonly feed: FeedKey },
  deadlineMs: number,
): PageReader {
  const visits = new Map<string, number>();
  let requests = 0;

  function countVisit(name: string): number {
    const count = (visits.get(name) ?? 0) + 1;
    visits.set(name, count);
    return count;
  }

  return {
    get requests() {
      return requests;
    },
    async read(walk, priority) {
      const cursor = positionOf(walk)?.id;
      if (cursor !== undefined && countVisit(cursor) > MOST_VISITS) {
        throw new MalformedError(`the list of ${feed.feed} leads in circles at ${cursor}`);
      }
      // A second earlier, because the contract does not say whether the bound itself is included.
      const createdAfterMs = source.filtersByTime && walk.floorMs > 0 ? walk.floorMs - 1_000 : undefined;
      const catchingUp = priority === 'live' && walk.pages >= LIVE_PAGES;
      requests++;
      try {
        const given = catchingUp ? 'backfill' : priority;
        return await source.page({ cursor, createdAfterMs, priority: given, deadlineMs });
      } catch (error) {
        const refused =
          error instanceof NotFoundError || (error instanceof RejectedError && error.status < 500);
        if (cursor !== undefined && refused) return null;
        throw error;
      }
    },
    isLost: (walk, page) => lostItsPosition(walk, page) && countVisit(`lost ${positionOf(walk)?.id}`) === 1,
  };
}
