import type { Clock } from '../../base/clock.ts';
import { inParallel } from '../../base/in-parallel.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { endpointWork } from '../../endpoints/endpoint-work.ts';
import type { EventLedger } from '../../endpoints/event-ledger.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import { problemOf } from '../../reconcile/late-or-closed.ts';
import { chatWork, workByDestination } from '../../reconcile/wake-waiting.ts';
import type { Look } from './check-health.ts';

type Reads = 'todo' | 'read' | 'loadOutage';

export interface LookAtDestinationsParts {
  readonly config: Pick<BridgeConfig, 'destinations' | 'ops'>;
  readonly deliveries: Pick<DeliveryLedger, Reads>;
  readonly events: Pick<EventLedger, Reads>;
  readonly clock: Pick<Clock, 'now'>;
}

const AT_ONCE = 8;

/** Looks where something waits, and whether the destination takes it. The reconciler does so when it wakes the others. */
export function createLookAtDestinations({
  config,
  deliveries,
  events,
  clock,
}: LookAtDestinationsParts): Look {
  const work = workByDestination(config, { chats: chatWork(deliveries), endpoints: endpointWork(events) });
  return {
    name: 'destinations',
    about: ['Destination is closed', 'Deliveries are late'],
    async look(findings) {
      await inParallel([...work], AT_ONCE, async ([destination, waiting]) => {
        const nowMs = clock.now();
        const [first, row] = await Promise.all([
          waiting.firstDue(destination, nowMs),
          waiting.ledger.loadOutage(destination),
        ]);
        if (!first) return;
        const outage = row?.value;
        findings.add(problemOf(destination, { first, outage, waiting, ops: config.ops?.to }, nowMs));
      });
    },
  };
}
