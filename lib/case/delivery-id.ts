import { createHash } from 'node:crypto';
import { hash, isFifoId } from '../base/queues/fifo-id.ts';

interface DeliveryName {
  readonly domain: string;
  readonly feed: string;
  readonly id: string;
  readonly destination: string;
}

/** Free of the separator, so that four parts can be told apart again. */
const READABLE = /^[A-Za-z0-9._@-]+$/;

/**
 * The name of handing one item to one destination: the same for every attempt, different for everything else.
 * `acme:cases:4d8698f6-...:soc` where that fits; a hash, which has no three separators, where it does not.
 */
export function deliveryIdOf({ domain, feed, id, destination }: DeliveryName): string {
  const parts = [domain, feed, id, destination];
  const readable = parts.join(':');
  if (parts.every((part) => READABLE.test(part)) && isFifoId(readable)) return readable;
  return `sha256:${hash(JSON.stringify(parts))}`;
}

/** The id of an item as it became with a revision. */
export const changedId = (id: string, revision: string): string => `${id}@${revision}`;

/** The id of what an endpoint is told. No dot in it: a signature puts dots between its parts. */
export const eventIdOf = (deliveryId: string): string =>
  `evt_${createHash('sha256').update(deliveryId).digest('base64url').slice(0, 32)}`;

/** The event by which an endpoint was first told of an item. */
export const firstEventId = (name: DeliveryName): string => eventIdOf(deliveryIdOf(name));
