import type { AskedWalk, FeedState, Walk } from './feed-state.ts';
import { beginWalk, positionOf } from './walk.ts';

export interface WantedWalk extends AskedWalk {
  /** Walks over everything created since then. */
  readonly fromMs: number;
  readonly nowMs: number;
}

/** More at once would use up the requests of everybody else. */
const MOST_ASKED = 4;

export type AskedFor = { readonly state: FeedState } | { readonly refused: string };

/**
 * The state of a feed with one more walk, at an operator's request. The poller treats it like any other unfinished walk:
 * page by page, after what is new, and after a crash from where it was. It drops what the ledger already knows.
 */
export function askForWalk(state: FeedState, wanted: WantedWalk): AskedFor {
  const { id, again, only, fromMs, nowMs } = wanted;
  if (!state.started)
    return { refused: 'its first look has not ended yet. Wait until it was polled, and try again' };
  if (state.walks.filter(({ asked }) => asked !== undefined).length >= MOST_ASKED)
    return {
      refused: `it goes through its list for operators ${MOST_ASKED} times already. Wait until one has ended`,
    };
  const whole = state.order === 'unordered';
  const walk = beginWalk({ kind: 'sweep', whole, floorMs: fromMs, wantedFromMs: fromMs, startedAtMs: nowMs });
  const asked = { id, ...(again && { again }), ...(only !== undefined && { only }) };
  return { state: { ...state, walks: [...state.walks, { ...walk, asked }] } };
}

/** How far a walk has come, from 0 to 1, measured by time between its start and its floor. */
export function progressOf(walk: Walk): number {
  const here = positionOf(walk)?.createdAtMs;
  const spanMs = (walk.topMs ?? walk.startedAtMs) - walk.floorMs;
  if (here === undefined || spanMs <= 0) return 0;
  const left = Math.min(1, Math.max(0, (here - walk.floorMs) / spanMs));
  return walk.falls >= walk.rises ? 1 - left : left;
}
