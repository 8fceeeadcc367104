import type { Clock } from '../../base/clock.ts';
import type { Outbox } from '../../base/queues/outbox.ts';
import { deliveryIdOf } from '../../case/delivery-id.ts';
import type { HandOver } from '../../case/envelope.ts';
import { CANARY_DOMAIN } from '../../config/canary.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { type QueueUrls, queueUrlOf } from '../../config/destination-queues.ts';
import type { DeliveryKey } from '../../outbox/delivery.ts';

/** A canary: a test that goes the way of a case, for one destination. */
export interface Canary {
  readonly id: string;
  readonly destination: string;
}

export const canaryKey = ({ id, destination }: Canary): DeliveryKey & { readonly feed: 'cases' } => ({
  domain: CANARY_DOMAIN,
  feed: 'cases',
  id,
  destination,
});

export interface HandOverCanaryParts {
  readonly config: BridgeConfig;
  readonly queueUrls: QueueUrls;
  /** The one that the poller hands items to: it writes the delivery, and wakes the notifier. */
  readonly outbox: Outbox<HandOver>;
  readonly clock: Clock;
}

/**
 * Hands a canary over as the poller hands over a case: the same row, and the same wake-up in the same queue. It names nobody
 * and has no events. May repeat. Throws when the queue does not take it.
 */
export async function handOverCanary(
  { config, queueUrls, outbox, clock }: HandOverCanaryParts,
  canary: Canary,
): Promise<void> {
  const { id, destination } = canary;
  const at = new Date(clock.now()).toISOString();
  const deliveryId = deliveryIdOf(canaryKey(canary));
  const envelope = {
    kind: 'case' as const,
    deliveryId,
    domain: CANARY_DOMAIN,
    destination,
    routes: [],
    handedOverAt: at,
    eventsLinked: true,
    item: { case_id: id, threat_type: 'canary', created_at: at, events: [] },
  };
  const [unsent] = await outbox.send(queueUrlOf(config, queueUrls, destination), [{ deliveryId, envelope }]);
  if (unsent) throw new Error(`the queue of ${destination} did not take it: ${unsent.reason}`);
}
