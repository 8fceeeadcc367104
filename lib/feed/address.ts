import type { BridgeConfig } from '../config/define-bridge.ts';
import type { FeedKey } from '../ledger/feed-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Envelope } from '../queues/envelope.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import { routeItem } from '../routing/route-item.ts';
import type { RoutedItem } from '../routing/routed-item.ts';
import type { AddressItem, Parcel } from './hand-over.ts';

/** The queues of this deployment, by what they carry. Destinations of type `sqs` bring their own. */
export type QueueUrls = Readonly<Partial<Record<'slack' | 'teams' | 'webhook', string>>>;

/** The queue behind a destination. Throws for one that this deployment was not given. */
export function queueUrlOf(config: BridgeConfig, queueUrls: QueueUrls, name: string): string {
  const destination = config.destinations[name];
  const queueUrl =
    destination?.type === 'sqs' ? destination.queueUrl : queueUrls[destination?.type ?? 'webhook'];
  if (!destination || !queueUrl) throw new Error(`there is no queue for the destination "${name}"`);
  return queueUrl;
}

export interface AddressParts {
  readonly config: BridgeConfig;
  readonly feed: FeedKey;
  readonly queueUrls: QueueUrls;
  readonly clock: Clock;
  /** Counts what shadow routes would have sent. */
  readonly onShadow: (destinations: readonly string[]) => void;
}

/** Finds the destinations of an item by the routes, and packs a message for each. */
export function createAddress({ config, feed, queueUrls, clock, onShadow }: AddressParts): AddressItem {
  const compiled = compileRoutes(config);
  return ({ id, item }) => {
    const routed = { ...feed, item } as RoutedItem;
    const { destinations, shadowed, matched } = routeItem(compiled, routed);
    if (shadowed.length > 0) onShadow(shadowed);
    const handedOverAt = new Date(clock.now()).toISOString();
    return destinations.map((destination): Parcel => {
      const deliveryId = deliveryIdOf({ ...feed, id, destination });
      const routes = [...matched];
      const about = { v: 1 as const, deliveryId, domain: feed.domain, destination, routes, handedOverAt };
      const envelope: Envelope =
        feed.feed === 'cases'
          ? { ...about, kind: 'case', item: item as Case }
          : { ...about, kind: 'threat', item: item as Threat };
      return {
        destination,
        queueUrl: queueUrlOf(config, queueUrls, destination),
        message: { deliveryId, group: destination, body: packEnvelope(envelope) },
      };
    });
  };
}
