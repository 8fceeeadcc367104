import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped } from '../../../../lib/base/text/format.ts';

const inEnglish = (value: number): string => value.toLocaleString('en-US');

describe('a number that people read', () => {
  it('is written as Node would write it in English', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (value) => grouped(value) === inEnglish(value)));
    for (const value of [0, 7, 999, 1_000, 1_234.5, 0.875, 1_234_567.891, 2.0004, -1_234])
      expect(grouped(value)).toBe(inEnglish(value));
  });

  it('stays as it is where nobody would write it out', () => {
    expect([1e21, 1.2345e25, Number.NaN].map(grouped)).toEqual(['1e+21', '1.2345e+25', 'NaN']);
  });
});
