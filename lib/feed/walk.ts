import type { FeedItem, FeedPage } from './feed-source.ts';
import type { Position, Walk } from './feed-state.ts';

/** Eight steps down and none up: a list in no order looks like this once in 360,000 times. */
export const ENOUGH_EVIDENCE = 8;

const TRAIL_LENGTH = 5;

/** Requests go back this much further, because the contract does not say whether the bound itself is included. */
export const FILTER_MARGIN_MS = 1_000;

export interface Begin {
  readonly kind: Walk['kind'];
  readonly initial?: boolean;
  readonly whole?: boolean;
  readonly floorMs: number;
  readonly wantedFromMs: number;
  readonly startedAtMs: number;
  /** Positions to start from, best last. Empty: the head of the list. */
  readonly from?: readonly Position[];
}

export const beginWalk = ({ from = [], ...begin }: Begin): Walk => ({
  kind: begin.kind,
  initial: begin.initial ?? false,
  whole: begin.whole ?? false,
  floorMs: begin.floorMs,
  wantedFromMs: begin.wantedFromMs,
  startedAtMs: begin.startedAtMs,
  fromHead: from.length === 0,
  topMs: null,
  trail: from,
  falls: 0,
  rises: 0,
  pages: 0,
});

export const positionOf = (walk: Walk): Position | undefined => walk.trail.at(-1);

/** Judged by this walk's own pages, never by what was learned before: the order may change overnight. */
export const isNewestFirst = (walk: Walk): boolean =>
  walk.fromHead && !walk.whole && walk.rises === 0 && walk.falls >= ENOUGH_EVIDENCE;

export interface Absorbed {
  readonly walk: Walk;
  /** The items that this walk has to handle. The ledger knows whether they are new. */
  readonly wanted: readonly FeedItem[];
  /** Nothing after this page concerns this walk. */
  readonly ended: boolean;
}

export function absorbPage(walk: Walk, page: FeedPage): Absorbed {
  const times = page.items.map((item) => item.createdAtMs);
  const position = positionOf(walk);
  const steps = countSteps(position ? [position.createdAtMs, ...times] : times);
  const top = Math.max(walk.topMs ?? Number.NEGATIVE_INFINITY, ...times);
  const next: Walk = {
    ...walk,
    topMs: Number.isFinite(top) ? top : null,
    trail: lengthen(walk, page),
    falls: walk.falls + steps.falls,
    rises: walk.rises + steps.rises,
    pages: walk.pages + 1,
    ...(page.nextCursor === null && { toEnd: true }),
  };
  // Well below it: an API that filters by time may list items just below the floor, and more after those.
  const belowFloor = (times.at(-1) ?? Number.POSITIVE_INFINITY) < walk.floorMs - FILTER_MARGIN_MS;
  return {
    walk: next,
    wanted: page.items.filter((item) => item.createdAtMs >= walk.wantedFromMs),
    ended: page.nextCursor === null || (belowFloor && isNewestFirst(next)),
  };
}

function countSteps(times: readonly number[]): { falls: number; rises: number } {
  let falls = 0;
  let rises = 0;
  for (let i = 1; i < times.length; i++) {
    const step = (times[i] as number) - (times[i - 1] as number);
    if (step < 0) falls++;
    else if (step > 0) rises++;
  }
  return { falls, rises };
}

function lengthen(walk: Walk, { items, nextCursor }: FeedPage): readonly Position[] {
  if (nextCursor === null) return walk.trail;
  const createdAtMs = items.at(-1)?.createdAtMs ?? positionOf(walk)?.createdAtMs ?? walk.floorMs;
  return [...walk.trail, { id: nextCursor, createdAtMs }].slice(-TRAIL_LENGTH);
}

/**
 * Whether the answer cannot be what follows the position. Perhaps its item was deleted, and the API answers with an empty
 * page or with the first page again.
 */
export function lostItsPosition(walk: Walk, page: FeedPage): boolean {
  const position = positionOf(walk);
  if (!position) return false;
  if (page.items.length + page.unreadable.length === 0) return page.nextCursor === null;
  const first = page.items[0]?.createdAtMs ?? position.createdAtMs;
  if (isNewestFirst(walk)) return first > position.createdAtMs;
  return !walk.fromHead && first < position.createdAtMs;
}

/** Goes on from the position before, or from the head if there is none left. */
export function stepBack(walk: Walk): Walk {
  const trail = walk.trail.slice(0, -1);
  if (trail.length > 0) return { ...walk, trail };
  return { ...walk, trail, fromHead: true, falls: 0, rises: 0 };
}
