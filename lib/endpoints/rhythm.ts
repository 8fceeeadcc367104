import type { Closed, Trouble } from '../outbox/outage.ts';
import type { Random } from '../platform/clock.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

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

/** An endpoint that takes nothing. */
export interface ClosedEndpoint extends Closed {
  /** When it was last tried. */
  readonly triedMs?: number | undefined;
  /** Until then the receiver asked to be left alone. */
  readonly notBeforeMs?: number | undefined;
}

/** Closed by this trouble, or still closed by it: the pauses are those of the rhythm. */
export function closeEndpoint(
  before: ClosedEndpoint | null,
  { kind, reason }: Trouble,
  { nowMs, random, leastMs = 0 }: { nowMs: number; random: Random; leastMs?: number },
): ClosedEndpoint {
  const probes = (before?.probes ?? -1) + 1;
  return {
    kind,
    reason,
    sinceMs: before?.sinceMs ?? nowMs,
    probes,
    nextProbeMs: nowMs + pauseMs(probes + 1, random, leastMs),
    told: before?.told ?? false,
    triedMs: nowMs,
    ...(leastMs > 0 && { notBeforeMs: nowMs + leastMs }),
  };
}

const EARLY_FIRST_MS = 30 * SECOND_MS;
const EARLY_LONGEST_MS = 15 * MINUTE_MS;

/**
 * How long an endpoint rests. Something new is a reason to try one that may only have been down, before its time: other
 * events of it would wait for hours. `isNews`: something new came.
 */
export function endpointRestMs(closed: ClosedEndpoint, nowMs: number, isNews: boolean): number {
  const { kind, nextProbeMs, probes, triedMs, notBeforeMs = 0 } = closed;
  const early =
    isNews && kind === 'unreachable' && triedMs !== undefined
      ? Math.max(
          notBeforeMs,
          triedMs + Math.min(EARLY_LONGEST_MS, EARLY_FIRST_MS * 2 ** Math.min(probes, 10)),
        )
      : nextProbeMs;
  const leftMs = Math.min(early, nextProbeMs) - nowMs;
  // A time that is too far away was written by a clock that is wrong.
  return leftMs > 0 && leftMs <= LONGEST_RETRY_AFTER_MS + 2 * LONGEST_MS ? leftMs : 0;
}
