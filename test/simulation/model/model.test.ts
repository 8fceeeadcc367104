import { describe, expect, it } from 'vitest';
import { someOf } from '../../support/extent.ts';
import { PLANTED_RULES } from './planted-rules.ts';
import { isFound, PAIRS, walkAll, walkPair } from './walks.ts';

const told: string[] = [];

describe('the rules of a case', () => {
  it.each(someOf(PAIRS, { quick: 4, full: 1 }))('hold in every history of %s and %s', (...pair) => {
    for (const { states, isWhole, wrong } of walkPair(pair)) {
      told.push(`${pair.join(' and ')}: all ${states} states`);
      expect(wrong).toBeNull();
      expect(isWhole).toBe(true);
    }
  });

  it('hold in the histories of all of them together, as deep as there is time for', () => {
    const { states, depth, wrong } = walkAll();
    told.push(`all together: ${states} states, to depth ${depth}`);
    // What was looked at belongs to the result.
    console.info(told.join('\n'));
    expect(wrong).toBeNull();
  });
});

describe('a wrong rule is found, by the shortest story', () => {
  it.each(someOf(PLANTED_RULES, { quick: 4, full: 1 }))('$name', (planted) => {
    expect(isFound(planted)).toBe(true);
  });
});
