import { describe, expect, it } from 'vitest';
import { plantVerdictBug } from './plant-verdict-bug.ts';
import { simulateVerdicts } from './simulate-verdicts.ts';
import { VERDICT_BUGS } from './verdict-bugs.ts';

const RUNS = 1_000;
/** The simulation of the whole bridge plays thousands more. */
const WELL = 300;

describe('clicks, repeats, crashes and answers of all kinds', () => {
  it(`never send a decision twice and always end where people see it, in ${WELL} histories`, async () => {
    const { failing, counts, runs } = await simulateVerdicts(WELL);
    if (failing) {
      expect.fail([`seed ${failing.seed}`, ...failing.story, ...failing.wrong].join('\n'));
    }
    console.log(`simulated verdicts: ${JSON.stringify(counts)}`);
    expect(runs).toBe(WELL);
    // A simulation in which nothing goes wrong would show nothing.
    expect(counts.crash).toBeGreaterThan(WELL / 2);
    expect(counts['moved on']).toBeGreaterThan(WELL / 10);
    expect(counts['POST taken, then dropped']).toBeGreaterThan(WELL / 50);
  }, 120_000);
});

describe(`the simulation of verdicts notices within ${RUNS.toLocaleString('en')} histories when`, () => {
  it.each(VERDICT_BUGS)(
    '$name',
    async (bug) => {
      const simulate = await plantVerdictBug(bug);
      const { failing, runs } = await simulate(RUNS, bug.seed ?? 1);
      expect(failing, `not noticed in ${runs} histories`).not.toBeNull();
      console.log(`${bug.name}: noticed after ${runs} histories: ${failing?.wrong[0]}`);
    },
    120_000,
  );
});
