import type { Seedbed } from '../feed/list-order.ts';
import { CASE_STATES, type CaseState, THREAT_TYPES, type ThreatType } from '../schemas/case.ts';
import { SCENARIOS, scenariosOfType } from './catalog.ts';
import { createIdSpace } from './id-space.ts';
import type { People } from './people.ts';
import { fraction, mix, pickBy } from './random.ts';
import { createTimeline } from './timeline.ts';

const HISTORY_DAYS = 30;
const MOST_EVENTS = 5;

// Account trouble is common, sabotage is rare.
const TYPE_DRAW: readonly ThreatType[] = [
  ...THREAT_TYPES,
  'account_compromise',
  'account_compromise',
  'data_exfiltration',
  'data_exfiltration',
  'policy_violation',
  'financial_fraud',
];

const STATE_DRAW: Record<'fresh' | 'recent' | 'old', readonly CaseState[]> = {
  fresh: ['discover', 'discover', 'discover', 'discover', 'pending_investigation', 'investigating'],
  recent: ['discover', 'pending_investigation', 'investigating', 'investigating', 'enforced', 'closed'],
  old: ['investigating', 'enforced', 'closed', 'closed', 'closed', 'closed', 'discover'],
};

/**
 * Which threat belongs to which case, person and scenario, computed in both directions. The threats are divided into as
 * many ranges as there are cases; the first few of a range are the events of its case, and the case opens before the next
 * slot begins, so cases are in time order too.
 */
export const createLayout = (options: {
  key: number;
  people: People;
  cases: number;
  threats: number;
  startMs: number;
}) => {
  const { key, people, cases, threats, startMs } = options;
  const stretch = cases === 0 ? 0 : Math.floor(threats / cases);
  const shared = stretch > 0;
  const slots = shared ? threats : Math.max(cases, threats);
  const timeline = createTimeline({ endMs: startMs, days: HISTORY_DAYS, count: slots });
  const threatSlot = (threat: number) => (shared ? threat : (threat * slots) / Math.max(1, threats));

  const firstThreatOf = (number: number): number => Math.floor((number * threats) / cases);
  const eventCountOf = (number: number): number =>
    1 + (mix(key, number, 41) % (shared ? Math.min(stretch, MOST_EVENTS) : 2));

  const caseOfThreat = (threat: number): number | undefined => {
    if (!shared) return undefined;
    let number = Math.floor((threat * cases) / threats);
    while (firstThreatOf(number + 1) <= threat) number += 1;
    while (firstThreatOf(number) > threat) number -= 1;
    return threat - firstThreatOf(number) < eventCountOf(number) ? number : undefined;
  };

  const typeOfCase = (number: number): ThreatType => pickBy(mix(key, number, 42), TYPE_DRAW);
  const personOfCase = (number: number): number => people.pickIndex(mix(key, number, 43));
  const stateOfCase = (number: number): CaseState => {
    const age = (number + 0.5) / cases;
    const band = age > 0.93 ? 'fresh' : age > 0.7 ? 'recent' : 'old';
    return pickBy(mix(key, number, 44), STATE_DRAW[band]);
  };
  // Events of one case cycle through the scenarios of its type, so that no title repeats.
  const scenarioInCase = (number: number, event: number): number => {
    const fitting = scenariosOfType(typeOfCase(number));
    return fitting[(mix(key, number, 45) + event) % fitting.length] ?? 0;
  };

  const threatSeeds: Seedbed = {
    size: threats,
    ids: createIdSpace(mix(key, 46)),
    timeAt: (threat) => timeline.at(threatSlot(threat) + 0.5 * fraction(mix(key, threat, 47))),
  };
  const caseSeeds: Seedbed = {
    size: cases,
    ids: createIdSpace(mix(key, 48)),
    timeAt: (number) => {
      const slot = shared ? firstThreatOf(number) + eventCountOf(number) - 1 : number;
      return timeline.at(slot + 0.55 + 0.4 * fraction(mix(key, number, 49)));
    },
  };

  return {
    threatSeeds,
    caseSeeds,
    /** Whether the events of cases are also among the threats. */
    shared,
    firstThreatOf,
    eventCountOf,
    typeOfCase,
    stateOfCase,
    personOfCase,
    scenarioInCase,
    personOfThreat: (threat: number): number => {
      const number = caseOfThreat(threat);
      return number === undefined ? people.pickIndex(mix(key, threat, 50)) : personOfCase(number);
    },
    scenarioOfThreat: (threat: number): number => {
      const number = caseOfThreat(threat);
      return number === undefined
        ? mix(key, threat, 51) % SCENARIOS.length
        : scenarioInCase(number, threat - firstThreatOf(number));
    },
  };
};

export type Layout = ReturnType<typeof createLayout>;

/** State and type of a case as one small number, so that any combination of the two filters is a set of lists. */
export const caseClass = (state: CaseState, type: ThreatType): number =>
  CASE_STATES.indexOf(state) * THREAT_TYPES.length + THREAT_TYPES.indexOf(type);

export const CASE_CLASSES = CASE_STATES.length * THREAT_TYPES.length;

export const caseClassesMatching = (wanted: {
  state?: CaseState | undefined;
  type?: ThreatType | undefined;
}): number[] =>
  CASE_STATES.filter((state) => wanted.state === undefined || state === wanted.state).flatMap((state) =>
    THREAT_TYPES.filter((type) => wanted.type === undefined || type === wanted.type).map((type) =>
      caseClass(state, type),
    ),
  );
