import { MalformedError, NotFoundError, RejectedError, UnreachableError } from '../posture/posture-errors.ts';
import type { Priority } from '../posture/request-budget.ts';
import type { FeedKey } from './feed-ledger.ts';
import type { FeedPage, FeedSource, PageRequest } from './feed-source.ts';
import type { UnreadablePlace, Walk } from './feed-state.ts';
import { FILTER_MARGIN_MS, lostItsPosition, positionOf } from './walk.ts';

/** A cursor that comes up this often in one poll leads in circles. */
const MOST_VISITS = 4;
/** A walk beyond this many pages is catching up, and leaves room in the budget for others. */
const LIVE_PAGES = 10;
/** A place that could not be read in this many polls, though the head of the list could, is given up. */
const ENOUGH_POLLS = 3;
/** More places than walks can be at. */
const MOST_UNREADABLE = 16;

/** The pages of one poll. */
export interface PageReader {
  readonly requests: number;
  /** The page after a walk's position, or null if the API no longer knows the position. */
  read(walk: Walk, priority: Priority): Promise<FeedPage | null>;
  /** Whether the page cannot follow the position. True once for each position: the second time, the page is believed. */
  isLost(walk: Walk, page: FeedPage): boolean;
}

export interface PageReaderParts {
  readonly source: FeedSource;
  readonly feed: FeedKey;
  /** Notes that a place cannot be read though the head can. Returns in how many polls that happened. */
  readonly noteUnreadable: (id: string) => number;
}

export function createPageReader(
  { source, feed, noteUnreadable }: PageReaderParts,
  deadlineMs: number,
): PageReader {
  const visits = new Map<string, number>();
  const givenUp = new Set<string>();
  let head: Promise<boolean> | null = null;
  let requests = 0;

  function countVisit(name: string): number {
    const count = (visits.get(name) ?? 0) + 1;
    visits.set(name, count);
    return count;
  }

  function ask(request: PageRequest): Promise<FeedPage> {
    requests++;
    return source.page(request);
  }

  function isHeadReadable(request: PageRequest): Promise<boolean> {
    head ??= ask({ ...request, cursor: undefined }).then(
      () => true,
      () => false,
    );
    return head;
  }

  /**
   * Whether an answer like that of a broken server means that a place is gone: its item was deleted, say, and the API
   * fails on it. Items are often deleted together, so after the first such place the next need no proof.
   */
  async function isGone(cursor: string, request: PageRequest): Promise<boolean> {
    // The page before led here again, so the place is not gone: the page after it is broken.
    if (givenUp.has(cursor) || !(await isHeadReadable(request))) return false;
    if (givenUp.size === 0 && noteUnreadable(cursor) < ENOUGH_POLLS) return false;
    givenUp.add(cursor);
    return true;
  }

  return {
    get requests() {
      return requests;
    },
    async read(walk, priority) {
      const cursor = positionOf(walk)?.id;
      const createdAfterMs =
        source.filtersByTime && walk.floorMs > 0 ? walk.floorMs - FILTER_MARGIN_MS : undefined;
      const catchingUp = priority === 'live' && walk.pages >= LIVE_PAGES;
      const given = catchingUp ? 'backfill' : priority;
      const request: PageRequest = { cursor, createdAfterMs, priority: given, deadlineMs };
      try {
        if (cursor !== undefined && countVisit(cursor) > MOST_VISITS)
          throw new MalformedError(`the list of ${feed.feed} leads in circles at ${cursor}`);
        return await ask(request);
      } catch (error) {
        if (cursor === undefined) throw error;
        if (isRefusal(error) || (isBroken(error) && (await isGone(cursor, request)))) return null;
        throw error;
      }
    },
    isLost: (walk, page) => lostItsPosition(walk, page) && countVisit(`lost ${positionOf(walk)?.id}`) === 1,
  };
}

const isRefusal = (error: unknown): boolean =>
  error instanceof NotFoundError || (error instanceof RejectedError && error.status < 500);

/** The errors of a server that is broken, everywhere or at this place. */
const isBroken = (error: unknown): boolean =>
  error instanceof RejectedError || error instanceof UnreachableError || error instanceof MalformedError;

/** Counts one more poll in which this place could not be read. */
export function addUnreadable(
  places: readonly UnreadablePlace[] = [],
  id: string,
): readonly [UnreadablePlace, ...UnreadablePlace[]] {
  const polls = (places.find((place) => place.id === id)?.polls ?? 0) + 1;
  return [{ id, polls }, ...places.filter((place) => place.id !== id).slice(0, MOST_UNREADABLE - 1)];
}
