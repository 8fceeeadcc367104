import { plantIn } from '../../simulation/plant-bug.ts';
import type { PlantedBug } from '../../simulation/planted-bugs.ts';
import type { simulateVerdicts } from './simulate-verdicts.ts';

/** The simulation of the verdicts, bundled with a mistake in it. */
export const plantVerdictBug = async (bug: PlantedBug): Promise<typeof simulateVerdicts> => {
  const entry = 'test/unit/verdict/simulate-verdicts.ts';
  return (await plantIn<{ simulateVerdicts: typeof simulateVerdicts }>(entry, bug)).simulateVerdicts;
};
