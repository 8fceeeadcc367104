import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { type Closed, closedBy, isWorthTelling, restMs, type Trouble } from './outage.ts';

/** Says to the operators that a destination takes nothing, or that it does again. Whether their queue took it. */
export type TellOps = (destination: string, closed: Closed, now: 'closed' | 'open') => Promise<boolean>;

export interface CircuitBreakersParts {
  readonly ledger: Pick<DeliveryLedger, 'loadClosed' | 'saveClosed'>;
  readonly tellOps: TellOps;
  readonly clock: Clock;
  readonly log: Log;
  /** The pauses after which a closed one is tried again. Those of chats unless given. */
  readonly closedBy?: typeof closedBy;
}

/** One destination, while a function works for it. */
export interface CircuitBreaker {
  /** What it is closed for; null when it is open. */
  readonly trouble: Trouble['kind'] | null;
  /** How long nothing is to be tried. */
  readonly restMs: number;
  /** Why and since when it takes nothing; null while it is open. */
  readonly closed: Closed | null;
  /** Which one on the list is to be tried first: the first, or now and then the second, if it may be the first that is wrong. */
  readonly probed: 0 | 1;
  /** Something was taken. */
  open(): Promise<void>;
  /** Nothing is taken; how long it rests now. */
  close(trouble: Trouble, leastMs: number): Promise<number>;
}

/** Opens and closes destinations, and tells the operators of it. */
export const createCircuitBreakers =
  ({ ledger, tellOps, clock, log, closedBy: closeBy = closedBy }: CircuitBreakersParts) =>
  async (destination: string): Promise<CircuitBreaker> => {
    const saved = await ledger.loadClosed(destination);
    let version = saved?.version ?? 0;
    let closed = saved?.value ?? null;

    /** False where another function was quicker: what it found out is as true as what we did. */
    async function save(next: Closed | null): Promise<boolean> {
      const written = await ledger.saveClosed(destination, next, version, clock.now());
      if (written === null) return false;
      version = written;
      closed = next;
      return true;
    }

    return {
      trouble: closed?.kind ?? null,
      restMs: closed ? restMs(closed.nextProbeMs, clock.now()) : 0,
      get closed() {
        return closed;
      },
      probed: closed && closed.kind !== 'credentials' && closed.probes % 4 === 3 ? 1 : 0,
      async open() {
        if (!closed) return;
        const before = closed;
        log('destination is open', { destination, closedForMs: clock.now() - before.sinceMs });
        // Told first: a crash in between tells it again under the same id, which is once.
        if (before.told) await tellOps(destination, before, 'open');
        await save(null);
        closed = null;
      },
      async close(trouble, leastMs) {
        const next = closeBy(closed, trouble, clock.now(), leastMs);
        if (closed?.kind !== trouble.kind) log('destination is closed', { destination, ...trouble });
        const isToTell = !next.told && isWorthTelling(next, clock.now());
        // Two functions may find out at the same moment: the one that writes it first tells it.
        const isOurs = closed !== null || !isToTell || (await save(next));
        if (!isOurs) return next.nextProbeMs - clock.now();
        const told = next.told || (isToTell && (await tellOps(destination, next, 'closed')));
        await save({ ...next, told });
        return next.nextProbeMs - clock.now();
      },
    };
  };
