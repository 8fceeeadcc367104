import { expect, it } from 'vitest';
import { shareOf } from '../support/extent.ts';
import { simulateWorld, tellWorld } from './simulate.ts';

const SEED = 1;
const RUNS = shareOf(10_000, 200);

it(`shows people the truth in ${RUNS.toLocaleString('en')} histories of the whole bridge from seed ${SEED}`, async () => {
  const startedAt = performance.now();
  const { totals, details, failing } = await simulateWorld(RUNS, SEED, { shrink: false });
  const seconds = (performance.now() - startedAt) / 1000;
  if (failing) {
    const again = `npm run simulate -- --seed ${details.seed} --path ${details.counterexamplePath}`;
    expect.fail(`${again}\n${await tellWorld(failing)}`);
  }
  console.log(`${(RUNS / seconds).toFixed(1)} histories a second: ${JSON.stringify(totals)}`);
  expect(totals.runs).toBe(RUNS);
  // A world in which nothing happens would show nothing.
  const { clicks = 0, crashes = 0, faults = 0 } = totals.counts;
  expect(Math.min(clicks, crashes)).toBeGreaterThan(RUNS / 10);
  expect(faults).toBeGreaterThan(RUNS);
});
