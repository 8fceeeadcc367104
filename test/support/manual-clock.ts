import type { Clock } from '../../lib/base/clock.ts';

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** What was slept, in order. */
  readonly slept: readonly number[];
}

/** Time that only moves when someone sleeps or says so. */
export function createManualClock(start = Date.parse('2026-11-15T09:00:00Z')): ManualClock {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
}
