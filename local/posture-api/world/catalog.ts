import { THREAT_TYPES, type ThreatType } from '../schemas/case.ts';
import type { Scenario } from './scenario.ts';
import { DATA_SCENARIOS } from './scenarios-data.ts';
import { IDENTITY_SCENARIOS } from './scenarios-identity.ts';

export const SCENARIOS: readonly Scenario[] = [...DATA_SCENARIOS, ...IDENTITY_SCENARIOS];

export const scenarioAt = (number: number): Scenario => {
  const scenario = SCENARIOS[number];
  if (scenario === undefined) throw new RangeError(`there is no scenario ${number}`);
  return scenario;
};

const numbersWhere = (accepts: (scenario: Scenario) => boolean): number[] =>
  SCENARIOS.flatMap((scenario, number) => (accepts(scenario) ? [number] : []));

const numbersByType = new Map(
  THREAT_TYPES.map((type) => [type, numbersWhere((scenario) => scenario.type === type)]),
);

export const scenariosOfType = (type: ThreatType): readonly number[] => numbersByType.get(type) ?? [];

/** The scenarios that can have this category and come from this source; undefined means any. */
export const scenariosMatching = (wanted: {
  category?: string | undefined;
  source?: string | undefined;
}): number[] =>
  numbersWhere(
    ({ category, source }) =>
      (wanted.category === undefined || category.includes(wanted.category)) &&
      (wanted.source === undefined || source === wanted.source),
  );
