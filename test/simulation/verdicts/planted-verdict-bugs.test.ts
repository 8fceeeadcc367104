import { describe, expect, it } from 'vitest';
import { plantVerdictBug } from '../plant-bug.ts';
import { PLANTED_VERDICT_BUGS } from './planted-verdict-bugs.ts';

describe('the simulation of verdicts notices within 10,000 histories when', () => {
  it.each(PLANTED_VERDICT_BUGS)('$name', async (bug) => {
    const simulate = await plantVerdictBug(bug);
    const { details, totals } = await simulate(10_000, bug.seed ?? 1, {
      shrink: false,
      chats: bug.chats ?? 'slack',
    });
    expect(details.failed, `not noticed in ${totals.runs} histories`).toBe(true);
    console.log(`${bug.name}: noticed after ${totals.runs} histories`);
  });
});
