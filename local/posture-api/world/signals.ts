import type { Seedbed } from '../feed/list-order.ts';
import type { CaseEvent, ThreatType } from '../schemas/case.ts';
import type { Threat } from '../schemas/threat.ts';
import { scenarioAt } from './catalog.ts';
import type { People, Person } from './people.ts';
import { createDice, type Dice, mix } from './random.ts';
import { type Scenario, SEVERITIES } from './scenario.ts';
import { isoAt } from './timeline.ts';

/** A threat event with the facts that show only if it is attached to a case. */
export type Signal = {
  readonly threat: Threat;
  readonly severity: string;
  readonly signalType: string;
  readonly platformEventId: string;
};

const ROW_COUNTS = [1, 1, 1, 2, 2, 3, 4] as const;
const SEVERITY_SHIFTS = [-1, 0, 0, 0, 0, 1] as const;

const severityOf = (scenario: Scenario, dice: Dice): string => {
  const usual = SEVERITIES.indexOf(scenario.severity);
  const shift = dice.pick(SEVERITY_SHIFTS);
  return SEVERITIES[Math.max(0, Math.min(SEVERITIES.length - 1, usual + shift))] ?? scenario.severity;
};

export const composeSignal = (options: {
  eventId: string;
  person: Pick<Person, 'tuid' | 'name' | 'email'>;
  scenario: Scenario;
  createdMs: number;
  dice: Dice;
}): Signal => {
  const { eventId, person, scenario, createdMs, dice } = options;
  const createdAt = isoAt(createdMs);
  const summary = scenario.summarize(person.name, dice, `${createdAt.slice(11, 16)} UTC`);
  const severity = severityOf(scenario, dice);
  const rows = dice.pick(ROW_COUNTS);
  const sourceEventIds: string[] = [];
  while (sourceEventIds.length < rows) sourceEventIds.push(dice.uuid());
  return {
    threat: {
      event_id: eventId,
      kind: 'threat',
      tuid: person.tuid,
      category: [...scenario.category],
      subcategory: [...scenario.subcategory],
      title: scenario.title,
      summary,
      source: scenario.source,
      source_table: scenario.source,
      source_event_ids: sourceEventIds,
      user_name: person.name,
      user_email: person.email,
      created_at: createdAt,
    },
    severity,
    signalType: scenario.signal,
    platformEventId: `evt-${dice.uuid().slice(0, 18)}`,
  };
};

export const asCaseEvent = (signal: Signal, judged: { safe: boolean }): CaseEvent => ({
  kind: 'threat',
  event_id: signal.threat.event_id,
  severity: signal.severity,
  category: [...signal.threat.category],
  subcategory: [...signal.threat.subcategory],
  signal_type: signal.signalType,
  source: signal.threat.source,
  title: signal.threat.title,
  summary: signal.threat.summary,
  user_name: signal.threat.user_name,
  user_email: signal.threat.user_email,
  platform_event_id: signal.platformEventId,
  flagged: !judged.safe && (signal.severity === 'high' || signal.severity === 'critical'),
  safe: judged.safe,
  created_at: signal.threat.created_at,
});

/** Tells the story of a generated threat; the layout decided who and what it is about. */
export const createSignals = (options: { key: number; seedbed: Seedbed; people: People }) => {
  const { key, seedbed, people } = options;
  const storyKey = mix(key, 31);
  return {
    at: (index: number, person: number, scenario: number): Signal =>
      composeSignal({
        eventId: seedbed.ids.idAt(index),
        person: people.at(person),
        scenario: scenarioAt(scenario),
        createdMs: seedbed.timeAt(index),
        dice: createDice(storyKey, index),
      }),
  };
};

const BRIEFS: Record<ThreatType, string> = {
  data_exfiltration: 'may be moving company data out of reach',
  insider_threat: 'is looking at far more than the job asks for',
  privilege_escalation: 'gained rights that were not approved',
  policy_violation: 'is stepping around company policy',
  account_compromise: 'may no longer be alone in this account',
  sabotage: 'is linked to changes that damage systems or records',
  financial_fraud: 'is linked to payments that do not add up',
};

export const briefOf = (type: ThreatType, person: Person, titles: readonly string[]): string => {
  const seen = [...new Set(titles)].map((title) => title.charAt(0).toLowerCase() + title.slice(1));
  const more = seen.length > 2 ? [`${seen.length - 2} more`] : [];
  const evidence = [...seen.slice(0, 2), ...more].join('; ');
  const opening = `${person.name} (${person.title}, ${person.department}) ${BRIEFS[type]}`;
  return evidence === '' ? `${opening}.` : `${opening}: ${evidence}.`;
};
