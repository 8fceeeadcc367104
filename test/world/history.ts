import fc from 'fast-check';
import { type Lists, lists } from './lists.ts';

/** What a history may have beside cases in one channel. `--part` switches all others off. */
export const CAPABILITIES = [
  'teams',
  'webhook',
  'verdicts',
  'approval',
  'undo',
  'claims',
  'mentions',
  'escalation',
  'dedupe',
  'mutes',
  'personas',
  'bulk',
  'systems',
  'canary',
  'storm',
  'threats',
  'lifecycle',
  'crashes',
  'faults',
  'outages',
  'purges',
  'rolling',
  'forget',
  'lists',
  'ticks',
  'clocks',
  'stalls',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What a history of pollers and notifiers alone may have: ticks, wrong clocks and stalls are played nowhere else. */
const OF_POLLERS = ['webhook', 'crashes', 'faults', 'ticks', 'clocks', 'stalls'] as const;
const ALWAYS_OF_POLLERS = ['lists', 'threats'] as const;
export const isFeedOnly = ({ capabilities }: Pick<History, 'capabilities'>): boolean =>
  ALWAYS_OF_POLLERS.every((one) => capabilities.includes(one)) &&
  capabilities.every((one) => [...OF_POLLERS, ...ALWAYS_OF_POLLERS].includes(one as never));

export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

export interface PlannedCase {
  readonly atS: number;
  readonly person: number;
  readonly type: number;
  readonly severity: Severity;
}
export const MOVES = [
  'worse',
  'milder',
  'investigate',
  'enforce',
  'close',
  'reopen',
  'vanish',
  'return',
] as const;
export type Move = (typeof MOVES)[number];
/** So long after its case came. */
export interface PlannedMove {
  readonly afterS: number;
  readonly which: number;
  readonly to: Move;
}
/** `press`: which of what a message offers. `old`: as it stood when it was first posted. */
export interface PlannedClick {
  readonly atS: number;
  readonly which: number;
  readonly press: number;
  readonly who: number;
  readonly old: boolean;
  readonly again: boolean;
}
export interface PlannedOutage {
  readonly atS: number;
  readonly forS: number;
  readonly what: 'slack' | 'teams' | 'hook' | 'api' | 'verdicts';
}

/** A system that decides by itself, so long after it heard of a case; `link`: by a link that it was told. */
export interface PlannedSubmission {
  readonly afterS: number;
  readonly which: number;
  readonly outcome: number;
  readonly link: boolean;
  readonly again: boolean;
}

export const FUNCTIONS = ['poll', 'reconcile', 'slack', 'teams', 'webhook', 'verdict', 'action'] as const;
export type FunctionKind = (typeof FUNCTIONS)[number];
/** What the configuration of an earlier version may lack. */
export const ADDED = ['webhook', 'teams', 'personas', 'mentions', 'threats', 'canary'] as const;

/** A history as plain data: the same one always ends in the same way. */
export interface History {
  readonly seed: number;
  readonly capabilities: readonly Capability[];
  readonly cases: readonly PlannedCase[];
  readonly threats: readonly { readonly atS: number; readonly ofCase: number }[];
  readonly moves: readonly PlannedMove[];
  readonly clicks: readonly PlannedClick[];
  readonly mutes: readonly { readonly atS: number; readonly what: number; readonly end: boolean }[];
  /** Somebody decides all cases of a person at once. */
  readonly bulks: readonly { readonly atS: number; readonly person: number; readonly who: number }[];
  readonly submissions: readonly PlannedSubmission[];
  readonly outages: readonly PlannedOutage[];
  readonly purges: readonly { readonly atS: number; readonly queue: number }[];
  readonly crashes: readonly { readonly atCall: number; readonly after: boolean }[];
  readonly faults: number;
  /** When each function is replaced, and by an operator's change of mind back again, and what the earlier version lacks. */
  readonly rollout: {
    readonly at: Readonly<Record<FunctionKind, readonly number[]>>;
    readonly lacks: (typeof ADDED)[number];
  };
  readonly forget: { readonly atS: number; readonly person: number } | null;
  readonly lists?: Lists;
}

/** Until then things go wrong; afterwards the bridge has time to come to rest. */
export const TROUBLE_S = 360;
/** After the first run of the poller and of the reconciler. */
const FIRST_S = 35;

const at = fc.integer({ min: FIRST_S, max: TROUBLE_S - 60 });
const small = fc.nat({ max: 7 });

/** All but what lists do, which is drawn last: so the seeds of others stay what they were. */
const PLAYED_TOGETHER = CAPABILITIES.slice(0, CAPABILITIES.indexOf('lists'));
const capabilities: fc.Arbitrary<readonly Capability[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([...PLAYED_TOGETHER]) },
  { weight: 4, arbitrary: fc.subarray([...PLAYED_TOGETHER]) },
);

const drawn = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  capabilities,
  // Few cases: what goes wrong goes wrong between two.
  cases: fc.array(
    fc.record({
      atS: fc.integer({ min: FIRST_S, max: TROUBLE_S / 2 }),
      person: fc.nat({ max: 1 }),
      type: fc.nat({ max: 1 }),
      severity: fc.constantFrom(...SEVERITIES),
    }),
    { minLength: 1, maxLength: 3, size: 'small' },
  ),
  threats: fc.array(fc.record({ atS: at, ofCase: fc.integer({ min: -1, max: 2 }) }), { maxLength: 2 }),
  moves: fc.array(
    fc.record({
      afterS: fc.integer({ min: 5, max: 240 }),
      which: fc.nat({ max: 2 }),
      to: fc.constantFrom(...MOVES),
    }),
    { maxLength: 5 },
  ),
  clicks: fc.array(
    fc.record({
      atS: at,
      which: small,
      press: small,
      who: fc.nat({ max: 3 }),
      old: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
      again: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
    { maxLength: 5 },
  ),
  mutes: fc.array(
    fc.record({
      // While cases come.
      atS: fc.integer({ min: FIRST_S, max: TROUBLE_S / 2 }),
      what: fc.nat({ max: 4 }),
      end: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  bulks: fc.array(fc.record({ atS: at, person: fc.nat({ max: 1 }), who: fc.nat({ max: 3 }) }), {
    maxLength: 1,
  }),
  submissions: fc.array(
    fc.record({
      afterS: fc.nat({ max: 120 }),
      which: fc.nat({ max: 2 }),
      outcome: fc.nat({ max: 7 }),
      link: fc.boolean(),
      again: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  outages: fc.array(
    fc.record({
      atS: at,
      forS: fc.integer({ min: 30, max: 180 }),
      what: fc.constantFrom(
        'slack' as const,
        'teams' as const,
        'hook' as const,
        'api' as const,
        'verdicts' as const,
      ),
    }),
    { maxLength: 2 },
  ),
  purges: fc.array(fc.record({ atS: at, queue: fc.nat({ max: 3 }) }), { maxLength: 2 }),
  crashes: fc.array(fc.record({ atCall: fc.nat({ max: 400 }), after: fc.boolean() }), { maxLength: 4 }),
  faults: fc.nat({ max: 8 }),
  rollout: fc.record({
    at: fc.record(
      Object.fromEntries(
        FUNCTIONS.map((kind) => [kind, fc.array(at, { minLength: 1, maxLength: 2 })]),
      ) as Record<FunctionKind, fc.Arbitrary<number[]>>,
    ),
    lacks: fc.constantFrom(...ADDED),
  }),
  forget: fc.option(fc.record({ atS: at, person: fc.nat({ max: 2 }) })),
  lists,
  ofPollers: fc.subarray([...OF_POLLERS]),
  kind: fc.nat({ max: 9 }),
});

/** In two of ten histories pollers are alone with hostile lists, in three lists are hostile beside everything else. */
export const history: fc.Arbitrary<History> = drawn.map(({ ofPollers, kind, ...one }) => {
  if (kind < 2) return { ...one, capabilities: [...ALWAYS_OF_POLLERS, ...ofPollers] };
  return kind < 5 ? { ...one, capabilities: [...one.capabilities, 'lists'] } : one;
});

/** Only these, where a part of the world is played. */
export const onlyWith = (one: History, parts: readonly Capability[] | null): History =>
  parts ? { ...one, capabilities: one.capabilities.filter((name) => parts.includes(name)) } : one;
