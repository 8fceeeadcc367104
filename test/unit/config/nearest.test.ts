import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearest } from '../../../lib/config/schema/nearest.ts';

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['slack', 'slack', 0],
    ['soc-slak', 'soc-slack', 1],
    ['exfiltraiton', 'exfiltration', 1],
    ['kitten', 'sitting', 3],
    ['🦊', '🐼', 1],
  ])('from %j to %j is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it('is the same both ways, zero only for equal texts, and never more than the longer length', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance === 0).toBe(a === b);
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('is one after one mistake at the keyboard', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(text, fc.nat(), fc.constantFrom('drop', 'add', 'replace', 'swap'), (word, at, mistake) => {
        const i = at % (word.length - 1);
        const [before, one, two, after] = [word.slice(0, i), word[i], word[i + 1], word.slice(i + 2)];
        const mistyped = {
          drop: `${before}${two}${after}`,
          add: `${before}z${one}${two}${after}`,
          replace: `${before}z${two}${after}`,
          swap: `${before}${two}${one}${after}`,
        }[mistake];
        expect(editDistance(mistyped, word)).toBe(mistyped === word ? 0 : 1);
      }),
    );
  });
});

describe('the nearest known word', () => {
  const known = ['soc-slack', 'soc-teams', 'siem', 'lake'];

  it('is the one with the fewest edits', () => {
    expect(nearest('soc-slak', known)).toBe('soc-slack');
    expect(nearest('soc-team', known)).toBe('soc-teams');
    expect(nearest('seim', known)).toBe('siem');
  });

  it('does not mind upper and lower case', () => {
    expect(nearest('SOC-SLACK', known)).toBe('soc-slack');
  });

  it('is none when nothing is near', () => {
    expect(nearest('pagerduty', known)).toBeUndefined();
    expect(nearest('', known)).toBeUndefined();
    expect(nearest('x'.repeat(100_000), known)).toBeUndefined();
  });

  it('keeps to a given number of edits', () => {
    expect(nearest('lakes', known, 1)).toBe('lake');
    expect(nearest('lakess', known, 1)).toBeUndefined();
  });
});
