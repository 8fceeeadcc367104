import fc from 'fast-check';
import {
  type ApiFault,
  CURSOR_POLICIES,
  type CursorPolicy,
  FAULTS,
  type ListOrder,
  ORDERS,
} from './model-api.ts';

const MINUTE = 60_000;
export const RULES = {
  pollEveryMs: MINUTE,
  lookbackMs: 5 * MINUTE,
  sweepEveryMs: 20 * MINUTE,
  sweepWindowMs: 6 * 60 * MINUTE,
};
/** Trouble happens within this time; then it is calm, and everything must turn out right. */
export const TROUBLED_MS = 5 * MINUTE;
/** Items appear also when it is calm, up to here, so that late ones meet every moment between two sweeps. */
export const ITEMS_MS = TROUBLED_MS + 50 * MINUTE;

export type WorldEvent =
  | { readonly what: 'items'; atMs: number; count: number; tie: boolean; bornMsAgo: number }
  | { readonly what: 'delete'; atMs: number; which: number }
  | { readonly what: 'delete-cursor'; atMs: number }
  /** Of the oldest items all are deleted but so many. */
  | { readonly what: 'purge'; atMs: number; but: number }
  | { readonly what: 'order'; atMs: number; order: ListOrder }
  | { readonly what: 'cursor-policy'; atMs: number; policy: CursorPolicy }
  /** The clock of the processes in one slot is put to this far from the world's. */
  | { readonly what: 'clock'; atMs: number; slot: number; aheadMs: number }
  | { readonly what: 'outage'; atMs: number; forMs: number; fault: ApiFault };

export interface Crash {
  /** The how-many-th call of any process to any port. */
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

/** A call before or after whose effect a process is frozen. */
export interface Stall extends Crash {
  readonly forMs: number;
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

export interface Scenario {
  readonly seed: number;
  readonly filtersByTime: boolean;
  readonly start: 'now' | 'all' | 'since';
  readonly history: number;
  readonly historyTies: boolean;
  readonly pageSize: number;
  readonly pollers: number;
  readonly runMs: number;
  readonly order: ListOrder;
  readonly cursorPolicy: CursorPolicy;
  readonly createdAfter: 'inclusive' | 'exclusive';
  readonly clockOffsetMs: number;
  readonly saysTime: boolean;
  readonly repeatsItems: boolean;
  /** Chance of trouble per call or message, in percent. */
  readonly apiFaults: number;
  readonly queueFaults: number;
  readonly tableFaults: number;
  readonly brokenQueue: boolean;
  readonly events: readonly WorldEvent[];
  readonly crashes: readonly Crash[];
  readonly stalls: readonly Stall[];
  /** How far the clock of each slot's processes is ahead of the world's; those not named are right. */
  readonly clocks: readonly number[];
  /** When it is calm: no poll begins in this time, as when a schedule is throttled or its invocations are dropped. */
  readonly silence: { readonly fromMs: number; readonly forMs: number } | null;
  /** Null: there are none, and the schedule alone has feeds polled. */
  readonly ticks: TickTrouble | null;
}

const atMs = fc.integer({ min: 0, max: TROUBLED_MS });
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

const event: fc.Arbitrary<WorldEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      what: fc.constant('items' as const),
      atMs: fc.oneof({ weight: 2, arbitrary: atMs }, fc.integer({ min: TROUBLED_MS, max: ITEMS_MS })),
      count: fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
        fc.integer({ min: 1, max: 25 }),
      ),
      tie: fc.boolean(),
      bornMsAgo: fc.oneof(
        { weight: 6, arbitrary: fc.constant(0) },
        { weight: 2, arbitrary: fc.integer({ min: 0, max: RULES.lookbackMs }) },
        { weight: 1, arbitrary: upTo(RULES.lookbackMs) },
        { weight: 2, arbitrary: fc.integer({ min: RULES.lookbackMs, max: RULES.sweepWindowMs }) },
        { weight: 2, arbitrary: upTo(RULES.sweepWindowMs) },
        { weight: 1, arbitrary: fc.integer({ min: -5 * 60 * MINUTE, max: 0 }) },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete' as const), atMs, which: fc.nat(1_000) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('delete-cursor' as const), atMs }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('purge' as const), atMs, but: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('order' as const), atMs, order: fc.constantFrom(...ORDERS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('cursor-policy' as const),
      atMs,
      policy: fc.constantFrom(...CURSOR_POLICIES),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('clock' as const),
      atMs,
      slot: fc.nat(4),
      aheadMs: fc.oneof(fc.constant(0), anHourOff),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('outage' as const),
      atMs,
      forMs: fc.integer({ min: 1_000, max: 3 * MINUTE }),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
);

const seldom = (percent: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: percent }) },
  );

export const scenario: fc.Arbitrary<Scenario> = fc.record({
  seed: fc.nat(),
  filtersByTime: fc.boolean(),
  start: fc.constantFrom('now', 'all', 'since'),
  history: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 45 })),
  historyTies: fc.boolean(),
  pageSize: fc.oneof(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 10, max: 25 })),
  pollers: fc.oneof(
    { weight: 2, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 5 }) },
  ),
  runMs: fc.oneof(fc.constant(50_000), fc.integer({ min: 3_000, max: 10_000 })),
  order: fc.constantFrom(...ORDERS),
  cursorPolicy: fc.constantFrom(...CURSOR_POLICIES),
  createdAfter: fc.constantFrom('inclusive', 'exclusive'),
  clockOffsetMs: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: -8 * MINUTE, max: 8 * MINUTE }) },
    { weight: 1, arbitrary: anHourOff },
  ),
  saysTime: fc.boolean(),
  repeatsItems: fc.boolean(),
  apiFaults: seldom(20),
  queueFaults: seldom(40),
  tableFaults: seldom(20),
  brokenQueue: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  events: fc.array(event, { maxLength: 8 }),
  crashes: fc.oneof(
    fc.constant([]),
    fc.array(fc.record({ atCall: fc.nat(130), when: fc.constantFrom('before', 'after') }), { maxLength: 6 }),
  ),
  stalls: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.record({
          atCall: fc.nat(130),
          when: fc.constantFrom('before', 'after'),
          forMs: fc.integer({ min: 10_000, max: 4 * MINUTE }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    },
  ),
  clocks: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.oneof(fc.constant(0), anHourOff), { minLength: 1, maxLength: 5 }) },
  ),
  silence: fc.option(
    fc.record({
      fromMs: fc.integer({ min: TROUBLED_MS + 5 * MINUTE, max: ITEMS_MS - 10 * MINUTE }),
      forMs: fc.integer({ min: MINUTE, max: 45 * MINUTE }),
    }),
    { freq: 2 },
  ),
  // Last on purpose: what is drawn before stays as it was, and so the seeds of planted bugs.
  ticks: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        everyMs: fc.constantFrom(5_000, 15_000, 20_000, 30_000, 45_000),
        lost: fc.constantFrom(0, 0, 10, 100),
        repeated: fc.constantFrom(0, 0, 10, 50),
        lateMs: fc.constantFrom(0, 1_000, 10_000, 120_000),
        purgedAtMs: fc.option(atMs, { freq: 1 }),
      }),
    },
  ),
});
