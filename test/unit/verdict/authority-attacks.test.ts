import { describe, expect, it } from 'vitest';
import { authorityAttempts, genuineClicks } from '../../attack/authority.ts';

describe('of all clicks of people who may not decide', () => {
  it('none gets through', async () => {
    expect(authorityAttempts.length).toBeGreaterThan(300);
    expect(new Set(authorityAttempts.map(({ name }) => name)).size).toBe(authorityAttempts.length);
    const through: string[] = [];
    for (const { name, run } of authorityAttempts) {
      const what = await run();
      if (what !== null) through.push(`${name}: ${what}`);
    }
    expect(through).toEqual([]);
  });

  it('and every one of people who may does', async () => {
    const stopped: string[] = [];
    for (const { name, run } of genuineClicks) if ((await run()) === null) stopped.push(name);
    expect(stopped).toEqual([]);
  });
});
