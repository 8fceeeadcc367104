import type { Domain } from './domain.ts';
import { type Case, type CaseEvent, type CaseState, THREAT_TYPES, type ThreatType } from './schemas/case.ts';
import type { Threat } from './schemas/threat.ts';
import type { Outcome } from './schemas/verdict.ts';
import type { CaseFile } from './world/cases.ts';
import { scenarioAt, scenariosOfType } from './world/catalog.ts';
import { createIdSpace } from './world/id-space.ts';
import type { Person } from './world/people.ts';
import { createDice, type Dice, hashText, mix, uuidOf } from './world/random.ts';
import { asCaseEvent, briefOf, composeSignal, type Signal } from './world/signals.ts';
import { isoAt, MINUTE_MS } from './world/timeline.ts';

/** Fields to force on a new item; null is allowed anywhere, to show a client what it must survive. */
export type Overrides<Item> = { readonly [Field in keyof Item]?: Item[Field] | null | undefined };

export type NewCase = {
  readonly fields?: Overrides<Omit<Case, 'events'>>;
  readonly events?: readonly Overrides<CaseEvent>[];
  readonly state?: CaseState;
  readonly visibleInMs?: number | undefined;
};

export type NewThreat = {
  readonly fields?: Overrides<Threat>;
  readonly type?: ThreatType | undefined;
  readonly visibleInMs?: number | undefined;
};

const EFFECTS: Record<Outcome, { state: CaseState; resolved: boolean; marksSafe: boolean }> = {
  SAFE: { state: 'closed', resolved: true, marksSafe: true },
  FALSE_POSITIVE: { state: 'closed', resolved: true, marksSafe: true },
  DUPLICATE: { state: 'closed', resolved: true, marksSafe: false },
  TRUE_POSITIVE: { state: 'enforced', resolved: true, marksSafe: false },
  ESCALATED: { state: 'investigating', resolved: false, marksSafe: false },
};

const given = <Item extends object>(fields: Overrides<Item>): Partial<Item> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Item>;

/** Everything that happens to cases and threats after the start: new ones, changes, verdicts. */
export const createCaseChanges = (domain: Domain) => {
  const { key, clock, people, threats, cases } = domain;
  const caseIds = createIdSpace(mix(key, 131));
  const eventIds = createIdSpace(mix(key, 132));
  let opened = 0;
  let raised = 0;

  const personFor = (email: string | null | undefined, dice: Dice): Person => {
    if (typeof email !== 'string') return people.at(people.pickIndex(dice.roll()));
    const known = people.findByLogin(email);
    if (known !== undefined) return people.at(known);
    const name = email.slice(0, email.indexOf('@')).replace(/[._-]+/g, ' ') || email;
    return {
      index: -1,
      tuid: uuidOf(key, hashText(email.toLowerCase())),
      name,
      email,
      upn: email,
      department: 'no department on record',
      title: 'external account',
      active: true,
      persona: 'none',
    };
  };

  const composeThreat = (
    person: Person,
    type: ThreatType,
    createdMs: number,
    fields: Overrides<Threat>,
  ): Signal => {
    const dice = createDice(mix(key, 133), raised);
    const fitting = scenariosOfType(type);
    const scenario = scenarioAt(fitting[raised % fitting.length] ?? 0);
    const signal = composeSignal({ eventId: eventIds.idAt(raised), person, scenario, createdMs, dice });
    raised += 1;
    return { ...signal, threat: { ...signal.threat, ...given(fields) } };
  };

  const composeAlone = ({ fields = {}, type }: NewThreat): Signal => {
    const dice = createDice(mix(key, 134), raised);
    const byId = typeof fields.tuid === 'string' ? people.findByTuid(fields.tuid) : undefined;
    const person = byId === undefined ? personFor(fields.user_email, dice) : people.at(byId);
    const createdMs = Date.parse(fields.created_at ?? isoAt(clock.now()));
    return composeThreat(person, type ?? dice.pick(THREAT_TYPES), createdMs, fields);
  };

  const raiseThreats = (count: number, threat: NewThreat): Threat[] => {
    const signals = Array.from({ length: count }, () => composeAlone(threat));
    threats.add(signals.map((item) => ({ item, visibleInMs: threat.visibleInMs })));
    return signals.map((signal) => signal.threat);
  };

  /** An event of a case and the threat behind it; facts that only the case shows are added to the event. */
  const composeEvent = (
    person: Person,
    type: ThreatType,
    createdMs: number,
    fields: Overrides<CaseEvent>,
  ) => {
    const { severity, signal_type, platform_event_id, flagged, safe, ...shared } = fields;
    const eventMs = typeof fields.created_at === 'string' ? Date.parse(fields.created_at) : createdMs;
    const signal = composeThreat(person, type, eventMs, shared);
    const only = given<CaseEvent>({ severity, signal_type, platform_event_id, flagged, safe });
    return { signal, event: { ...asCaseEvent(signal, { safe: false }), ...only } };
  };

  const composeCase = ({ fields = {}, events = [{}, {}], state = 'discover' }: NewCase) => {
    const dice = createDice(mix(key, 135), opened);
    const person = personFor(fields.user_email, dice);
    const type = fields.threat_type ?? dice.pick(THREAT_TYPES);
    const createdMs = Date.parse(fields.created_at ?? isoAt(clock.now()));
    const attached = events.map((event, at) =>
      composeEvent(person, type, createdMs - (events.length - at) * 2 * MINUTE_MS, event),
    );
    const body: Case = {
      case_id: caseIds.idAt(opened),
      user_email: person.email,
      user_name: person.name,
      threat_type: type,
      threat_brief: briefOf(
        type,
        person,
        attached.map(({ event }) => event.title),
      ),
      created_at: isoAt(createdMs),
      updated_at: isoAt(createdMs),
      closed_at: state === 'closed' ? isoAt(Math.max(createdMs, clock.now())) : null,
      ...given<Case>(fields),
      events: attached.map(({ event }) => event),
    };
    opened += 1;
    return { file: { state, body }, signals: attached.map(({ signal }) => signal) };
  };

  /** Opens cases together with the threats behind them, all at once, so that many cost little more than one. */
  const openCases = (count: number, wanted: NewCase): Case[] => {
    const made = Array.from({ length: count }, () => composeCase(wanted));
    const { visibleInMs } = wanted;
    threats.add(made.flatMap(({ signals }) => signals.map((item) => ({ item, visibleInMs }))));
    cases.add(made.map(({ file }) => ({ item: file, visibleInMs })));
    return made.map(({ file }) => file.body);
  };

  const save = (file: CaseFile): void => cases.replace(file.body.case_id, file);

  const moveState = (file: CaseFile, state: CaseState, change: Partial<Case> = {}): CaseFile => {
    const now = isoAt(clock.now());
    const closedAt = state === 'closed' ? (file.body.closed_at ?? now) : null;
    const moved = { state, body: { ...file.body, updated_at: now, closed_at: closedAt, ...change } };
    save(moved);
    return moved;
  };

  return {
    openCases,
    raiseThreats,
    moveState,
    /** Returns whether there was one. */
    removeCase: (caseId: string): boolean => cases.remove(caseId),
    removeThreat: (eventId: string): boolean => threats.remove(eventId),
    /** Attaches a known threat by its id, or otherwise a new one made for the case. */
    attachEvent: (file: CaseFile, fields: Overrides<CaseEvent>): CaseEvent | 'already-attached' => {
      const known = typeof fields.event_id === 'string' ? threats.find(fields.event_id) : undefined;
      const wanted = fields.event_id?.toLowerCase();
      if (file.body.events.some(({ event_id }) => event_id.toLowerCase() === wanted)) {
        return 'already-attached';
      }
      const person = personFor(file.body.user_email, createDice(key, raised));
      const made = known
        ? {
            signal: known,
            event: {
              ...asCaseEvent(known, { safe: false }),
              ...given(fields),
              event_id: known.threat.event_id,
            },
          }
        : composeEvent(person, file.body.threat_type, clock.now(), fields);
      if (known === undefined) threats.add([{ item: made.signal }]);
      const events = [...file.body.events, made.event];
      save({ ...file, body: { ...file.body, events, updated_at: isoAt(clock.now()) } });
      return made.event;
    },
    judge: (file: CaseFile, outcome: Outcome): { resolved: boolean } => {
      const effect = EFFECTS[outcome];
      const events = effect.marksSafe
        ? file.body.events.map((event) => ({ ...event, safe: true, flagged: false }))
        : file.body.events;
      moveState(file, effect.state, { events });
      return { resolved: effect.resolved };
    },
  };
};

export type CaseChanges = ReturnType<typeof createCaseChanges>;
