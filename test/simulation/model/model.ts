import { type AlikeWindow, alikeKey } from '../../../lib/alike/alike.ts';
import { type KnownWindow, planFolds, sendersOf } from '../../../lib/alike/plan-folds.ts';
import type { Answer } from '../../../lib/case/answer.ts';
import {
  afterListing,
  type ListedCase,
  newCase,
  placesToGo,
  withPlaces,
  withSending,
} from '../../../lib/case/case-content.ts';
import {
  type CaseRecord,
  isEnded,
  isInDoubt,
  isWithheld,
  type Withheld,
} from '../../../lib/case/case-record.ts';
import { afterLook } from '../../../lib/case/case-status.ts';
import {
  type CasePolicy,
  canBeDecidedNow,
  mayCall,
  nextEscalation,
  standing,
  type TakenStep,
} from '../../../lib/case/standing.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { hide } from '../../../lib/mutes/hide.ts';
import { endOf, isActive, type Mute } from '../../../lib/mutes/mute.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { type Severity, severityRank } from '../../../lib/posture/severity.ts';
import { compileRoutes } from '../../../lib/routing/compile-routes.ts';
import { routeItem } from '../../../lib/routing/route-item.ts';
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
  nextEscalation,
  mayCall,
  canBeDecidedNow,
  hide,
  planFolds,
  /** As lib/feed/folding reads a window: its first counts only while it is open, and as severe as it is now. */
  standsAsFirst: ({ isOpen, severity }: First): Severity | null => (isOpen ? severity : null),
  /** As lib/reconcile/count-withheld does. */
  isListedStill: (record: CaseRecord | null, id: string): boolean =>
    Object.values(record?.places ?? {}).some((place) => isWithheld(place) && place.id === id),
};
export type Rules = typeof RULES;

export type Capability = 'lifecycle' | 'severity' | 'mute' | 'window' | 'escalation' | 'forget';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So that no moment is zero, which stands for none. */
const START = 1_000 * HOUR;
const FOLD_MS = 2 * HOUR;
const MUTE_MS = 2 * HOUR;
const PATIENCE_MS = 2 * MINUTE;
const PEOPLE = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };

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
});
const routes = compileRoutes(config);
const CHATS: ReadonlySet<string> = new Set(['soc', 'urgent']);

export const POLICY: CasePolicy = {
  stepsOf: ({ severity }) => [
    { route: 'all', step: 1, afterMs: severity === 'critical' ? HOUR / 2 : HOUR, to: [] },
    { route: 'all', step: 2, afterMs: severity === 'critical' ? HOUR - 1 : 2 * HOUR, to: [] },
  ],
  claimHoldsMs: (severity) => (severity === 'critical' ? HOUR / 2 : HOUR),
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

/** How far a function comes with its writes. */
type How = 'whole' | 'dies early' | 'dies';

export interface State {
  readonly nowMs: number;
  readonly truth: Truth;
  /** The case that stands for ours where they are alike: posted before it. */
  readonly first: First | null;
  readonly record: CaseRecord | null;
  readonly answer: Answer | null;
  readonly steps: readonly TakenStep[];
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

export function listedCase(truth: Truth): ListedCase {
  const routing = routings.get(truth.severity) ?? routeItem(routes, routedItem(truth));
  routings.set(truth.severity, routing);
  const { destinations, sending } = routing;
  return {
    ...truth,
    revision: String(truth.updatedAtMs),
    createdAtMs: START,
    routes: sending,
    destinations,
  };
}

export const startOf = (capabilities: ReadonlySet<Capability>, severity: Severity = 'medium'): State => ({
  nowMs: START,
  truth: { severity, closedAtMs: null, updatedAtMs: START },
  first: capabilities.has('window') ? { severity: 'medium', isOpen: true } : null,
  record: null,
  answer: null,
  steps: [],
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
    for (const { window, at } of rules.planFolds(routes, [listed], knownWindows(state, truth), state.nowMs)
      .folds)
      for (const chat of at) kept.set(chat, { by: 'dedupe', id: window.id });
    return kept;
  }

  function knownWindows({ first }: State, truth: Truth): ReadonlyMap<string, KnownWindow> {
    const known = new Map<string, KnownWindow>();
    if (!first) return known;
    for (const route of sendersOf(routes, routedItem(truth))) {
      const key = alikeKey(route, routedItem(truth));
      const severity = rules.standsAsFirst(first);
      if (key) known.set(key, { window: severity && windowOf(severity), version: 1 });
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
    if (isBehindClosed) return { ...state, wrong: 'a case is folded behind one that is closed' };
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

  function escalates(state: State): State {
    const { record, steps } = state;
    if (!record || !Object.values(state.places).some(({ message }) => message)) return state;
    const stand = rules.standing(record, state.answer, POLICY, state.nowMs);
    const next = rules.nextEscalation(record, stand, steps, POLICY);
    if (!next || next.dueMs > state.nowMs || silences(state, state.truth)) return state;
    const taken = { ...next.step, n: steps.length + 1, atMs: state.nowMs };
    const isEarly =
      record.severity === 'critical' && state.nowMs < (state.truth.raisedAtMs ?? 0) + next.step.afterMs;
    const wrong = isEnded(record)
      ? 'a case that ended escalates'
      : isEarly
        ? 'a step is taken too early'
        : null;
    return { ...state, steps: [...steps, taken], wrong: state.wrong ?? wrong };
  }

  /** Lists what ended mutes and windows withhold still. */
  function lists(state: State): State {
    const over = [
      ...state.mutes.filter((mute) => state.nowMs >= endOf(mute) + PATIENCE_MS).map(({ id }) => id),
      ...(state.first && state.nowMs >= START + FOLD_MS + PATIENCE_MS ? [WINDOW_ID] : []),
    ];
    const due = over.filter((id) => state.noted.includes(id) && !state.listed.includes(id));
    const isStill = (id: string) => rules.isListedStill(state.record, id);
    return due.some(isStill) ? { ...state, listed: [...state.listed, ...due.filter(isStill)] } : state;
  }

  function* system(state: State): Iterable<readonly [string, State]> {
    if (!state.poller) yield ['the poller reads', { ...state, poller: idle(state) }];
    else yield* writes(state, 'the poller', pollerWrites);
    if (!state.reconciler && state.record)
      yield ['the reconciler reads', { ...state, reconciler: idle(state) }];
    else if (state.reconciler) yield* writes(state, 'the reconciler', reconcilerWrites);
    for (const name of Object.keys(state.places)) yield [`${name} shows it`, notifierShows(state, name)];
    if (has('escalation')) yield ['the verdict function looks whether it escalates', escalates(state)];
    if (has('mute') || has('window')) yield ['the reconciler lists', lists(state)];
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
        yield ['it becomes critical', becomes({ severity: 'critical', raisedAtMs: nowMs })];
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

  function* moves(state: State): Iterable<readonly [string, State]> {
    if (state.wrong !== null) return;
    yield* system(state);
    yield* world(state);
  }

  /** Lets the bridge run until nothing is left to do. */
  function settle(from: State): State {
    let state: State = { ...from, poller: null, reconciler: null };
    for (let round = 0; round < 10; round++) {
      const before = state;
      state = pollerWrites({ ...state, poller: idle(state) }, 'whole');
      state = reconcilerWrites({ ...state, reconciler: idle(state) }, 'whole');
      for (const name of Object.keys(state.places)) state = notifierShows(state, name);
      if (has('escalation')) for (let n = 0; n < 4; n++) state = escalates(state);
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

const isWorse = (now: Severity, before: Severity | null): boolean => severityRank(now) < severityRank(before);

const WINDOW_ID = 'window';
const windowOf = (severity: Severity): AlikeWindow => ({
  id: WINDOW_ID,
  domain: 'acme',
  route: 'all',
  by: ['threatType'],
  first: { feed: 'cases', id: FIRST_ID, createdAtMs: START, what: 'Sabotage', severity },
  at: ['soc'],
  sinceMs: START,
  untilMs: START + FOLD_MS,
});
