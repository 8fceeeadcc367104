import { expect, it } from 'vitest';
import { shareOf } from '../support/extent.ts';
import { simulate, tellStory } from './simulate.ts';

/** A share of the histories, the first of them in `npm test`. Several files, because each runs on a core of its own. */
export function itLosesNothing(all: number, seed: number): void {
  const runs = shareOf(all, 160);
  it(`loses nothing and repeats nothing in ${runs.toLocaleString('en')} histories from seed ${seed}`, async () => {
    const { totals, details, failing } = await simulate(runs, seed, { shrink: true });
    if (failing) {
      const again = `npm run simulate:feeds -- --seed ${details.seed} --path ${details.counterexamplePath}`;
      expect.fail(`${again}\n${await tellStory(failing)}`);
    }
    console.log(`simulated: ${JSON.stringify(totals)}`);
    expect(totals.runs).toBe(runs);
    // A simulation in which nothing goes wrong would show nothing.
    expect(totals.crashes).toBeGreaterThan(runs / 2);
    expect(totals.repeated).toBeGreaterThan(runs / 50);
    expect(totals.ticked).toBeGreaterThan(runs);
  });
}
