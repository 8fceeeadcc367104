import { describe, expect, it } from 'vitest';
import { someOf } from '../support/extent.ts';
import { CORPUS } from './corpus.ts';
import { throughHole } from './plant-hole.ts';

const holes = CORPUS.flatMap((one) =>
  one.group.checks.map((hole) => [one.group.name, hole.name, one, hole] as const),
);

describe('one of the attacks gets through', () => {
  it.each(someOf(holes, { quick: 20, full: 4 }))('of %s, when %s', async (group, name, one, hole) => {
    const tried = await throughHole(one, hole);
    expect(tried).not.toBeNull();
    console.log(`${group}: ${name}: ${tried?.name}`);
  });
});
