import type { Clock } from '../platform/clock.ts';
import type { EventLedger } from './event-ledger.ts';
import type { ClosedEndpoint } from './rhythm.ts';

/**
 * Has a closed endpoint tried with the next bell, for a person who has repaired it; why it was closed, or null when it is open.
 * A function that is at it just now may write what it found instead: that is as new.
 */
export async function tryNow(
  ledger: Pick<EventLedger, 'loadClosed' | 'saveClosed'>,
  destination: string,
  clock: Clock,
): Promise<ClosedEndpoint | null> {
  const saved = await ledger.loadClosed(destination);
  const closed = (saved?.value ?? null) as ClosedEndpoint | null;
  if (!saved || !closed) return null;
  const nowMs = clock.now();
  await ledger.saveClosed(destination, { ...closed, nextProbeMs: nowMs }, saved.version, nowMs);
  return closed;
}
