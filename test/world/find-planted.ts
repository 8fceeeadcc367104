import type { PlantedBug } from './plant.ts';
import { PLANTED } from './planted.ts';
import { simulateWorld } from './simulate-world.ts';

const MOST = 200;

/** How many histories it took to notice a planted bug; null when none of them did. */
export async function historiesUntilFound({
  in: exactly,
  seed = 1,
  rule,
  with: change,
  ...plant
}: PlantedBug): Promise<number | null> {
  const options = { exactly, plant, change, rule, shrink: false };
  const { failing, totals } = await simulateWorld(MOST, seed, options);
  return failing === undefined ? null : totals.runs;
}

/** All of them, in figures. */
export async function findPlanted(say: (line: string) => void) {
  const counts = { planted: 0, found: 0, histories: 0 };
  for (const [name, bug] of Object.entries(PLANTED)) {
    const histories = await historiesUntilFound(bug);
    counts.planted++;
    if (histories === null) say(`not found: ${name}`);
    else counts.found++;
    counts.histories += histories ?? MOST;
  }
  return counts;
}
