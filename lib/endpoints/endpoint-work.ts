import type { EventLedger } from './event-ledger.ts';
import { dueBy } from './event-priority.ts';
import { endpointBreakerPauses } from './retry-pauses.ts';

/** The events that wait for endpoints. An event with a time of its own is due then. */
export const endpointWork = (ledger: Pick<EventLedger, 'todo' | 'read' | 'loadOutage'>) => ({
  ledger,
  rhythm: endpointBreakerPauses(() => 0),
  firstDue: async (destination: string, nowMs: number) =>
    (await ledger.todo(destination, { ...dueBy(nowMs), limit: 1 }))[0],
  isLate: () => false,
  words: (destination: string) => `${destination} is to be told`,
});
