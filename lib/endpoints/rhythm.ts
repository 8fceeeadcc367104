import type { ProbeRhythm } from '../outbox/outage.ts';
import type { Random } from '../platform/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/time.ts';

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
/** So often an event is tried that only this event fails. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;
/** Of a pause is added by chance, so that those who failed together do not return together. */
const JITTER = 0.1;
/** A receiver that asks for longer is asked again after this. */
export const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS;

/** How long to wait after so many attempts that failed. */
export const pauseMs = (failed: number, random: Random, leastMs = 0): number =>
  Math.max(leastMs, Math.round((PAUSES_MS[Math.max(0, failed - 1)] ?? LONGEST_MS) * (1 + JITTER * random())));

const [EARLY_FIRST_MS, EARLY_LONGEST_MS] = [30 * SECOND_MS, 15 * MINUTE_MS];

/** When an endpoint that takes nothing is tried again; sooner where something new comes, which would wait for hours. */
export const endpointRhythm = (random: Random): ProbeRhythm => ({
  longestMs: LONGEST_RETRY_AFTER_MS + 2 * LONGEST_MS,
  pauseMs: (probes) => pauseMs(probes + 1, random),
  newsPauseMs: (probes) => Math.min(EARLY_LONGEST_MS, EARLY_FIRST_MS * 2 ** Math.min(probes, 10)),
});
