import type { Limit } from '../stand-in-kit/rates.ts';

/** Per bot and thread. A thread is a whole channel here: its posts and replies count together. */
export const SENDING: readonly Limit[] = [
  [7, 1],
  [8, 2],
  [60, 30],
  [1_800, 3_600],
];
export const READING: readonly Limit[] = SENDING.map(([calls, seconds]) => [calls * 2, seconds]);
export const PER_TENANT: readonly Limit[] = [[50, 1]];
/** For one workflow. */
export const WORKFLOW: readonly Limit[] = [[4, 1]];
