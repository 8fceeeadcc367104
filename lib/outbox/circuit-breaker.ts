import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { VersionedRow } from '../platform/versioned-rows.ts';
import {
  isWorthTelling,
  type Outage,
  outageAfter,
  type ProbeRhythm,
  type Trouble,
  untilProbeMs,
} from './outage.ts';

/** Says to the operators that a destination takes nothing, or that it does again. Whether their queue took it. */
export type TellOps = (destination: string, outage: Outage, now: 'closed' | 'open') => Promise<boolean>;

/** Which destinations take nothing. */
export interface OutageLedger {
  /** Null where the destination never had one; a row without a value where it takes messages again. */
  loadOutage(destination: string): Promise<VersionedRow<Outage | null> | null>;
  saveOutage(
    destination: string,
    outage: Outage | null,
    version: number,
    nowMs: number,
  ): Promise<number | null>;
}

export interface CircuitBreakersParts {
  readonly ledger: OutageLedger;
  readonly rhythm: ProbeRhythm;
  readonly tellOps: TellOps;
  readonly clock: Clock;
  readonly log: Log;
}

/** Of one destination, while a function works for it: open or closed is the destination, as a shop is. */
export interface CircuitBreaker {
  /** Why and since when it takes nothing; null while it is open. */
  readonly outage: Outage | null;
  /** How long nothing is to be tried. `isNews`: something new came for it. */
  restMs(isNews?: boolean): number;
  /** Which one on the list is to be tried first: the first, or now and then the second, if it may be the first that is wrong. */
  readonly probed: 0 | 1;
  /** Something was taken. */
  open(): Promise<void>;
  /** Nothing is taken; how long the notifier waits now. */
  close(trouble: Trouble, leastMs: number): Promise<number>;
}

/** Opens and closes destinations, and tells the operators of it. */
export const createCircuitBreakers =
  ({ ledger, rhythm, tellOps, clock, log }: CircuitBreakersParts) =>
  async (destination: string): Promise<CircuitBreaker> => {
    const saved = await ledger.loadOutage(destination);
    let version = saved?.version ?? 0;
    let outage = saved?.value ?? null;

    /** False where another function was quicker: what it found out is as true as what we did. */
    async function save(next: Outage | null): Promise<boolean> {
      const written = await ledger.saveOutage(destination, next, version, clock.now());
      if (written === null) return false;
      version = written;
      outage = next;
      return true;
    }

    return {
      get outage() {
        return outage;
      },
      restMs: (isNews) => (outage ? untilProbeMs(outage, rhythm, clock.now(), isNews) : 0),
      probed: outage && outage.kind !== 'credentials' && outage.probes % 4 === 3 ? 1 : 0,
      async open() {
        if (!outage) return;
        const before = outage;
        log('destination is open', { destination, closedForMs: clock.now() - before.sinceMs });
        // Told first: a crash in between tells it again under the same id, which is once.
        if (before.told) await tellOps(destination, before, 'open');
        await save(null);
        outage = null;
      },
      async close(trouble, leastMs) {
        const next = outageAfter(outage, trouble, { nowMs: clock.now(), leastMs, rhythm });
        if (outage?.kind !== trouble.kind) log('destination is closed', { destination, ...trouble });
        const isToTell = isWorthTelling(next, clock.now());
        // Two functions may find out at the same moment: the one that writes it first tells it.
        const isOurs = outage !== null || !isToTell || (await save(next));
        if (!isOurs) return next.nextProbeMs - clock.now();
        const told = next.told || (isToTell && (await tellOps(destination, next, 'closed')));
        await save({ ...next, told });
        return next.nextProbeMs - clock.now();
      },
    };
  };

/**
 * Has a closed destination tried with the next wake-up, for a person who has repaired it; why it was closed, or null when it
 * is open. A function that is at it just now may write what it found instead: that is as new.
 */
export async function probeNow(
  ledger: OutageLedger,
  destination: string,
  clock: Clock,
): Promise<Outage | null> {
  const saved = await ledger.loadOutage(destination);
  if (!saved?.value) return null;
  const nowMs = clock.now();
  await ledger.saveOutage(destination, { ...saved.value, nextProbeMs: nowMs }, saved.version, nowMs);
  return saved.value;
}
