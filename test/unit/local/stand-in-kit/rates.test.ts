import { describe, expect, it } from 'vitest';
import { createRates } from '../../../../local/stand-in-kit/rates.ts';

const MINUTE = [[3, 60]] as const;

describe('rates', () => {
  it('slide: each call is forgotten one minute after it came', () => {
    let now = 0;
    const { take } = createRates(() => now);
    const takeAt = (ms: number) => {
      now = ms;
      return take(['key', MINUTE]);
    };
    expect([takeAt(0), takeAt(30_000), takeAt(59_000)]).toEqual([0, 0, 0]);
    expect(takeAt(59_999)).toBe(1);
    expect(takeAt(60_000)).toBe(0);
    expect(takeAt(60_001)).toBe(29_999);
    expect(takeAt(90_000)).toBe(0);
    expect(takeAt(90_000)).toBe(29_000);
  });

  it('count a call for all limits or for none, and pass faster at a higher speed', () => {
    let now = 0;
    const { take } = createRates(() => now, { rates: true, speed: 10 });
    const once = ['once', [[1, 10]]] as const;
    expect(take(once, ['often', MINUTE])).toBe(0);
    expect([take(once, ['often', MINUTE]), take(once, ['often', MINUTE])]).toEqual([1_000, 1_000]);
    expect([take(['often', MINUTE]), take(['often', MINUTE]), take(['often', MINUTE])]).toEqual([
      0, 0, 6_000,
    ]);
    now = 1_000;
    expect(take(once)).toBe(0);
  });
});
