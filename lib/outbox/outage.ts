/** Why nothing can be shown at a destination, or told to it. */
export interface Trouble {
  /**
   * `credentials`: who the bridge is and what it may do. `place`: the channel or the address. `unclear`: refused, and the
   * other side did not say what is wrong. `unreachable`: it or the way to it is down.
   */
  readonly kind: 'credentials' | 'place' | 'unclear' | 'unreachable';
  readonly reason: string;
}

/** A destination takes nothing. What is for it waits in the ledger. */
export interface Outage extends Trouble {
  readonly sinceMs: number;
  /** How often it was tried since. */
  readonly probes: number;
  readonly nextProbeMs: number;
  /** When it was last tried. */
  readonly triedMs?: number | undefined;
  /** Until then the other side asked to be left alone. */
  readonly notBeforeMs?: number | undefined;
  /** Whether the operators were told. */
  readonly told: boolean;
}

/** When a destination that takes nothing is tried again. */
export interface BreakerPauses {
  /** The pause after so many probes, by the trouble and by how long it takes nothing. */
  pauseMs(probes: number, kind: Trouble['kind'], forMs: number): number;
  /** The longest pause. A wrong clock wrote a time that is further away. */
  readonly longestMs: number;
  /** How long after the last probe a new item is a reason to try an unreachable destination. Never, unless given. */
  newsPauseMs?(probes: number): number;
}

/** The outage with this trouble: a new one, or the one that goes on. */
export function outageAfter(
  before: Outage | null,
  { kind, reason }: Trouble,
  { nowMs, leastMs, rhythm }: { nowMs: number; leastMs: number; rhythm: BreakerPauses },
): Outage {
  const sinceMs = before?.sinceMs ?? nowMs;
  const probes = (before?.probes ?? -1) + 1;
  return {
    kind,
    reason,
    sinceMs,
    probes,
    nextProbeMs: nowMs + Math.max(leastMs, rhythm.pauseMs(probes, kind, nowMs - sinceMs)),
    triedMs: nowMs,
    ...(leastMs > 0 && { notBeforeMs: nowMs + leastMs }),
    told: before?.told ?? false,
  };
}

/** How long nothing is to be tried; 0 once it is time. `isNews`: something new came for the destination. */
export function untilProbeMs(outage: Outage, rhythm: BreakerPauses, nowMs: number, isNews = false): number {
  const { kind, nextProbeMs, probes, triedMs, notBeforeMs = 0 } = outage;
  const isEarly = isNews && kind === 'unreachable' && triedMs !== undefined;
  const newsPauseMs = isEarly ? rhythm.newsPauseMs?.(probes) : undefined;
  const earlyMs =
    newsPauseMs === undefined ? nextProbeMs : Math.max(notBeforeMs, (triedMs ?? 0) + newsPauseMs);
  const leftMs = Math.min(earlyMs, nextProbeMs) - nowMs;
  return leftMs > 0 && leftMs <= rhythm.longestMs ? leftMs : 0;
}
