import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  correctedCounts,
  decodeCounts,
  encodeCounts,
  SHARED_WINDOW_MS,
  totalOf,
  waitMs,
} from '../../../../lib/posture/budget/budget-window.ts';

const NONE = new Map<number, number>();

describe('the window of a shared budget', () => {
  it('counts a lease made at the very end of its second for the whole window', () => {
    const counts = new Map([[100, 5]]);
    const leasedAtMs = 100_999;
    expect(totalOf(correctedCounts(counts, NONE, leasedAtMs + SHARED_WINDOW_MS - 1))).toBe(5);
    expect(totalOf(correctedCounts(counts, NONE, leasedAtMs + SHARED_WINDOW_MS))).toBe(0);
  });

  it('counts what a clock ahead of ours has leased', () => {
    expect(totalOf(correctedCounts(new Map([[500, 3]]), NONE, 100_000))).toBe(3);
  });

  it('takes corrections, and never counts below zero', () => {
    const corrections = new Map([
      [100, -2],
      [101, 4],
      [102, -1],
    ]);
    const corrected = correctedCounts(new Map([[100, 5]]), corrections, 103_000);
    expect(corrected).toEqual(
      new Map([
        [100, 3],
        [101, 4],
      ]),
    );
  });

  it('says when enough has left, to the millisecond', () => {
    const counts = new Map([
      [101, 4],
      [100, 6],
    ]);
    expect(waitMs(counts, 10, 102_000)).toBe(100_999 + SHARED_WINDOW_MS - 102_000);
    expect(waitMs(counts, 4, 102_000)).toBe(101_999 + SHARED_WINDOW_MS - 102_000);
  });

  it('is stored in few bytes and comes back as it was', () => {
    const seconds = fc.uniqueArray(fc.integer({ min: 1_763_197_200, max: 1_763_197_263 }));
    fc.assert(
      fc.property(seconds, fc.integer({ min: 1, max: 1_000 }), (some, count) => {
        const counts = new Map(some.map((second) => [second, count]));
        expect(decodeCounts(encodeCounts(counts))).toEqual(counts);
        expect(encodeCounts(counts).length).toBeLessThan(600);
      }),
    );
  });
});
