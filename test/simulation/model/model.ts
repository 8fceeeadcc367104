import {
  afterListing,
  type CaseListing,
  newCase,
  placesToGo,
  withPlaces,
  withSending,
} from '../../../lib/case/after-listing.ts';
import { type Answer, isUndecided } from '../../../lib/case/answer.ts';
import {
  type CaseRecord,
  isEnded,
  isInDoubt,
  isWithheld,
  type Withheld,
} from '../../../lib/case/case-record.ts';
import { type CasePolicy, canBeDecidedNow, mayCall, standing } from '../../../lib/case/standing.ts';
import { afterLook } from '../../../lib/case/vanished-or-reopened.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { dedupeKey } from '../../../lib/features/dedupe/dedupe-key.ts';
import { asItStands, type DedupeWindow } from '../../../lib/features/dedupe/dedupe-window.ts';
import { type KnownWindow, planDedupe, sendersOf } from '../../../lib/features/dedupe/plan-dedupe.ts';
import { hide, silentUntil } from '../../../lib/features/mutes/hidden-by-mutes.ts';
import { endOf, isActive, type Mute } from '../../../lib/features/mutes/mute.ts';
import { NotFoundError } from '../../../lib/posture/posture-errors.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { type Severity, severityRank } from '../../../lib/posture/severity.ts';
import { lookNextMs } from '../../../lib/reconcile/unanswered-cases.ts';
import { compileRoutes } from '../../../lib/routing/compile-routes.ts';
import { routeItem } from '../../../lib/routing/route-item.ts';
import { decide } from '../../../lib/verdict/decide.ts';
import type { VerdictEvent } from '../../../lib/verdict/decision-types.ts';
import { afterTelling, escalateCase, lookAfter } from '../../../lib/verdict/escalate-case.ts';
import { caseRecord } from '../../support/case-records.ts';
import { sample } from '../../unit/config/sample.ts';

/** The rules of the bridge that the model plays. A test may put a wrong one in the place of each. */
export const RULES = {
  afterListing,
  placesToGo,
  withPlaces,
  withSending,
  afterLook,
  isEnded,
  standing,
  lookNextMs,
  escalateCase,
  afterTelling,
  lookAfter,
  decide,
  silentUntil,
  mayCall,
  canBeDecidedNow,
  hide,
  planDedupe,
  asItStands,
  /** As lib/reconcile/count-withheld does. */
  isListedStill: (record: CaseRecord | null, id: string): boolean =>
    Object.values(record?.places ?? {}).some((place) => isWithheld(place) && place.id === id),
};
export type Rules = typeof RULES;

export type Capability =
  | 'lifecycle'
  | 'severity'
  | 'mute'
  | 'window'
  | 'claim'
  | 'decision'
  | 'escalation'
  | 'forget';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So that no moment is zero, which stands for none. */
const START = 1_000 * HOUR;
const DEDUPE_MS = 2 * HOUR;
const MUTE_MS = 2 * HOUR;
const PATIENCE_MS = 2 * MINUTE;
const PEOPLE = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };
const BOB = { surface: 'slack', id: 'U0BOB00001', name: 'Bob' };

const config = defineBridge({
  ...sample,
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    urgent: { type: 'slack', channel: 'C0URGENT01' },
  },
  routes: [
    { name: 'all', when: { feed: 'cases' }, to: 'soc', dedupe: { by: ['threatType'], for: '2h' } },
    { name: 'critical', when: { feed: 'cases', severity: 'critical' }, to: 'urgent' },
  ],
  verdicts: {
    allow: 'anyone-in-channel',
    undoSeconds: 10,
    outcomes: { ESCALATED: { approval: true } },
  },
});
const VERDICTS = config.verdicts as NonNullable<typeof config.verdicts>;
const routes = compileRoutes(config);
const CHATS: ReadonlySet<string> = new Set(['soc', 'urgent']);

export const POLICY: CasePolicy = {
  stepsOf: ({ severity }) => [
    { route: 'all', step: 1, afterMs: severity === 'critical' ? HOUR / 2 : HOUR, to: [] },
    { route: 'all', step: 2, afterMs: severity === 'critical' ? HOUR - 1 : 2 * HOUR, to: [] },
  ],
  claimHoldsMs: (severity) => (severity === 'critical' ? HOUR / 2 : HOUR),
  isChat: () => true,
};

/** The case as the platform has it. */
interface Truth {
  readonly severity: Severity;
  readonly closedAtMs: number | null;
  readonly updatedAtMs: number;
  /** When it became critical. */
  readonly raisedAtMs?: number | undefined;
}

/** What stands in a chat, as far as the next step goes by it. */
interface Message {
  /** The worst severity that people were called for, in this episode. */
  readonly called: Severity | null;
  readonly episode: number;
}

/** The case that stands for ours. */
interface First {
  readonly severity: Severity;
  readonly isOpen: boolean;
}

interface Place {
  readonly content: Truth;
  readonly message: Message | null;
  readonly isForgotten?: boolean;
}

/** One of our functions has read this, and not written yet. */
interface InHand {
  readonly record: CaseRecord | null;
  readonly truth: Truth;
}

/** The verdict function has read this for a press, a message of its own, or a look, and not written yet. */
interface AtVerdict {
  readonly record: CaseRecord | null;
  readonly answer: Answer | null;
  readonly event: VerdictEvent | 'look';
}

/** How far a function comes with its writes. */
type How = 'whole' | 'dies early' | 'dies';

export interface State {
  readonly nowMs: number;
  readonly truth: Truth;
  /** The case that stands for ours where they are alike: posted before it. */
  readonly first: First | null;
  readonly record: CaseRecord | null;
  readonly answer: Answer | null;
  readonly verdict: AtVerdict | null;
  /** What people pressed, and nobody has read yet. */
  readonly pressed: readonly VerdictEvent[];
  /** The verdict function was told to look. */
  readonly isWoken: boolean;
  readonly mutes: readonly Mute[];
  /** What was noted under a mute or a window, and what was listed of it. */
  readonly noted: readonly string[];
  readonly listed: readonly string[];
  readonly places: Readonly<Record<string, Place>>;
  readonly poller: InHand | null;
  readonly reconciler: InHand | null;
  readonly isForgotten: boolean;
  /** What may still happen, so that there is an end to it. */
  readonly left: {
    readonly platform: number;
    readonly time: number;
    readonly people: number;
    readonly crashes: number;
  };
  /** What nobody should have done. */
  readonly wrong: string | null;
}

const FIRST_ID = 'first';
const ID = 'ours';

const itemOf = ({ severity, closedAtMs, updatedAtMs }: Truth, id = ID): Case => ({
  case_id: id,
  created_at: new Date(START).toISOString(),
  updated_at: new Date(updatedAtMs).toISOString(),
  closed_at: closedAtMs === null ? null : new Date(closedAtMs).toISOString(),
  user_email: 'pat@acme.example',
  threat_type: 'sabotage',
  events: [{ event_id: `e-${id}`, severity, created_at: new Date(START).toISOString() }],
});

const routedItem = (truth: Truth, id = ID) =>
  ({ domain: 'acme', feed: 'cases', item: itemOf(truth, id) }) as const;

/** Where routes send it: by what they go by. */
const routings = new Map<Severity, ReturnType<typeof routeItem>>();

export function listedCase(truth: Truth): CaseListing {
  const routing = routings.get(truth.severity) ?? routeItem(routes, routedItem(truth));
  routings.set(truth.severity, routing);
  const { destinations, sending } = routing;
  return {
    ...truth,
    revision: String(truth.updatedAtMs),
    createdAtMs: START,
    routes: sending,
    destinations,
    escalatesAfterMs: POLICY.stepsOf({ routes: sending, severity: truth.severity })?.[0]?.afterMs ?? null,
  };
}

export const startOf = (capabilities: ReadonlySet<Capability>, severity: Severity = 'medium'): State => ({
  nowMs: START,
  truth: { severity, closedAtMs: null, updatedAtMs: START },
  first: capabilities.has('window') ? { severity: 'medium', isOpen: true } : null,
  record: null,
  answer: null,
  verdict: null,
  pressed: [],
  isWoken: false,
  mutes: [],
  noted: [],
  listed: [],
  places: {},
  poller: null,
  reconciler: null,
  isForgotten: false,
  left: { platform: 3, time: 3, people: 2, crashes: 1 },
  wrong: null,
});

export function createModel(capabilities: ReadonlySet<Capability>, rules: Rules = RULES) {
  const has = (one: Capability) => capabilities.has(one);

  /** What withholds the case from chats that it would be posted in. */
  function withhold(
    state: State,
    truth: Truth,
    chats: readonly string[],
  ): Map<string, Pick<Withheld, 'by' | 'id'>> {
    const kept = new Map<string, Pick<Withheld, 'by' | 'id'>>();
    if (chats.length === 0) return kept;
    const hidden = rules.hide(state.mutes, routes, routedItem(truth), { chats: CHATS, nowMs: state.nowMs });
    for (const chat of chats)
      if (hidden?.at.includes(chat)) kept.set(chat, { by: 'mute', id: hidden.muteId });
    const unmuted = chats.filter((chat) => !kept.has(chat));
    if (!state.first || unmuted.length === 0) return kept;
    const listed = { routed: routedItem(truth), id: ID, createdAtMs: START, chats: unmuted };
    for (const { window, at } of rules.planDedupe(routes, [listed], knownWindows(state, truth), state.nowMs)
      .deduped)
      for (const chat of at) kept.set(chat, { by: 'dedupe', id: window.id });
    return kept;
  }

  function knownWindows({ first }: State, truth: Truth): ReadonlyMap<string, KnownWindow> {
    const known = new Map<string, KnownWindow>();
    if (!first) return known;
    for (const route of sendersOf(routes, routedItem(truth))) {
      const key = dedupeKey(route, routedItem(truth));
      if (key) known.set(key, { window: rules.asItStands(WINDOW, recordOf(first)), version: 1 });
    }
    return known;
  }

  /** What the poller and the reconciler do with a case that they read, and with what the platform listed. */
  function handOver(state: State, hand: InHand, how: How): State {
    const listed = listedCase(hand.truth);
    const reduce = (from: CaseRecord | null) =>
      from
        ? rules.afterListing(from, listed, state.nowMs)
        : newCase({ domain: 'acme', caseId: ID }, listed, state.nowMs);
    const base = reduce(hand.record);
    // Where a function may have died before it recorded that, it looks which deliveries there are.
    const isUnsure = hand.record === null || isInDoubt(hand.record);
    const delivered = isUnsure ? Object.keys(state.places) : [];
    const { added, standing: stands } = rules.placesToGo(base, listed.destinations, delivered);
    const withheld = withhold(state, hand.truth, added);
    const handed = added.filter((name) => !withheld.has(name));
    const isBehindClosed = !state.first?.isOpen && [...withheld.values()].some(({ by }) => by === 'dedupe');
    if (isBehindClosed) return { ...state, wrong: 'a case is deduped behind one that is closed' };
    // A case that is recorded says first where it goes.
    const isStale = (state.record?.version ?? 0) !== (hand.record?.version ?? 0);
    const begins = hand.record !== null && handed.length > 0;
    if (begins && isStale) return state;
    const isRecorded = begins || !isStale;
    const record = begins && hand.record ? saved(rules.withSending(hand.record, handed)) : state.record;
    const places = { ...state.places };
    for (const name of [...handed, ...stands]) {
      const before = places[name];
      if (before?.isForgotten || (before && before.content.updatedAtMs >= hand.truth.updatedAtMs)) continue;
      if (!before && stands.includes(name)) continue;
      places[name] = { content: hand.truth, message: before?.message ?? null };
    }
    const isBack = state.isForgotten && hand.record?.forgotten && handed.length > 0;
    if (isBack) return { ...state, wrong: 'what was forgotten comes back in another channel' };
    if (how === 'dies early') return { ...state, record };
    if (how === 'dies') return { ...state, record, places };
    const noted = [...new Set([...state.noted, ...[...withheld.values()].map(({ id }) => id)])];
    const went = { handed: [...handed, ...delivered], unsent: [], withheld };
    // Another was quicker: the next look finds it changed still.
    if (!isRecorded) return { ...state, places, noted };
    const fresh = begins ? record : hand.record;
    const next = rules.withPlaces(reduce(fresh), went);
    const isForgotten = fresh?.forgotten || undefined;
    return { ...state, places, noted, record: saved({ ...next, ...(isForgotten && { forgotten: true }) }) };
  }

  const saved = (record: CaseRecord): CaseRecord => ({ ...record, version: record.version + 1 });
  const idle = ({ record, truth }: State): InHand => ({ record, truth });

  function pollerWrites(state: State, how: How): State {
    const { poller } = state;
    if (!poller) return state;
    const free = { ...state, poller: null };
    if (poller.record?.revision === String(poller.truth.updatedAtMs)) return free;
    return handOver(free, poller, how);
  }

  /** Follows a case that is recorded: its status first, and then what it says. */
  function reconcilerWrites(state: State, how: How): State {
    const { reconciler } = state;
    if (!reconciler) return state;
    const { record, truth } = reconciler;
    const free = { ...state, reconciler: null };
    if (!record || state.record?.version !== record.version) return free;
    const seen = { ...truth, state: truth.closedAtMs === null ? ('discover' as const) : ('closed' as const) };
    const looked = rules.afterLook(record, seen, state.nowMs);
    if (truth.updatedAtMs > record.updatedAtMs)
      return handOver(free, { record: { ...looked, owed: false }, truth }, how);
    if (how !== 'whole') return free;
    return looked === record ? free : { ...free, record: saved({ ...looked, owed: false }) };
  }

  /** Brings the message of a place up to what the bridge knows. */
  function notifierShows(state: State, name: string): State {
    const { record } = state;
    const place = state.places[name];
    if (!record || !place) return state;
    const stand = rules.standing(record, state.answer, POLICY, state.nowMs);
    const isEndedNow = stand.isEnded || place.content.closedAtMs !== null;
    const before = place.message;
    const called = before?.episode === record.episode ? before.called : null;
    const wants = isWorse(place.content.severity, called) && rules.mayCall(stand) && !isEndedNow;
    const calls = wants && !silences(state, place.content);
    const message: Message = {
      called: calls ? place.content.severity : called,
      episode: record.episode,
    };
    const wrong = calls && state.isForgotten ? 'people are called about a case that was forgotten' : null;
    if (wrong === null && before && isSame(before, message)) return state;
    return {
      ...state,
      places: { ...state.places, [name]: { ...place, message } },
      wrong: state.wrong ?? wrong,
    };
  }

  /** Whether a mute keeps people from being called about the case. */
  const silences = ({ mutes, nowMs }: State, truth: Truth): boolean =>
    rules.hide(mutes, routes, routedItem(truth), { chats: CHATS, nowMs }) !== null;

  const silenceIn = (state: State) => rules.silentUntil(state.mutes, routedItem(state.truth), state.nowMs);
  const contextOf = (state: State) => ({ policy: policy(), nowMs: state.nowMs });
  const policy = (): CasePolicy => (has('escalation') ? POLICY : { ...POLICY, stepsOf: () => [] });

  /** The reconciler wakes the verdict function for what is due, by the lists of cases and of answers. */
  function wakes(state: State): State {
    const { record, answer, nowMs } = state;
    const isAnswerDue = answer?.lookMs != null && answer.lookMs <= nowMs;
    if (!record || record.lookMs === null || record.lookMs > nowMs)
      return isAnswerDue ? { ...state, isWoken: true } : state;
    const nextMs = rules.lookNextMs(record, answer, contextOf(state));
    if (nextMs !== null && nextMs <= nowMs) return { ...state, isWoken: true };
    const later = { ...state, record: saved({ ...record, lookMs: nextMs }) };
    return isAnswerDue ? { ...later, isWoken: true } : later;
  }

  const reads = (state: State, event: AtVerdict['event']): State => ({
    ...state,
    isWoken: event === 'look' ? false : state.isWoken,
    pressed: event === 'look' ? state.pressed : without(state.pressed, event),
    verdict: { record: state.record, answer: state.answer, event },
  });

  /** `told`: it lives long enough to tell what it found, and to say so. */
  function verdictWrites(state: State, isPublished: boolean): State {
    const { verdict } = state;
    if (!verdict) return state;
    const free = { ...state, verdict: null };
    // Another was quicker: the message comes again.
    if ((verdict.answer?.version ?? 0) !== (state.answer?.version ?? 0))
      return verdict.event === 'look' ? { ...free, isWoken: true } : free;
    return verdict.event === 'look'
      ? looks(free, verdict, isPublished)
      : moveOn(free, verdict, verdict.event);
  }

  function moveOn(state: State, { record, answer }: AtVerdict, event: VerdictEvent): State {
    const { nowMs } = state;
    const context = { rules: VERDICTS, people: {}, postTimeoutMs: 30_000, episode: record?.episode, nowMs };
    const decided = rules.decide(answer, event, context);
    if (decided.is !== 'changed') return state;
    const lookMs = rules.lookAfter(decided.next, record, contextOf(state));
    const next = { ...decided.next, lookMs };
    const before = answer?.decision;
    const isReplaced = before?.state.is === 'recorded' && next.decision?.id !== before.id;
    const isKnowingly = next.decision?.overrides === before?.id;
    const wrong = isReplaced && !isKnowingly ? 'a recorded verdict is replaced without an override' : null;
    return { ...state, answer: next, wrong: state.wrong ?? wrong };
  }

  function looks(state: State, { record, answer }: AtVerdict, isPublished: boolean): State {
    const context = contextOf(state);
    const silentUntilMs = silenceIn(state);
    const { next, owed } = rules.escalateCase({ domain: 'acme', caseId: ID }, record, answer, {
      ...context,
      silentUntilMs,
    });
    const found = next ?? answer;
    const after = { ...state, answer: found };
    if (owed === null || !found) return after;
    const wrong = next && owed === 'step' ? wrongStep(state, record, answer, found) : null;
    const told = isPublished ? rules.afterTelling(found, state.record, context) : found;
    return { ...after, answer: told, wrong: state.wrong ?? wrong };
  }

  /** What a person would say of a step that was just taken. */
  function wrongStep(state: State, record: CaseRecord | null, before: Answer | null, after: Answer) {
    const step = after.steps?.at(-1);
    if (!record || !step) return 'a step is taken for nothing';
    if (isEnded(record)) return 'a case that ended escalates';
    const isAnswered = before?.decision?.episode === record.episode && !isUndecided(before, record.episode);
    if (isAnswered) return 'a case that was decided escalates';
    if (before?.claim && before.claim.episode === record.episode)
      return 'a case that somebody is on escalates';
    if (record.severity === 'critical' && state.nowMs < (state.truth.raisedAtMs ?? 0) + step.afterMs)
      return 'a step is taken too early';
    const isAtOnce = (before?.steps ?? []).some(
      (one) => one.atMs === step.atMs && one.afterMs < step.afterMs,
    );
    if (isAtOnce) return 'two steps are taken at once';
    return state.mutes.some((mute) => isActive(mute, state.nowMs) && mute.value !== 'all') &&
      record.severity !== 'critical'
      ? 'people are called about what they muted'
      : null;
  }

  /** Lists what ended mutes and windows withhold still. */
  function lists(state: State): State {
    const over = [
      ...state.mutes.filter((mute) => state.nowMs >= endOf(mute) + PATIENCE_MS).map(({ id }) => id),
      ...(state.first && state.nowMs >= START + DEDUPE_MS + PATIENCE_MS ? [WINDOW_ID] : []),
    ];
    const due = over.filter((id) => state.noted.includes(id) && !state.listed.includes(id));
    const isStill = (id: string) => rules.isListedStill(state.record, id);
    return due.some(isStill) ? { ...state, listed: [...state.listed, ...due.filter(isStill)] } : state;
  }

  /** What is read and written with nothing in between; who reads and writes later is in `lateReaders`. */
  function* system(state: State): Iterable<readonly [string, State]> {
    const poller = state.poller ?? (isNews(state) ? idle(state) : null);
    if (poller) yield* writes({ ...state, poller }, 'the poller', pollerWrites);
    const reconciling = { ...state, reconciler: state.reconciler ?? idle(state) };
    yield* writes(reconciling, 'the reconciler', reconcilerWrites);
    for (const name of Object.keys(state.places)) yield [`${name} shows it`, notifierShows(state, name)];
    yield ['the reconciler wakes the verdict function', wakes(state)];
    const reading = state.verdict ? [state] : toRead(state).map((event) => reads(state, event));
    for (const read of reading) {
      const after = verdictWrites(read, true);
      yield [`the verdict function takes ${nameOf(read)}`, after];
      // A queue may bring again what it brought.
      const { event } = read.verdict ?? {};
      if (event === 'look')
        yield ['the verdict function takes a look that comes again', { ...after, isWoken: true }];
      else if (event && state.pressed.includes(event) && state.left.crashes > 0)
        yield [
          `the verdict function takes ${event.kind}, which comes again`,
          spend({ ...after, pressed: state.pressed }, 'crashes'),
        ];
      if (state.left.crashes > 0 && read.verdict?.event === 'look')
        yield ['the verdict function dies before it tells', spend(verdictWrites(read, false), 'crashes')];
    }
    if (has('mute') || has('window')) yield ['the reconciler lists', lists(state)];
  }

  /** Who reads what needs no write does nothing, whatever happens meanwhile. */
  const isNews = ({ record, truth }: State): boolean => record?.revision !== String(truth.updatedAtMs);
  const toRead = (state: State): AtVerdict['event'][] => [
    ...(state.isWoken ? (['look'] as const) : []),
    ...state.pressed,
    ...itsOwn(state),
  ];
  const nameOf = ({ verdict }: State): string =>
    verdict === null || verdict.event === 'look' ? 'a look' : verdict.event.kind;

  /**
   * The same move, where others of our functions had read before it and write after it. Who had read what is still so would
   * do the same by reading now, so only a move that changes what they go by makes a difference.
   */
  function* lateReaders(state: State, name: string, after: State): Iterable<readonly [string, State]> {
    const isNewTruth = state.truth !== after.truth;
    const isNewRecord = state.record !== after.record;
    if (!isNewTruth && !isNewRecord) return;
    let all: (readonly [string, State])[] = [[name, after]];
    const isPolling = state.poller !== null || /the poller/.test(name);
    if (!isPolling && isNews(state))
      all = all.flatMap(([told, one]) => [
        [told, one],
        [`${told}, the poller had read before`, { ...one, poller: idle(state) }],
      ]);
    const isFollowing = state.reconciler !== null || isNewRecord;
    if (!isFollowing)
      all = all.flatMap(([told, one]) => [
        [told, one],
        [`${told}, the reconciler had read before`, { ...one, reconciler: idle(state) }],
      ]);
    if (isNewRecord && !state.verdict && state.answer === after.answer)
      all = all.flatMap(([told, one]) => [
        [told, one] as const,
        ...toRead(state).map((event) => {
          const { verdict, isWoken, pressed } = reads(state, event);
          const read = { ...one, verdict, isWoken: isWoken || /wakes/.test(name), pressed };
          return [`${told}, the verdict function had read ${nameOf(read)} before`, read] as const;
        }),
      ]);
    yield* all.slice(1);
  }

  /** Whoever read what was changed since writes nothing: no matter when it finds that out. */
  function withoutStale(state: State): State {
    const { record, answer, poller, reconciler, verdict, places } = state;
    const isStale = (hand: InHand | null) => hand !== null && hand.record?.version !== record?.version;
    const isOlder = Object.values(places).every(
      ({ content }) => content.updatedAtMs >= (poller?.truth.updatedAtMs ?? 0),
    );
    const isLate = verdict && (verdict.answer?.version ?? 0) !== (answer?.version ?? 0);
    let current = isStale(reconciler) ? { ...state, reconciler: null } : state;
    if (isStale(poller) && isOlder) current = { ...current, poller: null };
    return isLate ? verdictWrites(current, true) : current;
  }

  function* writes(
    state: State,
    who: string,
    write: (state: State, how: How) => State,
  ): Iterable<readonly [string, State]> {
    yield [`${who} writes`, write(state, 'whole')];
    if (state.left.crashes === 0) return;
    yield [`${who} dies before anything is sent`, spend(write(state, 'dies early'), 'crashes')];
    yield [`${who} dies before it records`, spend(write(state, 'dies'), 'crashes')];
  }

  function* world(state: State): Iterable<readonly [string, State]> {
    const { left, truth, nowMs } = state;
    const updatedAtMs = Math.max(nowMs, truth.updatedAtMs + 1);
    if (left.platform > 0) {
      const becomes = (change: Partial<Truth>) =>
        spend({ ...state, truth: { ...truth, ...change, updatedAtMs } }, 'platform');
      if (has('severity') && truth.severity === 'medium')
        yield [
          'it becomes critical',
          becomes({
            severity: 'critical',
            ...(state.record?.severity !== 'critical' && { raisedAtMs: nowMs }),
          }),
        ];
      if (has('severity') && truth.severity === 'critical')
        yield ['it becomes medium', becomes({ severity: 'medium' })];
      if (has('lifecycle') && truth.closedAtMs === null)
        yield ['it is closed', becomes({ closedAtMs: updatedAtMs })];
      if (has('lifecycle') && truth.closedAtMs !== null)
        yield ['it is reopened', becomes({ closedAtMs: null })];
      if (state.first?.isOpen && has('lifecycle'))
        yield [
          'the first is closed',
          spend({ ...state, first: { ...state.first, isOpen: false } }, 'platform'),
        ];
    }
    if (left.time > 0) yield ['an hour passes', spend({ ...state, nowMs: nowMs + HOUR }, 'time')];
    if (left.people > 0 && Object.values(state.places).some(({ message }) => message))
      for (const event of presses(state))
        yield [
          `somebody presses ${event.kind}`,
          spend({ ...state, pressed: [...state.pressed, event] }, 'people'),
        ];
    if (left.people > 0 && has('mute')) {
      const active = state.mutes.find((mute) => isActive(mute, nowMs));
      if (active) {
        const ended = { ...active, ended: { by: PEOPLE, atMs: nowMs } };
        const mutes = state.mutes.map((mute) => (mute === active ? ended : mute));
        yield ['somebody ends the mute', spend({ ...state, mutes }, 'people')];
      } else
        for (const field of ['user', 'route'] as const) {
          const value = field === 'user' ? 'pat@acme.example' : 'all';
          const mute: Mute = {
            ...{ id: `m${state.mutes.length}`, field, value, critical: false, reason: 'noise', by: PEOPLE },
            ...{ atMs: nowMs, untilMs: nowMs + MUTE_MS },
          };
          yield [`somebody mutes the ${field}`, spend({ ...state, mutes: [...state.mutes, mute] }, 'people')];
        }
    }
    if (left.people > 0 && has('forget') && !state.isForgotten && state.record) {
      const record = saved({ ...state.record, forgotten: true });
      const places = Object.fromEntries(
        Object.entries(state.places).map(([name, place]) => [name, { ...place, isForgotten: true }]),
      );
      yield ['the person is forgotten', spend({ ...state, record, places, isForgotten: true }, 'people')];
    }
  }

  /** What people can press on the message, as it is shown. */
  function presses(state: State): VerdictEvent[] {
    const { record, answer, nowMs } = state;
    if (!record || isEnded(record)) return [];
    const about = { v: 1, domain: 'acme', caseId: ID, reply: null, episode: record.episode } as const;
    const n = `${answer?.trail.length ?? 0}.${state.pressed.length}`;
    const stand = rules.standing(record, answer, POLICY, nowMs);
    const click = {
      ...about,
      place: 'soc',
      clickId: `k${n}`,
      atMs: nowMs,
      found: { groups: [], outsider: null },
    };
    const events: VerdictEvent[] = [];
    if (has('claim') && !stand.decision) {
      const [kind, seen] = stand.claim
        ? (['hand-back', stand.claim.id] as const)
        : (['claim', 'none'] as const);
      events.push({ ...click, kind, decisionId: seen, by: PEOPLE });
    }
    if (!has('decision')) return events;
    const request = {
      ...{ id: `d${n}`, comment: 'why', eventIds: [], by: PEOPLE, place: 'soc', clickedAtMs: nowMs },
      overrides: stand.decision?.state.is === 'recorded' ? stand.decision.id : null,
    };
    if (!stand.decision || request.overrides)
      for (const outcome of ['SAFE', 'ESCALATED'] as const)
        events.push({ ...about, kind: 'decide', createdAtMs: null, request: { ...request, outcome } });
    const { state: is, id: decisionId } = stand.decision ?? { state: { is: null }, id: '' };
    if (is.is === 'awaiting-approval')
      for (const kind of ['approve', 'decline'] as const)
        events.push({ ...click, kind, decisionId, by: BOB });
    if (is.is === 'undoable') events.push({ ...click, kind: 'undo', decisionId, by: PEOPLE });
    return events;
  }

  /** What the verdict function does by itself about a decision: it posts, and the platform takes it or does not. */
  function itsOwn({ answer, nowMs, left }: State): VerdictEvent[] {
    const { decision } = answer ?? {};
    if (!decision) return [];
    const about = { domain: 'acme', caseId: ID, decisionId: decision.id };
    const { is } = decision.state;
    if (is === 'posting') {
      const result = { case_id: ID, resolved: false };
      const took = { status: 'recorded', result } as const;
      const refused = { status: 'refused', error: new NotFoundError('gone') } as const;
      return (left.platform > 0 ? [took, refused] : [took]).map((one) => ({
        ...about,
        kind: 'answered',
        answer: one,
      })) as VerdictEvent[];
    }
    const post = { v: 1, reply: null, ...about, kind: 'post' } as const;
    if (is === 'undoable') return [post];
    const isLate = is === 'awaiting-approval' && nowMs >= decision.clickedAtMs + 24 * HOUR;
    return isLate ? [post] : [];
  }

  function* moves(state: State): Iterable<readonly [string, State]> {
    if (state.wrong !== null) return;
    for (const play of [system, world])
      for (const [name, after] of play(state)) {
        yield [name, withoutStale(after)];
        for (const [told, late] of lateReaders(state, name, after)) yield [told, withoutStale(late)];
      }
  }

  /** Lets the bridge run until nothing is left to do. */
  function settle(from: State): State {
    let state: State = { ...from, poller: null, reconciler: null };
    if (state.verdict) state = verdictWrites(state, true);
    for (let round = 0; round < 10; round++) {
      const before = state;
      state = pollerWrites({ ...state, poller: idle(state) }, 'whole');
      state = reconcilerWrites({ ...state, reconciler: idle(state) }, 'whole');
      for (const name of Object.keys(state.places)) state = notifierShows(state, name);
      for (let n = 0; n < 4; n++) {
        const [own] = [...state.pressed, ...itsOwn(state)];
        if (own) state = verdictWrites(reads(state, own), true);
        state = wakes(state);
        if (state.isWoken) state = verdictWrites(reads(state, 'look'), true);
      }
      state = lists(state);
      if (isSame({ ...before, poller: null }, state)) return state;
    }
    return { ...state, wrong: state.wrong ?? 'the bridge does not come to rest' };
  }

  /** Whether the message of a place can be pressed to decide the case. */
  function hasButtons(state: State, name: string): boolean {
    const content = state.places[name]?.content;
    if (!state.record || !content) return false;
    const stand = rules.standing(state.record, state.answer, POLICY, state.nowMs);
    return rules.canBeDecidedNow(stand);
  }

  return { moves, settle, hasButtons };
}

const spend = (state: State, what: keyof State['left']): State => ({
  ...state,
  left: { ...state.left, [what]: state.left[what] - 1 },
});

const isSame = <One extends object>(one: One, other: One): boolean =>
  (Object.keys(other) as (keyof One)[]).every((key) => one[key] === other[key]);

const without = <One>(some: readonly One[], gone: One): readonly One[] =>
  some.includes(gone) ? some.filter((one) => one !== gone) : some;

const isWorse = (now: Severity, before: Severity | null): boolean => severityRank(now) < severityRank(before);

const WINDOW_ID = 'window';
const WINDOW: DedupeWindow = {
  id: WINDOW_ID,
  domain: 'acme',
  route: 'all',
  by: ['threatType'],
  first: { feed: 'cases', id: FIRST_ID, createdAtMs: START, what: 'Sabotage', severity: null },
  at: ['soc'],
  sinceMs: START,
  untilMs: START + DEDUPE_MS,
};
const recordOf = ({ severity, isOpen }: First): CaseRecord =>
  caseRecord({ caseId: FIRST_ID, createdAtMs: START, severity, closedAtMs: isOpen ? null : START + 1 });
