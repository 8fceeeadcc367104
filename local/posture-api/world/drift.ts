import { type Drift, TIME_PERIODS } from '../schemas/drift.ts';
import { createIdSpace } from './id-space.ts';
import type { People } from './people.ts';
import { createDice, type Dice, mix } from './random.ts';
import { DAY_MS, isoAt, MINUTE_MS } from './timeline.ts';

// The contract does not describe the type of a delta, so the kinds differ: objects, a bare number, a list.
const COMPUTATORS: readonly [string, (dice: Dice) => unknown][] = [
  [
    'signin_hours',
    (dice) => ({
      baseline: '08-17',
      observed: `${dice.between(18, 22)}-23`,
      shift_hours: dice.between(3, 9),
    }),
  ],
  ['data_volume', (dice) => ({ baseline_mb: dice.between(20, 400), observed_mb: dice.between(900, 9000) })],
  [
    'application_mix',
    (dice) => ({ added: dice.sample(['CRM', 'Payroll', 'Vault', 'Data Warehouse'], 2), dropped: [] }),
  ],
  ['peer_distance', (dice) => dice.between(12, 88) / 100],
  [
    'location_spread',
    (dice) => dice.sample(['Lisbon', 'Osaka', 'Toronto', 'Lagos', 'Lima'], dice.between(1, 3)),
  ],
];

export const createDriftEvents = (options: {
  key: number;
  size: number;
  people: People;
  startMs: number;
}) => {
  const { key, size, people, startMs } = options;
  const ids = createIdSpace(mix(key, 111));
  return {
    size,
    idAt: ids.idAt,
    find: (driftId: string): Drift | undefined => {
      const index = ids.indexOf(driftId);
      if (index === undefined || index >= size) return undefined;
      const dice = createDice(mix(key, 112), index);
      const person = people.at(people.pickIndex(dice.roll()));
      const [computator, deltaOf] = dice.pick(COMPUTATORS);
      const period = dice.pick(TIME_PERIODS);
      const detectedMs = startMs - dice.between(60, 29 * 24 * 60) * MINUTE_MS - dice.between(0, 59_999);
      return {
        drift_id: ids.idAt(index),
        computator,
        time_period: period,
        delta: deltaOf(dice),
        period_start_at: dice.chance(0.9) ? isoAt(detectedMs - Number.parseInt(period, 10) * DAY_MS) : null,
        detected_at: dice.chance(0.95) ? isoAt(detectedMs) : null,
        user: { name: person.name, email: person.email },
      };
    },
  };
};
