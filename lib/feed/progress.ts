import { keepCheckpoints, placesBefore } from './checkpoints.ts';
import type { FeedRules, FeedState, Order, Walk } from './feed-state.ts';
import type { FeedItem } from './source.ts';
import { beginWalk, isNewestFirst, placeOf } from './walk.ts';

/** What the decisions below depend on besides the state. */
export interface Circumstances {
  readonly rules: FeedRules;
  readonly filtersByTime: boolean;
  readonly nowMs: number;
}

/** Whole walks of an unordered list may use this many requests a minute on average. */
const WHOLE_WALK_PAGES_PER_MINUTE = 100;

/** Longer oldest-first lists are swept from a checkpoint instead of from their head. */
const SWEEP_FROM_HEAD_PAGES = 1_000;

const MOST_WALKS = 8;

const floorOf = (state: FeedState, backMs: number): number =>
  Math.max(state.notBeforeMs, (state.watermarkMs ?? state.notBeforeMs) - backMs);

/** Less than so long ago. A time ahead of ours was written by a clock that was wrong, and counts as long ago. */
const isWithin = (thenMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs >= thenMs && nowMs - thenMs < spanMs;

/** What a glance at a page looks after: all that a sweep would. */
export const windowOf = (state: FeedState, { rules }: Circumstances) => {
  const floorMs = floorOf(state, rules.sweepWindowMs);
  return { floorMs, wantedFromMs: floorMs };
};

/** The walk that finds what is new, or null when it is not time for one. */
export function planLive(state: FeedState, { rules, filtersByTime, nowMs }: Circumstances): Walk | null {
  const underway = state.walks.find((walk) => walk.kind === 'live' && !standsAlone(walk, filtersByTime));
  if (underway) return underway;

  const initial = !state.started && !state.walks.some((walk) => walk.initial);
  const wantedFromMs = floorOf(state, rules.sweepWindowMs);
  const begin = { kind: 'live', initial, startedAtMs: nowMs, wantedFromMs } as const;
  if (!filtersByTime && state.order === 'unordered') {
    const restMs = (state.wholeWalkPages / WHOLE_WALK_PAGES_PER_MINUTE) * 60_000;
    if (isWithin(state.wholeWalkAtMs, nowMs, restMs - rules.pollEveryMs)) return null;
    return beginWalk({ ...begin, whole: true, floorMs: wantedFromMs });
  }
  const floorMs = floorOf(state, rules.lookbackMs);
  const resumable = !filtersByTime && state.order === 'oldest-first';
  return beginWalk({ ...begin, floorMs, from: resumable ? placesBefore(state.checkpoints, floorMs) : [] });
}

/** The walk that looks for what became visible late, or null when it is not time for one. */
export function planSweep(state: FeedState, { rules, filtersByTime, nowMs }: Circumstances): Walk | null {
  const underway = state.walks.some((walk) => walk.kind === 'sweep');
  if (!state.started || underway || isWithin(state.sweptAtMs, nowMs, rules.sweepEveryMs)) return null;
  const floorMs = floorOf(state, rules.sweepWindowMs);
  const long =
    !filtersByTime && state.order === 'oldest-first' && state.wholeWalkPages > SWEEP_FROM_HEAD_PAGES;
  const from = long ? placesBefore(state.checkpoints, floorMs) : [];
  const whole = state.order === 'unordered';
  return beginWalk({ kind: 'sweep', whole, floorMs, wantedFromMs: floorMs, startedAtMs: nowMs, from });
}

/**
 * Whether a new live walk finds everything that is new without this unfinished one. Otherwise the unfinished one
 * must get to the end of the list first, since that is where the new items are, or may be.
 */
const standsAlone = (walk: Walk, filtersByTime: boolean): boolean => filtersByTime || isNewestFirst(walk);

/** The state to save when a walk has got this far. `state` is the one without it. */
export function suspendWalk(state: FeedState, walk: Walk, { filtersByTime }: Circumstances): FeedState {
  if (walk.kind === 'sweep') return { ...state, walks: [...state.walks, walk] };
  // Behind this point everything lies on the walk itself, so the next live walk need not go there.
  const covered = isNewestFirst(walk) ? topOf(walk) : filtersByTime ? walk.startedAtMs : null;
  return {
    ...state,
    walks: atMost(MOST_WALKS, [walk, ...state.walks]),
    watermarkMs: highest(state.watermarkMs, covered),
  };
}

function atMost(most: number, walks: readonly Walk[]): readonly Walk[] {
  const [newer, older] = walks.slice(-2);
  if (walks.length <= most || !newer || !older) return walks;
  return [...walks.slice(0, -2), mergeWalks(newer, older)];
}

/** One walk that covers both. It meets some items again, which the ledger knows. */
function mergeWalks(newer: Walk, older: Walk): Walk {
  const merged: Walk = {
    ...newer,
    kind: newer.kind === 'live' || older.kind === 'live' ? 'live' : 'sweep',
    initial: newer.initial || older.initial,
    whole: newer.whole || older.whole,
    floorMs: Math.min(newer.floorMs, older.floorMs),
    wantedFromMs: Math.min(newer.wantedFromMs, older.wantedFromMs),
    startedAtMs: Math.min(newer.startedAtMs, older.startedAtMs),
  };
  // Only in a newest-first list is the older walk further down. In any other it begins anew.
  if (isNewestFirst(newer) && isNewestFirst(older)) return merged;
  return { ...merged, trail: [], fromHead: true, falls: 0, rises: 0, pages: 0 };
}

/** The state when a walk has come to its end. */
export function completeWalk(
  state: FeedState,
  walk: Walk,
  { rules, filtersByTime, nowMs }: Circumstances,
): FeedState {
  // A first answer without anything may be a hiccup, and all that comes after it would be taken for new.
  const hasStarted =
    walk.initial && (walk.topMs !== null || !isWithin(state.sweptAtMs, nowMs, rules.sweepEveryMs));
  const wholeList = !filtersByTime && walk.fromHead && !isNewestFirst(walk);
  const order = learnedOrder(state, walk);
  const done: FeedState = {
    ...state,
    order,
    started: state.started || hasStarted,
    quietBeforeMs: hasStarted ? null : state.quietBeforeMs,
    checkpoints: order === 'oldest-first' ? state.checkpoints : [],
    ...(wholeList && { wholeWalkPages: walk.pages }),
    // Only where it is asked for: a state that changes with every walk costs every idle poll a write.
    ...(wholeList && order === 'unordered' && { wholeWalkAtMs: nowMs }),
  };
  // A sweep also looks after what queues did not take, in case the note of it was lost in a crash.
  const swept = { sweptAtMs: nowMs, unfinished: true };
  if (walk.kind === 'sweep') return { ...done, ...swept };
  const sweptToo = walk.whole && !filtersByTime ? swept : {};
  return { ...done, ...sweptToo, watermarkMs: watermarkAfter(state, walk, order) };
}

function watermarkAfter(state: FeedState, walk: Walk, order: Order): number | null {
  // Begun at a checkpoint, and the list is not what it was: what lies before it was not looked at.
  if (!walk.fromHead && order !== 'oldest-first') return state.watermarkMs;
  // The whole list was seen, so its newest item counts even where a newer one was deleted meanwhile.
  if (order === 'oldest-first' && walk.topMs !== null) return topOf(walk);
  return highest(state.watermarkMs, topOf(walk));
}

/**
 * The newest item of a walk, but nothing later than its start by the API's own clock. One item dated into the future
 * would otherwise hide all that come before it; and in a list without a time order, items may be created behind
 * our back while we walk. Lower is always safe, it only means to look again at a little more.
 */
const topOf = ({ topMs, startedAtMs }: Walk): number | null =>
  topMs === null ? null : Math.min(topMs, startedAtMs);

const highest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

function learnedOrder(state: FeedState, walk: Walk): Order {
  const { falls, rises, fromHead, topMs } = walk;
  if (falls > 0 && rises > 0) return 'unordered';
  if (fromHead) return falls > 0 ? 'newest-first' : rises > 0 ? 'oldest-first' : state.order;
  // From a checkpoint, an oldest-first list leads past everything we know. This one did not.
  const expected = falls === 0 && topMs !== null && topMs >= (state.watermarkMs ?? topMs);
  return expected ? state.order : 'unknown';
}

/** Items dated into the future are no places to start from: nothing that is new would ever follow them. */
export const noteCheckpoints = (
  state: FeedState,
  items: readonly FeedItem[],
  { rules, nowMs }: Circumstances,
): FeedState => ({
  ...state,
  checkpoints: keepCheckpoints(
    state.checkpoints,
    items.filter((item) => item.createdAtMs <= nowMs),
    Math.max(1_000, rules.lookbackMs / 4),
  ),
});

/**
 * When the oldest item was created, as far as is known, that a walk has still to hand over. In a newest-first list
 * what is left reaches down to where the last walk had been; in any other it begins where this one stands.
 */
export function oldestWaitingMs(
  { walks, quietBeforeMs }: FeedState,
  { lookbackMs }: FeedRules,
): number | null {
  const times = walks
    .filter((walk) => walk.kind === 'live' && !(walk.initial && quietBeforeMs !== null))
    .map((walk) => {
      const here = placeOf(walk)?.createdAtMs ?? walk.startedAtMs;
      return isNewestFirst(walk) && !walk.initial ? Math.min(here, walk.floorMs + lookbackMs) : here;
    });
  return times.length === 0 ? null : Math.min(...times);
}
