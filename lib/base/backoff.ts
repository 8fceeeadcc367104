import type { Random } from './clock.ts';

const BASE_MS = 50;
const CAP_MS = 3_000;

/** Doubles with every attempt. Half of it is random, so that callers who failed together do not come back together. */
export function backoffMs(attempt: number, random: Random): number {
  const full = Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  return Math.round(full / 2 + (random() * full) / 2);
}
