import { type Capability, type History, history, onlyWith } from './history.ts';
import { PLAIN, type Plant } from './plant.ts';
import { playHistory } from './play.ts';
import { type HowToPlay, playMany } from './play-many.ts';

export interface WorldOptions extends HowToPlay {
  readonly parts?: readonly Capability[] | null;
  /** Every history has these, and no others. */
  readonly exactly?: readonly Capability[];
  readonly plant?: Plant;
  /** Another history, and only what is wrong by this rule. */
  readonly change?: ((history: History) => History) | undefined;
  readonly rule?: RegExp | undefined;
}

/** Plays histories until one goes wrong or all are played. */
export const simulateWorld = (
  runs: number,
  seed: number,
  { parts = null, exactly, plant = PLAIN, change = (one) => one, rule, ...how }: WorldOptions = {},
) =>
  playMany(
    history.map((one) => change(exactly ? { ...one, capabilities: exactly } : onlyWith(one, parts))),
    async (one) => {
      const played = await playHistory(one, false, plant);
      return rule ? { ...played, wrong: played.wrong.filter((line) => rule.test(line)) } : played;
    },
    { ...how, runs, seed },
  );

/** The shrunk history in words. */
export async function tellWorld(failing: History, plant: Plant = PLAIN): Promise<string> {
  const { wrong, story } = await playHistory(failing, true, plant);
  return [JSON.stringify(failing), ...story, ...wrong.map((line) => `WRONG: ${line}`)].join('\n');
}
