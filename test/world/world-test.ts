import { expect, it } from 'vitest';
import { shareOf } from '../support/extent.ts';
import { simulateWorld, tellWorld } from './simulate-world.ts';

const SEED = 1;
/** For more there is `npm run simulate`. */
const RUNS = shareOf(300, 19);
const OF = 2;

/** A share of the histories. Several files, because each runs on a core of its own. */
export function itShowsPeopleTheTruth(first: number): void {
  const runs = Math.ceil((RUNS - first) / OF);
  it(`shows people the truth in ${runs.toLocaleString('en')} histories of the whole bridge from seed ${SEED}`, async () => {
    const startedAt = performance.now();
    const share = { first, of: OF };
    const { totals, details, failing } = await simulateWorld(RUNS, SEED, { shrink: false, share });
    const seconds = (performance.now() - startedAt) / 1000;
    if (failing) {
      const again = `npm run simulate -- --seed ${details.seed} --path ${details.counterexamplePath}`;
      expect.fail(`${again}\n${await tellWorld(failing)}`);
    }
    console.log(`${(totals.runs / seconds).toFixed(1)} histories a second: ${JSON.stringify(totals)}`);
    expect(totals.runs).toBe(runs);
    // A world in which nothing happens would show nothing.
    const { clicks = 0, crashes = 0, faults = 0 } = totals.counts;
    expect(Math.min(clicks, crashes)).toBeGreaterThan(totals.runs / 10);
    expect(faults).toBeGreaterThan(totals.runs);
  });
}
