import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { VersionedRow } from '../base/versioned-rows.ts';
import { type BreakerPauses, type Outage, outageAfter, type Trouble, untilProbeMs } from './outage.ts';
import { isWorthTelling } from './when-to-tell-outage.ts';

/** Says to the operators that a destination takes nothing, or that it does again. Whether their queue took it. */
export type TellOps = (destination: string, outage: Outage, now: 'down' | 'up') => Promise<boolean>;

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
  readonly rhythm: BreakerPauses;
  readonly tellOps: TellOps;
  readonly clock: Clock;
  readonly log: Log;
}

/** The circuit breaker of one destination, while a function works for it. */
export interface CircuitBreaker {
  /** Why and since when the destination takes nothing; null while it takes messages. */
  readonly outage: Outage | null;
  /** How long the function must not try anything. `isNews`: something new came for the destination. */
  restMs(isNews?: boolean): number;
  /** Which row of the list is tried first. Now and then it is the second, because the first itself may be what is refused. */
  readonly probed: 0 | 1;
  /** The destination took something. */
  reset(): Promise<void>;
  /** The destination took nothing. Returns how long the function has to wait now. */
  trip(trouble: Trouble, leastMs: number): Promise<number>;
}

/** Remembers which destinations take nothing, and tells the operators when that begins and ends. */
export const createCircuitBreakers =
  ({ ledger, rhythm, tellOps, clock, log }: CircuitBreakersParts) =>
  async (destination: string): Promise<CircuitBreaker> => {
    const saved = await ledger.loadOutage(destination);
    let version = saved?.version ?? 0;
    let outage = saved?.value ?? null;

    /** False where another function was quicker. What that one found out is as true. */
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
      async reset() {
        if (!outage) return;
        const before = outage;
        log('destination is open', { destination, closedForMs: clock.now() - before.sinceMs });
        // Told first: a crash in between tells it again under the same id, which is once.
        if (before.told) await tellOps(destination, before, 'up');
        await save(null);
        outage = null;
      },
      async trip(trouble, leastMs) {
        const next = outageAfter(outage, trouble, { nowMs: clock.now(), leastMs, rhythm });
        if (outage?.kind !== trouble.kind) log('destination is closed', { destination, ...trouble });
        const isToTell = isWorthTelling(next, clock.now());
        // Two functions may find out at the same moment: the one that writes it first tells it.
        const isOurs = outage !== null || !isToTell || (await save(next));
        if (!isOurs) return next.nextProbeMs - clock.now();
        const told = next.told || (isToTell && (await tellOps(destination, next, 'down')));
        await save({ ...next, told });
        return next.nextProbeMs - clock.now();
      },
    };
  };

/**
 * Lets the next wake-up try the destination, for a person who has repaired it. Returns the outage, or null if there is none.
 * A function that works for the destination at this moment may overwrite this with what it found, which is as new.
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
