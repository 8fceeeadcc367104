import type { PastTail } from './fact-finder.ts';

/** What the pages so far say about how a list is sorted by `created_at`. */
export type Order = 'unknown' | 'newest-first' | 'oldest-first' | 'unordered';

/** An item that a walk met, and from which the next page can be asked for. */
export interface Position {
  readonly id: string;
  readonly createdAtMs: number;
}

/** One way through a list, from its head or from a position, down to a floor or to the end. */
export interface Walk {
  /** `survey`: through the whole list now and then, because no look at a part of it proves the order of the rest. */
  readonly kind: 'live' | 'sweep' | 'survey';
  /** The first walk of a feed. Until it ends, `quietBeforeMs` holds. */
  readonly initial: boolean;
  /** Never stops at its floor: the list is known to have no time order. */
  readonly whole: boolean;
  /** It need not go further down than this. */
  readonly floorMs: number;
  /** Items created before this are none of its business. Earlier than the floor: what it meets anyway, it looks at. */
  readonly wantedFromMs: number;
  /** The API's clock at its start, or earlier. What was created before was there to be met. */
  readonly startedAtMs: number;
  readonly fromHead: boolean;
  /** The newest `created_at` it met. */
  readonly topMs: number | null;
  /** Where it has been, last position last. Several, because the last item may be deleted under our feet. */
  readonly trail: readonly Position[];
  /** Steps from newer to older items, and from older to newer ones. */
  readonly falls: number;
  readonly rises: number;
  readonly pages: number;
  /** It has come to the end of the list, and not only to its floor. */
  readonly toEnd?: true;
  /** An operator asked for it. */
  readonly asked?: AskedWalk | undefined;
}

/** What an operator wants of a walk beyond looking for what the ledger does not know. */
export interface AskedWalk {
  readonly id: string;
  /** What it announces though it was recorded: `history`, which was never announced, or `all`. */
  readonly again?: 'history' | 'all' | undefined;
  /** It is about this item, and no other. */
  readonly only?: string | undefined;
}

/** A place in the list that could not be read, though its head could, and in how many polls. */
export interface UnreadablePlace {
  readonly id: string;
  readonly polls: number;
}

export interface Pause {
  readonly because: 'not_ready' | 'unauthorized';
  readonly untilMs: number;
  /** When the answer came that asked for it last, and when the first. */
  readonly fromMs?: number;
  readonly sinceMs: number;
  /** The operators know. */
  readonly told: boolean;
}

/** Everything a feed needs to go on in another process. */
export interface FeedState {
  readonly v: 1;
  /** The first walk has ended. */
  readonly started: boolean;
  readonly order: Order;
  /**
   * Every item created up to here that was visible is handed over, or lies on a walk in `walks`. Only ever
   * compared with other `created_at`, so it does not matter how wrong anyone's clock is.
   */
  readonly watermarkMs: number | null;
  /** Items created before are not this bridge's: from before it was switched on, or before `since`. */
  readonly notBeforeMs: number;
  /** Until the list was seen whole: items created before are history, recorded and not announced. */
  readonly quietBeforeMs: number | null;
  /** Walks that are not finished, in the order in which they go on. */
  readonly walks: readonly Walk[];
  /** Oldest-first lists without a time filter: positions to start from, oldest first. */
  readonly checkpoints: readonly Position[];
  readonly sweptAtMs: number;
  /**
   * The API's clock when the last sweep began that was completed, or earlier. What became visible since then, no sweep
   * has looked for.
   */
  readonly sweptUpToMs?: number;
  /** The same of the last walk through the whole list; by our clock when it ended; and how long it was. */
  readonly wholeUpToMs?: number;
  readonly wholeWalkAtMs: number;
  readonly wholeWalkPages: number;
  /** Some item could not be handed to all of its destinations yet. */
  readonly unfinished: boolean;
  /** A poller died or failed at it, and what it may have handed over was not met again yet. */
  readonly isAfterDeath?: boolean | undefined;
  readonly pause: Pause | null;
  readonly unreadable?: readonly UnreadablePlace[];
  /** By the API's clock, when the operators were told last that ours differs much from it. */
  readonly clockToldAtMs?: number;
  /** When a poll succeeded last, or up to `HEARTBEAT_MS` before that: not every poll that finds nothing writes. */
  readonly polledAtMs?: number;
  /** When the oldest item was created that a queue has not taken yet, as far as is known. */
  readonly missingSinceMs?: number | undefined;
  /** Of cases: those that were met and are counted in no row of their own yet. */
  readonly past?: PastTail | undefined;
}

/** So long a poll that changes nothing may leave the row alone, by which the reconciler sees that polls succeed. */
export const HEARTBEAT_MS = 3 * 60_000;

export type StartMode = 'now' | 'all' | { readonly since: number };

export interface FeedRules {
  readonly start: StartMode;
  readonly pollEveryMs: number;
  readonly lookbackMs: number;
  readonly sweepEveryMs: number;
  readonly sweepWindowMs: number;
}

/** How far the API's clock may be from ours before a comparison between the two goes wrong. */
const CLOCK_TOLERANCE_MS = 2 * 60 * 60_000;

/** Without word from the API, its clock is taken to be this much behind ours: earlier is always safe. */
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
    // Set when the API's clock is known, by the first page.
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
