import type { PastTail } from './fact-finder.ts';

/** What the pages seen so far say about the list's order by `created_at`. */
export type Order = 'unknown' | 'newest-first' | 'oldest-first' | 'unordered';

/** An item that a walk met, and after which the next page can be requested. */
export interface Position {
  readonly id: string;
  readonly createdAtMs: number;
}

/** One pass through a list, from its head or from a position, down to a floor or to the end. */
export interface Walk {
  /** `survey`: a pass through the whole list now and then, because no look at a part proves the order of the rest. */
  readonly kind: 'live' | 'sweep' | 'survey';
  /** The first walk of a feed. Until it ends, `quietBeforeMs` holds. */
  readonly initial: boolean;
  /** Never stops at its floor: the list is known to have no time order. */
  readonly whole: boolean;
  /** The walk need not go further back than this. */
  readonly floorMs: number;
  /** The walk ignores items created before this. If it is earlier than the floor, items met below the floor count. */
  readonly wantedFromMs: number;
  /** The API's clock when the walk began, or earlier. Everything created before was there to be met. */
  readonly startedAtMs: number;
  readonly fromHead: boolean;
  /** The newest `created_at` that the walk met. */
  readonly topMs: number | null;
  /** Where the walk has been, latest position last. Several, because the last item may be deleted in the meantime. */
  readonly trail: readonly Position[];
  /** Steps from newer to older items, and from older to newer ones. */
  readonly falls: number;
  readonly rises: number;
  readonly pages: number;
  /** The walk reached the end of the list, and not only its floor. */
  readonly toEnd?: true;
  /** An operator asked for it. */
  readonly asked?: AskedWalk | undefined;
}

/** What an operator wants from a walk beyond finding what the ledger does not know. */
export interface AskedWalk {
  readonly id: string;
  /** What it announces again though it is recorded: `history`, which was never announced, or `all`. */
  readonly again?: 'history' | 'all' | undefined;
  /** Limits the walk to this one item. */
  readonly only?: string | undefined;
}

/** A place in the list that could not be read though the head could, and in how many polls. */
export interface UnreadablePlace {
  readonly id: string;
  readonly polls: number;
}

export interface Pause {
  readonly because: 'not_ready' | 'unauthorized';
  readonly untilMs: number;
  /** When the API last asked for the pause, and when it first did. */
  readonly fromMs?: number;
  readonly sinceMs: number;
  /** The operators have been told. */
  readonly told: boolean;
}

/** Everything a feed needs to go on in another process. */
export interface FeedState {
  readonly v: 1;
  /** The first walk has ended. */
  readonly started: boolean;
  readonly order: Order;
  /**
   * Every visible item created up to here was sent, or lies on a walk in `walks`. Only ever compared with other
   * `created_at`, so wrong clocks do not matter.
   */
  readonly watermarkMs: number | null;
  /** Items created before are not for this bridge: they are from before it was switched on, or before `since`. */
  readonly notBeforeMs: number;
  /** Until the whole list was seen, items created before this are history: recorded, but not announced. */
  readonly quietBeforeMs: number | null;
  /** Unfinished walks, in the order in which they go on. */
  readonly walks: readonly Walk[];
  /** For oldest-first lists without a time filter: positions to start from, oldest first. */
  readonly checkpoints: readonly Position[];
  readonly sweptAtMs: number;
  /**
   * The API's clock when the last completed sweep began, or earlier. No sweep has looked for what became visible since
   * then.
   */
  readonly sweptUpToMs?: number;
  /** The same for the last walk through the whole list; when it ended, by our clock; and how many pages it read. */
  readonly wholeUpToMs?: number;
  readonly wholeWalkAtMs: number;
  readonly wholeWalkPages: number;
  /** Some item could not be sent to all of its destinations yet. */
  readonly unfinished: boolean;
  /** A poller crashed or failed on this feed, and the items that it may have sent were not met again yet. */
  readonly isAfterCrash?: boolean | undefined;
  readonly pause: Pause | null;
  readonly unreadable?: readonly UnreadablePlace[];
  /** When the operators were last told that our clock differs by much, by the API's clock. */
  readonly clockNoticeAtMs?: number;
  /** When a poll last succeeded, or up to `HEARTBEAT_MS` before: not every poll that finds nothing writes. */
  readonly polledAtMs?: number;
  /** Since when polls fail, other than by a pause; nothing once one has succeeded. */
  readonly failingSinceMs?: number;
  /** When a poll last announced new items. */
  readonly announcedAtMs?: number;
  /** When the oldest known item was created that a queue has not taken yet. */
  readonly missingSinceMs?: number | undefined;
  /** For cases: those met, but not yet counted in a row of their own. */
  readonly past?: PastTail | undefined;
}

/** How long polls that change nothing may leave the row alone. The reconciler reads there that polls succeed. */
export const HEARTBEAT_MS = 3 * 60_000;

export type StartMode = 'now' | 'all' | { readonly since: number };

export interface FeedRules {
  readonly start: StartMode;
  readonly pollEveryMs: number;
  readonly lookbackMs: number;
  readonly sweepEveryMs: number;
  readonly sweepWindowMs: number;
}

/** How far the API's clock may be from ours before a comparison of the two goes wrong. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 60_000;

/** If the API does not state its time, its clock is assumed to be this far behind ours: earlier is always safe. */
export const UNSAID_CLOCK_MS = 10 * 60_000;

export function initialState({ start, sweepWindowMs }: FeedRules, nowMs: number): FeedState {
  const notBeforeMs =
    start === 'all' ? 0 : start === 'now' ? nowMs - sweepWindowMs - CLOCK_TOLERANCE_MS : start.since;
  return {
    v: 1,
    started: false,
    order: 'unknown',
    watermarkMs: null,
    notBeforeMs,
    // Set by the first page, which shows the API's clock.
    quietBeforeMs: null,
    walks: [],
    checkpoints: [],
    sweptAtMs: nowMs,
    wholeWalkAtMs: 0,
    wholeWalkPages: 0,
    unfinished: false,
    pause: null,
  };
}
