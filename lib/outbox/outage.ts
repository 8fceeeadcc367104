/** Why nothing can be shown at a destination. */
export interface Trouble {
  /**
   * `credentials`: who the bridge is and what it may do. `place`: the channel. `unclear`: refused, and the chat did not
   * say what is wrong. `unreachable`: the chat or the way to it is down.
   */
  readonly kind: 'credentials' | 'place' | 'unclear' | 'unreachable';
  readonly reason: string;
}

/** A destination that takes nothing. What is for it waits in the ledger. */
export interface Closed extends Trouble {
  readonly sinceMs: number;
  /** How often it was tried since. */
  readonly probes: number;
  readonly nextProbeMs: number;
  /** Whether the operators were told. */
  readonly told: boolean;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const FIRST_PAUSE_MS = 2 * SECOND_MS;
/** In the first hour, and later. */
const [LONGEST_AT_FIRST_MS, LONGEST_MS] = [120 * SECOND_MS, 900 * SECOND_MS];
const LONGEST_UNCLEAR_MS = 60 * SECOND_MS;
/** A chat that does not answer for so long is worth a word. A clear refusal is one at once. */
const TELL_UNREACHABLE_MS = 300 * SECOND_MS;

/** Closed by this trouble, or still closed by it. */
export function closedBy(before: Closed | null, trouble: Trouble, nowMs: number, leastMs = 0): Closed {
  const sinceMs = before?.sinceMs ?? nowMs;
  const probes = (before?.probes ?? -1) + 1;
  const longestMs = nowMs - sinceMs < HOUR_MS ? LONGEST_AT_FIRST_MS : LONGEST_MS;
  // It may be one message only, and others must not wait for that.
  const mostMs = trouble.kind === 'unclear' ? LONGEST_UNCLEAR_MS : longestMs;
  const pauseMs = Math.max(leastMs, Math.min(mostMs, FIRST_PAUSE_MS * 2 ** Math.min(probes, 10)));
  const { kind, reason } = trouble;
  return { kind, reason, sinceMs, probes, nextProbeMs: nowMs + pauseMs, told: before?.told ?? false };
}

/** Whether the operators should hear of it now. */
export const isWorthTelling = ({ kind, sinceMs, told }: Closed, nowMs: number): boolean =>
  !told && (kind === 'credentials' || kind === 'place' || nowMs - sinceMs >= TELL_UNREACHABLE_MS);

/** Whether it is time to try again. A time that is too far away was written by a clock that is wrong. */
export const isDue = ({ nextProbeMs }: Closed, nowMs: number): boolean => restMs(nextProbeMs, nowMs) === 0;

export const restMs = (nextProbeMs: number, nowMs: number): number => {
  const leftMs = nextProbeMs - nowMs;
  return leftMs > 0 && leftMs <= LONGEST_MS ? leftMs : 0;
};
