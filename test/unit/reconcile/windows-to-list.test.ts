import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsOf } from '../../../lib/reconcile/windows-to-list.ts';

const HOUR = 3_600_000;
const how = { most: 3, apartMs: HOUR };

describe('windows around moments', () => {
  it('are one for those that are near each other, and apart for the others', () => {
    expect(windowsOf([], how)).toEqual([]);
    expect(windowsOf([5 * HOUR, 5 * HOUR + 60_000, 90 * HOUR], how)).toEqual([
      { fromMs: 5 * HOUR - 1_000, toMs: 5 * HOUR + 61_000 },
      { fromMs: 90 * HOUR - 1_000, toMs: 90 * HOUR + 1_000 },
    ]);
  });

  it('hold every moment, are no more than asked for, and leave out the largest gaps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000 * HOUR), { minLength: 1, maxLength: 40 }), (moments) => {
        const windows = windowsOf(moments, how);
        expect(windows.length).toBeLessThanOrEqual(3);
        for (const ms of moments)
          expect(windows.some(({ fromMs, toMs }) => fromMs <= ms && ms <= toMs)).toBe(true);
        const gaps = windows.slice(1).map(({ fromMs }, index) => fromMs - (windows[index]?.toMs ?? 0));
        for (const gap of gaps) expect(gap).toBeGreaterThan(HOUR - 2_001);
      }),
    );
  });
});
