import fc from 'fast-check';
import type { Crash } from '../verdicts/history.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The last of three endpoints chooses only these. */
export const CHOSEN = ['verdict.recorded', 'case.claimed'] as const;
export const SECRET_KEY = Buffer.alloc(32, 7);

/** How a receiver fails. `cuts`: it takes the event, and its answer is lost. `disables`: it takes it, and wants no more. */
export const FAILURES = ['hangs', 'refuses', 'cuts', '503', '429', '410', '401', '302', 'disables'] as const;

export interface Outage {
  readonly atMs: number;
  readonly forMs: number;
  /** Which endpoint. */
  readonly which: number;
  readonly how: (typeof FAILURES)[number];
}

/** A case, and what becomes of it. */
export interface HookItem {
  readonly atMs: number;
  readonly changes: number;
  readonly claims: number;
  readonly decided: boolean;
  /** Between one of these and the next. */
  readonly gapMs: number;
  /** The first endpoint answers so to all that is about this case; 0: it takes it. */
  readonly poison: 0 | 400 | 500;
  /** So much later the poller hands it to the last endpoint, whose queue refuses it until then. */
  readonly lateMs: number;
}

export const KINDS = ['webhook', 'sqs', 'eventbridge'] as const;
export type Kind = (typeof KINDS)[number];

export interface HookHistory {
  readonly seed: number;
  readonly endpoints: number;
  /** Of each endpoint; webhooks where it is not said. */
  readonly kinds?: readonly Kind[];
  readonly items: readonly HookItem[];
  readonly outages: readonly Outage[];
  readonly crashes: readonly Crash[];
  /** In percent of calls, while there is trouble. */
  readonly tableFaults: number;
  readonly queueFaults: number;
  readonly lostAnswers: number;
  /** So long it may take until the list shows what was written. */
  readonly listLagMs: number;
}

/** Nothing goes wrong but what the receivers do. */
export const isCalm = ({ crashes, tableFaults, queueFaults, lostAnswers, listLagMs }: HookHistory): boolean =>
  crashes.length + tableFaults + queueFaults + lostAnswers + listLagMs === 0;

const seldom = (most: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );
const longOrShort = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3 * MINUTE }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 * HOUR }) },
);

const item: fc.Arbitrary<HookItem> = fc.record({
  atMs: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 * MINUTE }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 10 * HOUR }) },
  ),
  changes: fc.nat(2),
  claims: fc.nat(2),
  decided: fc.boolean(),
  gapMs: fc.constantFrom(100, 2 * SECOND, 20 * SECOND),
  poison: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0 as const) },
    fc.constantFrom(400 as const, 500 as const),
  ),
  lateMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 * MINUTE })),
});

export const hookHistory: fc.Arbitrary<HookHistory> = fc.record({
  seed: fc.nat(),
  endpoints: fc.integer({ min: 1, max: 3 }),
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 3, maxLength: 3 }),
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
  outages: fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    {
      weight: 2,
      arbitrary: fc.array(
        fc.record({
          atMs: fc.integer({ min: 0, max: 3 * MINUTE }),
          forMs: longOrShort,
          which: fc.nat(2),
          how: fc.constantFrom(...FAILURES),
        }),
        { maxLength: 3 },
      ),
    },
  ),
  crashes: fc.oneof(
    fc.constant([]),
    fc.array(fc.record({ atCall: fc.nat(300), when: fc.constantFrom('before', 'after') }), { maxLength: 6 }),
  ),
  tableFaults: seldom(15),
  queueFaults: seldom(30),
  lostAnswers: seldom(30),
  listLagMs: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 * SECOND })),
});
