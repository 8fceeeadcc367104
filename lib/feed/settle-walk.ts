import type { FeedState, Order, Walk } from './feed-state.ts';
import { learnedOrder } from './list-order.ts';
import { isWithin, type WalkContext } from './plan-walks.ts';
import { isNewestFirst } from './walk.ts';

const MOST_WALKS = 8;

/** The state to save when a walk has come this far. `state` does not contain the walk. */
export function suspendWalk(state: FeedState, walk: Walk, { filtersByTime }: WalkContext): FeedState {
  if (walk.kind !== 'live') return { ...state, walks: [...state.walks, walk] };
  // Everything beyond this point lies on the walk itself, so the next live walk need not go there.
  const covered = isNewestFirst(walk) ? topOf(walk) : filtersByTime ? walk.startedAtMs : null;
  // Surveys are never merged, or new items would wait until the whole list was walked; nor are walks of operators.
  const standsAlone = ({ kind, asked }: Walk) => kind === 'survey' || asked !== undefined;
  return {
    ...state,
    walks: [
      ...atMost(
        MOST_WALKS,
        [walk, ...state.walks].filter((one) => !standsAlone(one)),
      ),
      ...state.walks.filter(standsAlone),
    ],
    watermarkMs: highest(state.watermarkMs, covered),
  };
}

function atMost(most: number, walks: readonly Walk[]): readonly Walk[] {
  const [newer, older] = walks.slice(-2);
  if (walks.length <= most || !newer || !older) return walks;
  return [...walks.slice(0, -2), mergeWalks(newer, older)];
}

/** One walk that covers both. It meets some items again, which the ledger already knows. */
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
  // Only in a newest-first list is the older walk further down. In any other, the merged walk starts over.
  if (isNewestFirst(newer) && isNewestFirst(older)) return merged;
  return { ...merged, trail: [], fromHead: true, falls: 0, rises: 0, pages: 0 };
}

/** The state after a walk has ended. */
export function completeWalk(
  state: FeedState,
  walk: Walk,
  { rules, filtersByTime, nowMs }: WalkContext,
): FeedState {
  const order = learnedOrder(state, walk);
  // The list may have been reversed during the walk, which then missed some of it: its history is walked once more.
  if (walk.initial && order === 'unordered' && state.order !== 'unordered')
    return { ...state, order, watermarkMs: null, checkpoints: [] };
  // An empty first answer may be a hiccup, and everything after it would be taken for new.
  const hasStarted =
    walk.initial && (walk.topMs !== null || !isWithin(state.sweptAtMs, nowMs, rules.sweepEveryMs));
  const started = state.started || hasStarted;
  const wholeList = !filtersByTime && walk.fromHead && walk.toEnd === true;
  // Items that a live walk ignores, or that another unfinished walk still wants, were not met yet.
  const metAll =
    wholeList &&
    (walk.initial || walk.kind !== 'live') &&
    state.walks.every(({ wantedFromMs }) => wantedFromMs >= walk.wantedFromMs);
  // By the items themselves where there are any: the API may not state its time, and ours may be wrong.
  const upToMs = topOf(walk) ?? state.watermarkMs ?? walk.startedAtMs;
  // Only where needed: a state that changes with every walk costs every idle poll a write.
  const isNoted = wholeList && (walk.initial || walk.kind !== 'live' || order === 'unordered');
  const done: FeedState = {
    ...state,
    order,
    started,
    // Below a floor the list may go on in another order, with history that no walk has met yet.
    quietBeforeMs: started && (filtersByTime || metAll) ? null : state.quietBeforeMs,
    ...(hasStarted && { sweptUpToMs: upToMs }),
    checkpoints: order === 'oldest-first' ? state.checkpoints : [],
    ...(wholeList && { wholeWalkPages: walk.pages }),
    ...(isNoted && { wholeWalkAtMs: nowMs, wholeUpToMs: upToMs }),
  };
  // This walk looked for one item only.
  if (walk.kind === 'survey' || walk.asked?.only !== undefined) return done;
  // A sweep also retries what queues did not take, in case a crash lost the note about it.
  const swept = { sweptAtMs: nowMs, sweptUpToMs: upToMs, unfinished: true };
  if (walk.kind === 'sweep') return { ...done, ...swept };
  const sweptToo = walk.whole && !filtersByTime ? swept : {};
  return { ...done, ...sweptToo, watermarkMs: watermarkAfter(state, walk, order) };
}

function watermarkAfter(state: FeedState, walk: Walk, order: Order): number | null {
  // The walk began at a checkpoint, and the list is no longer oldest first: nothing looked at what lies before.
  if (!walk.fromHead && order !== 'oldest-first') return state.watermarkMs;
  // The whole list was seen, so its newest item counts even if a newer one was deleted meanwhile.
  if (order === 'oldest-first' && walk.topMs !== null) return topOf(walk);
  return highest(state.watermarkMs, topOf(walk));
}

/**
 * The newest item of a walk, but nothing later than its start by the API's own clock. One item dated into the future
 * would otherwise hide all earlier ones; and in a list without a time order, items may be created unseen during the walk.
 * Lower is always safe: it only means looking at a little more again.
 */
const topOf = ({ topMs, startedAtMs }: Walk): number | null =>
  topMs === null ? null : Math.min(topMs, startedAtMs);

const highest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

/** The state with no time later than the API's own clock. */
export function notAhead(state: FeedState, apiNowMs: number): FeedState {
  const { watermarkMs, sweptUpToMs, wholeUpToMs } = state;
  if ([watermarkMs, sweptUpToMs, wholeUpToMs].every((time) => (time ?? 0) <= apiNowMs)) return state;
  return {
    ...state,
    watermarkMs: watermarkMs === null ? null : Math.min(watermarkMs, apiNowMs),
    ...(sweptUpToMs !== undefined && { sweptUpToMs: Math.min(sweptUpToMs, apiNowMs) }),
    ...(wholeUpToMs !== undefined && { wholeUpToMs: Math.min(wholeUpToMs, apiNowMs) }),
  };
}
