import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../bench/percentile.ts';

const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);

describe('a percentile', () => {
  it.each([
    [0.5, 50],
    [0.95, 95],
    [0.99, 99],
    [1, 100],
    [0, 1],
  ])('of the whole numbers to 100 at %d is %d', (share, value) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  it('of few is one of them, the smaller where two are in the middle', () => {
    expect(percentile([3, 1, 2], 0.5)).toBe(2);
    expect(percentile([1, 2], 0.5)).toBe(1);
    expect(percentile([1, 2], 0.51)).toBe(2);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('is slow where many never came, and not where they are few', () => {
    expect(percentile([null, 1, null, 2], 0.5)).toBe(2);
    expect(percentile([null, 1, null, 2], 0.75)).toBeNull();
    expect(percentile([null, ...hundred], 0.99)).toBe(100);
  });

  it('of nothing is nothing', () => {
    expect(percentile([], 0.5)).toBeUndefined();
  });

  it('has so many at or below it, and not with the next smaller one', () => {
    const some = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(some, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
        const at = percentile(values, share) ?? Number.NaN;
        const [atOrBelow, below] = [values.filter((one) => one <= at), values.filter((one) => one < at)];
        return atOrBelow.length >= values.length * share && below.length < values.length * share;
      }),
    );
  });

  it('leaves the values in their order', () => {
    const values = [3, 1, 2];
    percentile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });
});
