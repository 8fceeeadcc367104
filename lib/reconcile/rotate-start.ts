import type { Clock } from '../base/clock.ts';

const RUN_EVERY_MS = 60_000;

/** The same list, begun at another element in each run: when time is short, each gets its turn. */
export function rotateStart<One>(all: readonly One[], clock: Clock): readonly One[] {
  const start = Math.floor(clock.now() / RUN_EVERY_MS) % Math.max(1, all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}
