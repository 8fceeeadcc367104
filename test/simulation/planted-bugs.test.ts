import { describe, expect, it } from 'vitest';
import { plantBug } from './plant-bug.ts';
import { PLANTED_BUGS } from './planted-bugs.ts';

describe('the simulation notices within 10,000 histories when', () => {
  it.each(PLANTED_BUGS)('$name', async (bug) => {
    const simulate = await plantBug(bug);
    const { details, totals } = await simulate(10_000, bug.seed ?? 1, { shrink: false });
    expect(details.failed, `not noticed in ${totals.runs} histories`).toBe(true);
    console.log(`${bug.name}: noticed after ${totals.runs} histories`);
  });
});
