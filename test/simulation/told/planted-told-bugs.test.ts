import { describe, expect, it } from 'vitest';
import { plantIn } from '../plant-bug.ts';
import { PLANTED_TOLD_BUGS } from './planted-told-bugs.ts';
import type * as simulation from './simulate-told.ts';

describe('the simulation of told threats notices within 2,000 histories when', () => {
  it.each(PLANTED_TOLD_BUGS)('$name', async (bug) => {
    const { simulateTold } = await plantIn<typeof simulation>('test/simulation/told/simulate-told.ts', bug);
    const { details, totals } = await simulateTold(2_000, bug.seed ?? 1, { shrink: false });
    expect(details.failed, `not noticed in ${totals.runs} histories`).toBe(true);
    console.log(`${bug.name}: noticed after ${totals.runs} histories`);
  });
});
