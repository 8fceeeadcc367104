import fc from 'fast-check';
import { CASE_STATES, type CaseState } from '../../../lib/posture/schemas/case.ts';

const SECOND = 1_000;
/** Trouble happens within this time; then it is calm, and everything must turn out right. */
export const TROUBLED_MS = 180 * SECOND;

/** Something that is handed over to every destination. */
export interface Item {
  readonly what: 'case' | 'threat';
  readonly atMs: number;
  /** Of a case: how many events it has. */
  readonly events: number;
  /** Of a threat: the case that it belongs to, if there is one. */
  readonly ofCase: number;
  readonly broadcast: boolean;
}

export interface Click {
  readonly atMs: number;
  /** Which message, which button and what is said then, as far as there are so many. */
  readonly which: number;
  readonly press: number;
  readonly who: number;
  /** Pressed twice, or sent twice by Slack. */
  readonly again: 'no' | 'double' | 'repeat';
  /** Only what is about who is on the case; all others press none of that. */
  readonly onIt?: boolean;
}

export interface Closing {
  readonly atMs: number;
  readonly forMs: number;
  /** Which destination. */
  readonly which: number;
  readonly code: 'token_revoked' | 'not_in_channel' | 'is_archived' | 'missing_scope' | 'a_code_of_tomorrow';
}

/** A deployment that adds the last destination, is under way, goes back and forth, and ends. */
export interface Rolling {
  /** When each function is replaced, to and fro. An odd number of times, so that all end as today's. */
  readonly at: Readonly<Record<(typeof FUNCTIONS)[number], readonly number[]>>;
}

export const FUNCTIONS = ['notify', 'notify-teams', 'notify-small', 'verdict', 'action', 'poll'] as const;

export interface Crash {
  /** The how-many-th call of any process to anything outside. */
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

/** Somebody decides all cases of a channel at once, or some of them. */
export interface Several {
  readonly atMs: number;
  readonly who: number;
  /** Which of them: one bit for each. */
  readonly which: number;
  readonly again: Click['again'];
}

/** What happens to a case in the platform, by somebody else. */
export interface Move {
  readonly atMs: number;
  readonly which: number;
  readonly to: CaseState | 'gone' | 'back';
  /** The case says that it was updated. */
  readonly touches: boolean;
}

/** What a system decides, besides the people. */
export interface Sending {
  readonly atMs: number;
  /** Which case. */
  readonly which: number;
  readonly outcome: number;
  /** Sends another outcome under the same key as well, a moment later. */
  readonly other: boolean;
  /** Sends it again though it was taken. */
  readonly again: boolean;
}

/** Everything that chance decides about one history, the seed for the rest. */
export interface History {
  readonly seed: number;
  readonly items: readonly Item[];
  readonly clicks: readonly Click[];
  readonly crashes: readonly Crash[];
  readonly several?: readonly Several[];
  /** A case comes again, with more events. */
  readonly updates: readonly { readonly atMs: number; readonly which: number }[];
  /** A person deletes a message. */
  readonly deletions: readonly { readonly atMs: number; readonly which: number }[];
  /** A destination takes nothing for a while: its credentials, its channel or the rights there are gone. */
  readonly closings?: readonly Closing[];
  /** Everything in the queues of the chats is deleted. */
  readonly purges?: readonly { readonly atMs: number }[];
  /** The list of what is to be done lags behind the rows by so much, now and then. */
  readonly listLagMs?: number;
  readonly rolling?: Rolling;
  readonly destinations: 1 | 2;
  /** The last of two destinations is in Teams. */
  readonly teams?: boolean;
  /** The last of two destinations is in a chat that the bridge has no list of. */
  readonly small?: boolean;
  /** The last destination is archived. */
  readonly refused: boolean;
  /** Whether the bridge may read what was posted. */
  readonly readable: boolean;
  readonly realRenderer: boolean;
  readonly stormThreshold: number;
  readonly undoSeconds: number;
  /** How many of each function run at once. */
  readonly functions: number;
  readonly batchSize: number;
  readonly skewMs: number;
  /** Chance of trouble per call, in percent. */
  readonly tableFaults: number;
  readonly queueFaults: number;
  readonly slackFaults: number;
  readonly platformFaults: number;
  /** The poller notes what its cases tell, and hands over no threat where its case tells it. Otherwise as it was before. */
  readonly notes?: boolean;
  /** What is done about cases that nobody answers, and how bad they all are. */
  readonly unanswered?: 'medium' | 'critical' | undefined;
  /** Cases are followed through the platform, where this happens to them. */
  readonly moves?: readonly Move[];
  /** Chance that a page is of a while ago, in percent. */
  readonly stalePages?: number;
  /** Cases name people, and their threads tell who those are. */
  readonly personas?: boolean;
  /** What a system decides. */
  readonly sendings?: readonly Sending[];
}

const atMs = fc.integer({ min: 0, max: TROUBLED_MS - 60 * SECOND });
const early = fc.integer({ min: 0, max: 30 * SECOND });
const which = fc.nat(30);

const item: fc.Arbitrary<Item> = fc.record({
  what: fc.constantFrom('case', 'case', 'case', 'threat'),
  atMs: early,
  events: fc.constantFrom(0, 0, 1, 3),
  ofCase: fc.nat(3),
  broadcast: fc.boolean(),
});

const click: fc.Arbitrary<Click> = fc.record({
  atMs,
  which,
  press: which,
  who: fc.nat(15),
  again: fc.constantFrom('no', 'no', 'no', 'double', 'repeat'),
});

const closing: fc.Arbitrary<Closing> = fc.record({
  atMs: fc.integer({ min: 0, max: TROUBLED_MS / 2 }),
  forMs: fc.integer({ min: 1 * SECOND, max: TROUBLED_MS / 2 }),
  which: fc.nat(1),
  code: fc.constantFrom(
    'token_revoked',
    'not_in_channel',
    'is_archived',
    'missing_scope',
    'a_code_of_tomorrow',
  ),
});

const seldom = (percent: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: percent }) },
  );
const mostly = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const anyHistory: fc.Arbitrary<History> = fc.record({
  seed: fc.nat(),
  items: fc.oneof(
    { weight: 7, arbitrary: fc.array(item, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(item, { minLength: 2, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(item, { minLength: 2, maxLength: 6 }) },
  ),
  clicks: fc.oneof(
    { weight: 3, arbitrary: fc.array(click, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(click, { minLength: 2, maxLength: 5 }) },
  ),
  crashes: fc.oneof(
    fc.constant([]),
    fc.array(fc.record({ atCall: fc.nat(100), when: fc.constantFrom('before', 'after') }), { maxLength: 4 }),
  ),
  updates: mostlyNone(fc.record({ atMs, which })),
  deletions: mostlyNone(fc.record({ atMs, which })),
  closings: seldomSome(closing),
  purges: mostlyNone(fc.record({ atMs })),
  listLagMs: mostly(0, 5 * SECOND, 300 * SECOND),
  destinations: mostly<1 | 2>(1, 2),
  refused: mostly(false, true),
  readable: mostly(true, false),
  realRenderer: fc.oneof(
    { weight: 32, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  stormThreshold: mostly(20, 1, 2),
  undoSeconds: fc.constantFrom(0, 0, 3, 10),
  functions: fc.integer({ min: 1, max: 3 }),
  batchSize: fc.constantFrom(1, 3, 10),
  skewMs: mostly(0, 50, 300),
  tableFaults: seldom(12),
  queueFaults: seldom(15),
  slackFaults: seldom(40),
  platformFaults: seldom(90),
  // Last on purpose: what is drawn before stays as it was.
  notes: mostly(true, false),
});

/** In one of so many histories many threats come, most of them at once: some of them are told together. */
const WITH_THREATS = 5;

/** In one of so many histories people say that they are on a case, take it over and hand it back. */
const WITH_CLAIMS = 4;

/** In one of so many histories something is done about cases that nobody answers; more often where people claim. */
const WITH_STEPS = 6;
const stepsFrom = (seed: number): Pick<History, 'unanswered'> =>
  seed % WITH_STEPS === 2 || seed % WITH_STEPS === 5
    ? { unanswered: Math.floor(seed / WITH_STEPS) % 2 === 0 ? 'medium' : 'critical' }
    : {};

function claimsFrom(seed: number): Click[] {
  if (seed % WITH_CLAIMS !== 1) return [];
  const lot = Math.floor(seed / WITH_CLAIMS);
  return Array.from({ length: 2 + (lot % 5) }, (_, n): Click => {
    const part = (lot >> (2 * n)) % 4096;
    return {
      atMs: (10 + (part % 150)) * SECOND,
      which: part % 7,
      press: part % 5,
      who: part % 16,
      again: (['no', 'no', 'double', 'repeat'] as const)[part % 4] ?? 'no',
      onIt: true,
    };
  });
}

/** In one of so many histories several cases are decided at once; then there are more of them. */
const WITH_SEVERAL = 7;
function severalFrom(seed: number): { several: readonly Several[]; more: readonly Item[] } | null {
  if (seed % WITH_SEVERAL !== 4) return null;
  const lot = Math.floor(seed / WITH_SEVERAL);
  const several = Array.from({ length: 1 + (lot % 2) }, (_, n): Several => {
    const part = (lot >> (3 * n)) % 4096;
    const again = (['no', 'repeat', 'double', 'repeat'] as const)[part % 4] ?? 'no';
    return { atMs: (20 + (part % 100)) * SECOND, who: part % 16, which: part % 64 || 63, again };
  });
  const more = Array.from(
    { length: 2 + (lot % 3) },
    (_, n): Item => ({ what: 'case', atMs: n * SECOND, events: 0, ofCase: 0, broadcast: false }),
  );
  return { several, more };
}

/** What more comes is taken from the seed, so that all other histories are as they would be without it. */
export const history: fc.Arbitrary<History> = anyHistory.map((plain) => {
  const claims = claimsFrom(plain.seed);
  const clicks = claims.length > 0 ? [...plain.clicks, ...claims] : plain.clicks;
  const many = severalFrom(plain.seed);
  const one: History = {
    ...plain,
    clicks,
    ...stepsFrom(plain.seed),
    ...(many && { several: many.several, items: [...plain.items, ...many.more] }),
  };
  const lot = Math.floor(one.seed / WITH_THREATS);
  if (one.seed % WITH_THREATS !== 0) return one;
  const threats = Array.from({ length: 3 + (lot % 12) }, (_, n): Item => {
    const [isBroadcast, isOfCase] = [(lot >> n) % 7 === 0, (lot >> n) % 5 === 0];
    const atMs = (lot % 9) * SECOND + (n % 4 === 3 ? n * SECOND : n * 20);
    return { what: 'threat', atMs, events: 0, ofCase: isOfCase ? n % 3 : 99, broadcast: isBroadcast };
  });
  return { ...one, items: [...one.items, ...threats] };
});

/** The same cases in Slack and in Teams, and people in both. */
export const historyOfBoth: fc.Arbitrary<History> = history.map((one) => ({
  ...one,
  destinations: 2,
  teams: true,
  refused: false,
  // Two faces are twice as slow to draw.
  realRenderer: one.realRenderer && one.seed % 2 === 0,
}));

/** The same cases in Slack and in the small chat. */
export const historyOfSmall: fc.Arbitrary<History> = history.map((one) => ({
  ...one,
  destinations: 2,
  small: true,
  refused: false,
  realRenderer: false,
}));

const move: fc.Arbitrary<Move> = fc.record({
  atMs: fc.integer({ min: 0, max: TROUBLED_MS * 2 }),
  which,
  to: fc.constantFrom(...CASE_STATES, ...CASE_STATES, 'gone', 'back'),
  touches: fc.boolean(),
});

const times = fc
  .array(fc.integer({ min: 0, max: TROUBLED_MS - 60 * SECOND }), { minLength: 1, maxLength: 3 })
  .map((all) => (all.length === 2 ? all.slice(1) : all).toSorted((a, b) => a - b));
const rolling: fc.Arbitrary<Rolling> = fc.record({
  at: fc.record({
    notify: times,
    'notify-teams': times,
    'notify-small': times,
    verdict: times,
    action: times,
    poll: times,
  }),
});

/** In one of so many of those with two versions cases change in the platform. */
const WITH_MOVES = 4;

/** The same in Slack and in Teams, while functions are replaced one by one. */
export const historyOfRolling: fc.Arbitrary<History> = fc
  .tuple(historyOfBoth, rolling, fc.array(move, { minLength: 1, maxLength: 3 }))
  .map(([one, how, moves]) => ({
    ...one,
    rolling: how,
    ...(one.seed % WITH_MOVES === 3 && { moves, unanswered: undefined }),
  }));

/** In one of so many of these nobody is told who a case is about. */
const WITHOUT_PERSONAS = 3;

/** The same in both chats, while cases change in the platform. */
export const historyOfLives: fc.Arbitrary<History> = fc
  .tuple(historyOfBoth, fc.array(move, { minLength: 1, maxLength: 5 }), seldom(40))
  .map(([one, moves, stalePages]) => ({
    ...one,
    unanswered: undefined,
    moves,
    stalePages,
    personas: one.seed % WITHOUT_PERSONAS !== 0,
  }));

const sending: fc.Arbitrary<Sending> = fc.record({
  atMs: fc.integer({ min: 0, max: TROUBLED_MS - 60 * SECOND }),
  which,
  outcome: fc.nat(4),
  other: mostly(false, true),
  again: fc.boolean(),
});

/** In Slack, while a system decides the same cases. */
export const historyOfSystems: fc.Arbitrary<History> = fc
  .tuple(history, fc.array(sending, { minLength: 1, maxLength: 4 }))
  .map(([one, sendings]) => ({ ...one, sendings }));

function seldomSome<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([] as T[]) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }) },
  );
}

function mostlyNone<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant([] as T[]) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: 2 }) },
  );
}
