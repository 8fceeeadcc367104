import fc from 'fast-check';
import { CURSOR_POLICIES, type CursorPolicy, type ListOrder, ORDERS } from './model-list.ts';

const MINUTE = 60_000;
/** Of every history with hostile lists. */
export const FEED_RULES = {
  lookbackMs: 5 * MINUTE,
  sweepEveryMs: 20 * MINUTE,
  sweepWindowMs: 6 * 60 * MINUTE,
};

export const API_FAULTS = ['401', '423', '429', '500', 'timeout', 'malformed'] as const;
export type ApiFault = (typeof API_FAULTS)[number];
export const FEEDS = ['threats', 'cases'] as const;
export type FeedName = (typeof FEEDS)[number];

/** Trouble with lists is over by then. Items appear also when it is calm, so that late ones meet every moment between two sweeps. */
export const LISTS_TROUBLED_MS = 7 * MINUTE;
export const ITEMS_MS = LISTS_TROUBLED_MS + 50 * MINUTE;

export type ListEvent =
  | {
      readonly what: 'items';
      readonly atMs: number;
      readonly of: FeedName;
      readonly count: number;
      readonly tie: boolean;
      /** Created so long before the list shows them; dated into the future where it is less than nothing. */
      readonly bornMsAgo: number;
    }
  | { readonly what: 'delete'; readonly atMs: number; readonly of: FeedName; readonly which: number }
  | { readonly what: 'delete-cursor'; readonly atMs: number; readonly of: FeedName }
  /** Of the oldest items all are deleted but so many. */
  | { readonly what: 'purge'; readonly atMs: number; readonly of: FeedName; readonly but: number }
  | { readonly what: 'order'; readonly atMs: number; readonly order: ListOrder }
  | { readonly what: 'cursors'; readonly atMs: number; readonly policy: CursorPolicy };

/** Lists of an API that promises no order, with the trouble that only a poller meets. */
export interface Lists {
  /** Of a history of pollers alone: null where both are polled. */
  readonly only: FeedName | null;
  readonly order: ListOrder;
  readonly cursors: CursorPolicy;
  readonly createdAfter: 'inclusive' | 'exclusive';
  readonly pageSize: number;
  readonly repeatsItems: boolean;
  readonly past: Readonly<Record<FeedName, number>>;
  readonly pastTies: boolean;
  readonly events: readonly ListEvent[];
  readonly start: 'now' | 'all' | 'since';
  /** The API's clock is so far ahead of the world's, and whether its answers say so. */
  readonly clockOffsetMs: number;
  readonly saysTime: boolean;
  readonly apiFaults: number;
  readonly apiOutages: readonly { readonly atMs: number; readonly forMs: number; readonly fault: ApiFault }[];
  /** A queue that takes nothing while there is trouble. */
  readonly brokenQueue: boolean;
  readonly pollers: number;
  /** In percent: how often a poll runs in a new process. */
  readonly cold: number;
  readonly runMs: number;
  /** When it is calm: no poll begins in this time, as when a schedule is throttled or its invocations are dropped. */
  readonly silence: { readonly fromMs: number; readonly forMs: number } | null;
  /** The how-many-th call of pollers, before or after which one is frozen, with its machine. */
  readonly stalls: readonly { readonly atCall: number; readonly after: boolean; readonly forMs: number }[];
  /** How far the clock of each slot's processes is ahead of the world's; those not named are right. */
  readonly clocks: readonly number[];
  readonly clockChanges: readonly {
    readonly atMs: number;
    readonly slot: number;
    readonly aheadMs: number;
  }[];
  readonly ticks: TickTrouble;
}

/** What becomes of ticks while there is trouble. */
export interface TickTrouble {
  readonly everyMs: number;
  /** In percent. */
  readonly lost: number;
  readonly repeated: number;
  /** Each comes up to so much later than it should: with more than the gap, they overtake each other. */
  readonly lateMs: number;
  readonly purgedAtMs: number | null;
}

const atMs = fc.integer({ min: MINUTE, max: LISTS_TROUBLED_MS });
const of = fc.constantFrom('threats' as const, 'threats' as const, 'cases' as const);
const anHourOff = fc.oneof(
  fc.constantFrom(-60 * MINUTE, 60 * MINUTE),
  fc.integer({ min: -60 * MINUTE, max: 60 * MINUTE }),
);
/** Just within a bound, or anywhere in the last tenth before it. */
const upTo = (boundMs: number) =>
  fc.oneof(
    fc.integer({ min: boundMs - 1_000, max: boundMs - 1 }),
    fc.integer({ min: Math.ceil(boundMs * 0.9), max: boundMs - 1 }),
  );
const bornMsAgo = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: FEED_RULES.lookbackMs }) },
  { weight: 1, arbitrary: upTo(FEED_RULES.lookbackMs) },
  { weight: 2, arbitrary: fc.integer({ min: FEED_RULES.lookbackMs, max: FEED_RULES.sweepWindowMs }) },
  { weight: 2, arbitrary: upTo(FEED_RULES.sweepWindowMs) },
  { weight: 1, arbitrary: fc.integer({ min: -5 * 60 * MINUTE, max: 0 }) },
);

const event: fc.Arbitrary<ListEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('items' as const),
      atMs: fc.oneof({ weight: 2, arbitrary: atMs }, fc.integer({ min: LISTS_TROUBLED_MS, max: ITEMS_MS })),
      of,
      count: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
        fc.integer({ min: 1, max: 12 }),
      ),
      tie: fc.boolean(),
      bornMsAgo,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('delete' as const), atMs, of, which: fc.nat(1_000) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete-cursor' as const), atMs, of }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('purge' as const), atMs, of, but: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('order' as const), atMs, order: fc.constantFrom(...ORDERS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('cursors' as const),
      atMs,
      policy: fc.constantFrom(...CURSOR_POLICIES),
    }),
  },
);

const past = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 10, max: 45 }));

export const lists: fc.Arbitrary<Lists> = fc.record({
  only: fc.constantFrom('threats', 'threats', 'cases', null),
  order: fc.constantFrom(...ORDERS),
  cursors: fc.constantFrom(...CURSOR_POLICIES),
  createdAfter: fc.constantFrom('inclusive', 'exclusive'),
  pageSize: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 10, max: 25 })),
  repeatsItems: fc.boolean(),
  past: fc.record({ threats: past, cases: fc.oneof(fc.constant(0), fc.nat(6)) }),
  pastTies: fc.boolean(),
  events: fc.array(event, { maxLength: 8 }),
  start: fc.constantFrom('now', 'now', 'all', 'since'),
  clockOffsetMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: -8 * MINUTE, max: 8 * MINUTE }) },
    { weight: 1, arbitrary: anHourOff },
  ),
  saysTime: fc.boolean(),
  apiFaults: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })),
  apiOutages: fc.array(
    fc.record({
      atMs,
      forMs: fc.integer({ min: 1_000, max: 3 * MINUTE }),
      fault: fc.constantFrom(...API_FAULTS),
    }),
    { maxLength: 1 },
  ),
  brokenQueue: fc.nat(9).map((n) => n === 0),
  pollers: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 4 })),
  cold: fc.constantFrom(0, 10, 50, 100),
  runMs: fc.oneof(fc.constant(50_000), fc.integer({ min: 2_200, max: 5_000 })),
  silence: fc.option(
    fc.record({
      fromMs: fc.integer({ min: LISTS_TROUBLED_MS + 5 * MINUTE, max: ITEMS_MS - 10 * MINUTE }),
      forMs: fc.integer({ min: MINUTE, max: 45 * MINUTE }),
    }),
    { freq: 2 },
  ),
  stalls: fc.array(
    fc.record({
      atCall: fc.nat(130),
      after: fc.boolean(),
      forMs: fc.integer({ min: 10_000, max: 4 * MINUTE }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  clocks: fc.array(fc.oneof(fc.constant(0), anHourOff), { minLength: 1, maxLength: 4 }),
  clockChanges: fc.array(fc.record({ atMs, slot: fc.nat(3), aheadMs: fc.oneof(fc.constant(0), anHourOff) }), {
    maxLength: 1,
  }),
  ticks: fc.record({
    everyMs: fc.constantFrom(5_000, 15_000, 20_000, 30_000, 45_000),
    lost: fc.constantFrom(0, 0, 10, 100),
    repeated: fc.constantFrom(0, 0, 10, 50),
    lateMs: fc.constantFrom(0, 1_000, 10_000, 120_000),
    purgedAtMs: fc.option(atMs, { freq: 1 }),
  }),
});
