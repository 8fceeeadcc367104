import { HOUR_MS, SECOND_MS } from '../base/time.ts';
import type { BreakerPauses } from './outage.ts';

const FIRST_PAUSE_MS = 2 * SECOND_MS;
/** In the first hour, and later. */
const [LONGEST_AT_FIRST_MS, LONGEST_MS] = [120 * SECOND_MS, 900 * SECOND_MS];
const LONGEST_UNCLEAR_MS = 60 * SECOND_MS;

/** When a channel that takes nothing is tried again. */
export const chatBreakerPauses: BreakerPauses = {
  longestMs: LONGEST_MS,
  pauseMs(probes, kind, forMs) {
    const longestMs = forMs < HOUR_MS ? LONGEST_AT_FIRST_MS : LONGEST_MS;
    // It may be one message only, and others must not wait for that.
    const mostMs = kind === 'unclear' ? LONGEST_UNCLEAR_MS : longestMs;
    return Math.min(mostMs, FIRST_PAUSE_MS * 2 ** Math.min(probes, 10));
  },
};
