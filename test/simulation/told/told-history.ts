import fc from 'fast-check';

const SECOND = 1_000;
/** Trouble happens within this time; then it is calm, and everything must turn out right. */
export const TROUBLED_MS = 120 * SECOND;

/** Where cases go, and where threats go besides or instead. */
export const CASE_KINDS = ['soc', 'duty', 'both', 'lake', 'nowhere'] as const;
export const THREAT_KINDS = ['soc', 'duty', 'both', 'loud', 'lake', 'shadow', 'nowhere'] as const;

/** The mildest first. `unknown`: it says nothing of it. */
export const TOLD_SEVERITIES = ['unknown', 'low', 'high', 'critical'] as const;
export const TOLD_TYPES = [null, 'sabotage', 'insider_threat'] as const;

export interface ToldThreatOf {
  readonly kind: (typeof THREAT_KINDS)[number];
  /** After its case is listed; before it where that is negative. */
  readonly laterMs: number;
}

export interface ToldCase {
  readonly atMs: number;
  readonly kind: (typeof CASE_KINDS)[number];
  /** The threats that are its events. */
  readonly threats: readonly ToldThreatOf[];
  /** It has the first event of the case before it too. */
  readonly shares: boolean;
  /** With so many other events that its own are left out. */
  readonly huge: boolean;
  readonly severity: (typeof TOLD_SEVERITIES)[number];
  readonly type: (typeof TOLD_TYPES)[number];
  /** So much later it has a critical event, and goes where critical cases go. */
  readonly escalatesMs: number | null;
}

/** What becomes of the list of cases while there is trouble. */
export const CASES_TROUBLE = ['none', 'slow', 'failing', 'refused'] as const;

export interface ToldHistory {
  readonly seed: number;
  readonly start: 'all' | 'now';
  /** Cases that are there before the bridge starts. */
  readonly history: number;
  readonly cases: readonly ToldCase[];
  /** Of no case. */
  readonly alone: readonly { readonly atMs: number; readonly kind: (typeof THREAT_KINDS)[number] }[];
  readonly pollers: number;
  readonly everyMs: number;
  readonly crashes: readonly { readonly atCall: number; readonly when: 'before' | 'after' }[];
  readonly casesTrouble: (typeof CASES_TROUBLE)[number];
  /** The queue of one chat takes nothing. */
  readonly brokenQueue: boolean;
  /** In percent of calls or messages. */
  readonly tableFaults: number;
  readonly queueFaults: number;
  /** Reads that may be moments old miss what was just written, in percent. */
  readonly stale: number;
  /** People who are muted for a while. */
  readonly mutes: readonly ToldMute[];
  /** All routes post only the first of what is alike within a time, which may be over while there is trouble. */
  readonly dedupe: ToldDedupe | null;
}

/** In calm, when a poller has met what was listed then: with the next poll, or with the first after the trouble. */
export function metByMs({ everyMs }: Pick<ToldHistory, 'everyMs'>, atMs: number): number {
  const nextMs = atMs + everyMs + 10 * SECOND;
  return nextMs < TROUBLED_MS ? nextMs : TROUBLED_MS + 65 * SECOND;
}

export interface ToldDedupe {
  readonly by: readonly ('user' | 'threatType')[];
  readonly forMs: number;
  /** Where the reconciler dies, which lists what was folded. */
  readonly crashes: ToldHistory['crashes'];
}

export interface ToldMute {
  readonly kind: (typeof THREAT_KINDS)[number];
  readonly atMs: number;
  readonly forMs: number;
}

const seldom = (percent: number) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: percent }) },
  );
const kindOfThreat = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('soc' as const, 'both' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...THREAT_KINDS) },
);
const atMs = fc.integer({ min: 0, max: TROUBLED_MS });

const aCase: fc.Arbitrary<ToldCase> = fc.record({
  atMs,
  kind: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('soc' as const, 'both' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...CASE_KINDS) },
  ),
  threats: fc.array(
    fc.record({
      kind: kindOfThreat,
      laterMs: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        fc.integer({ min: -60 * SECOND, max: 60 * SECOND }),
      ),
    }),
    { maxLength: 4 },
  ),
  shares: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
  huge: fc.oneof({ weight: 40, arbitrary: fc.constant(false) }, fc.constant(true)),
  severity: fc.constantFrom(...TOLD_SEVERITIES),
  type: fc.constantFrom(...TOLD_TYPES),
  escalatesMs: fc.option(fc.integer({ min: SECOND, max: TROUBLED_MS }), { freq: 3 }),
});

const anyHistory: fc.Arbitrary<ToldHistory> = fc.record({
  seed: fc.nat(),
  start: fc.constantFrom('all', 'now'),
  history: fc.constantFrom(0, 0, 2),
  cases: fc.array(aCase, { minLength: 1, maxLength: 5 }),
  alone: fc.array(fc.record({ atMs, kind: kindOfThreat }), { maxLength: 3 }),
  pollers: fc.oneof(
    { weight: 1, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 3 }) },
  ),
  everyMs: fc.constantFrom(5 * SECOND, 15 * SECOND, 60 * SECOND),
  crashes: fc.oneof(
    fc.constant([]),
    fc.array(fc.record({ atCall: fc.nat(120), when: fc.constantFrom('before', 'after') }), { maxLength: 5 }),
  ),
  casesTrouble: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...CASES_TROUBLE) },
  ),
  brokenQueue: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
  tableFaults: seldom(20),
  queueFaults: seldom(40),
  stale: seldom(60),
  mutes: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.record({ kind: kindOfThreat, atMs, forMs: fc.integer({ min: SECOND, max: 3 * TROUBLED_MS }) }),
        { minLength: 1, maxLength: 3 },
      ),
    },
  ),
  dedupe: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({
        by: fc.constantFrom(['user'] as const, ['threatType'] as const, ['user', 'threatType'] as const),
        forMs: fc.integer({ min: 10 * SECOND, max: 300 * SECOND }),
        crashes: fc.array(fc.record({ atCall: fc.nat(30), when: fc.constantFrom('before', 'after') }), {
          maxLength: 2,
        }),
      }),
    },
  ),
});

/** What stands for a case that changes, and what is left out of a large one then, the judges cannot say. */
export const toldHistory: fc.Arbitrary<ToldHistory> = anyHistory.map((history) => ({
  ...history,
  cases: history.cases.map((one) =>
    history.dedupe === null && !one.huge ? one : { ...one, escalatesMs: null },
  ),
}));
