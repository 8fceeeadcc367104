import { describe, expect, it } from 'vitest';
import { plantIn } from '../plant-bug.ts';
import { PLANTED_HOOK_BUGS } from './planted-hook-bugs.ts';
import type * as simulation from './simulate-hooks.ts';

describe('the simulation of webhooks notices within 2,000 histories when', () => {
  it.each(PLANTED_HOOK_BUGS)('$name', async (bug) => {
    const { simulateHooks } = await plantIn<typeof simulation>(
      'test/simulation/webhooks/simulate-hooks.ts',
      bug,
    );
    const { details, totals } = await simulateHooks(2_000, bug.seed ?? 1, { shrink: false });
    expect(details.failed, `not noticed in ${totals.runs} histories`).toBe(true);
    console.log(`${bug.name}: noticed after ${totals.runs} histories`);
  });
});
