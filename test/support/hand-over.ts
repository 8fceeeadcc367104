import type { Clock } from '../../lib/base/clock.ts';
import type { Outbox } from '../../lib/base/queues/outbox.ts';
import type { HandOver } from '../../lib/case/envelope.ts';
import { createKeepForEndpoints, type KeepEventsParts } from '../../lib/endpoints/keep-events.ts';
import type { DeliveryLedger } from '../../lib/outbox/delivery-ledger.ts';
import { createHandOver } from '../../lib/outbox/hand-over.ts';
import { createKeepForChats } from '../../lib/outbox/keep-content.ts';
import type { SevereFrom } from '../../lib/outbox/severe.ts';

interface Parts {
  readonly outbox: Outbox;
  readonly deliveries: DeliveryLedger;
  /** Where some destinations are endpoints. */
  readonly events?: Pick<KeepEventsParts, 'ledger' | 'chooses'>;
  readonly severeFrom?: SevereFrom;
  readonly clock: Clock;
}

/** What functions hand things over to, with the ledgers of a test. */
export function handOverWith({
  outbox,
  deliveries,
  events,
  severeFrom = 'none',
  clock,
}: Parts): Outbox<HandOver> {
  const forChats = createKeepForChats({ ledger: deliveries, severeFrom, clock });
  const forEndpoints = events && createKeepForEndpoints({ ...events, clock });
  const isEndpoint = (name: string) => events?.chooses(name, 'bridge.test') !== undefined;
  return createHandOver({
    outbox,
    keep: (envelope, onlyIfKept) =>
      (forEndpoints && isEndpoint(envelope.destination) ? forEndpoints : forChats)(envelope, onlyIfKept),
  });
}
