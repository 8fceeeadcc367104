import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { OutMessage } from '../queues/outbox.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';

/** Something on the list of a destination. */
export interface Named {
  readonly feed: 'cases' | 'threats';
  readonly id: string;
}

/** Named where it rings for no item: for a notice or a digest, which stands on the list. */
export const THE_LIST: Named = { feed: 'cases', id: 'list' };

export interface Ring {
  readonly domain: string;
  readonly destination: string;
  /** What it rings for. Said, so that nothing has to wait until the list shows it. */
  readonly items: readonly [Named, ...Named[]];
  /** One name for each ring, or the queue would take the second for a repeat of the first. */
  readonly time: string;
  readonly nowMs: number;
  /** Of the verdict that is to be shown. */
  readonly version?: number | undefined;
}

/** A message that says: there is something to show at this destination. What it is stands in the ledger. */
export function wakeUpOf({ domain, destination, items, time, nowMs, version = 0 }: Ring): OutMessage {
  const [first, ...more] = items;
  const deliveryId = deliveryIdOf({ domain, feed: 'refresh', id: `${first.id}@${time}`, destination });
  const body = packEnvelope({
    v: 1,
    kind: 'refresh',
    deliveryId,
    domain,
    destination,
    routes: [],
    handedOverAt: new Date(nowMs).toISOString(),
    refresh: { feed: first.feed, id: first.id, version, ...(more.length > 0 && { more }) },
  });
  return { deliveryId, group: destination, body };
}
