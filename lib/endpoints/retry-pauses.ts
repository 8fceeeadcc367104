import type { Random } from '../base/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/time.ts';
import type { BreakerPauses } from '../outbox/outage.ts';

/** After the first attempt, the second and so on: the rhythm of Svix, over 27 hours and 35 minutes. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
const LONGEST_MS = 10 * HOUR_MS;
/** How often an event is tried that fails while others are taken. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;
/** The random part of a pause, so that endpoints that failed together do not come back together. */
const JITTER = 0.1;
/** The longest pause that a receiver can ask for. */
export const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/** How long to wait after this number of failed attempts. */
export const pauseMs = (failed: number, random: Random, leastMs = 0): number =>
  Math.max(leastMs, Math.round((PAUSES_MS[Math.max(0, failed - 1)] ?? LONGEST_MS) * (1 + JITTER * random())));

const [EARLY_FIRST_MS, EARLY_LONGEST_MS] = [30 * SECOND_MS, 15 * MINUTE_MS];

/** When an endpoint that takes nothing is tried again. A new event makes that sooner, because it could wait for hours. */
export const endpointBreakerPauses = (random: Random): BreakerPauses => ({
  longestMs: LONGEST_RETRY_AFTER_MS + 2 * LONGEST_MS,
  pauseMs: (probes) => pauseMs(probes + 1, random),
  newsPauseMs: (probes) => Math.min(EARLY_LONGEST_MS, EARLY_FIRST_MS * 2 ** Math.min(probes, 10)),
});
