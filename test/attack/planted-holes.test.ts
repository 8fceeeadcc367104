import { describe, expect, it } from 'vitest';
import { CORPUS } from './corpus.ts';
import { throughHole } from './plant-hole.ts';

describe.each(CORPUS.map((one) => [one.group.name, one] as const))(
  'of %s, one gets through when',
  (_, one) => {
    it.each(one.group.checks.map((hole) => [hole.name, hole] as const))('%s', async (__, hole) => {
      const tried = await throughHole(one, hole);
      expect(tried).not.toBeNull();
      console.log(`${one.group.name}: ${hole.name}: ${tried?.name}`);
    });
  },
);
