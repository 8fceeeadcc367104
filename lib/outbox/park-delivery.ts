import type { Clock } from '../platform/clock.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';
import type { SqsBatchOptions } from '../queues/sqs-batch.ts';
import type { Delivery } from './delivery.ts';
import { wakeUpOf } from './wake-up.ts';

interface ParkParts {
  readonly park: SqsBatchOptions['park'];
  readonly clock: Clock;
  /** By this the wake-up is known among others. */
  readonly version?: number | undefined;
}
type Parkable = Pick<Delivery, 'key' | 'content'>;

/** Puts a message into the dead-letter queue by which a delivery can be tried again. */
export const createParkDelivery =
  ({ park, clock, version }: ParkParts) =>
  async (delivery: Parkable, reason: string): Promise<void> => {
    const body = bodyOf(delivery, clock.now(), version);
    // Of a digest nothing has to be tried again: its items then stand on their own.
    if (body === null) return;
    const { destination } = delivery.key;
    const messageId = deliveryIdOf(delivery.key);
    const received = { receiptHandle: '', receiveCount: 1, isLast: true, remainingMs: () => 0 };
    await park({ body, reason, meta: { ...received, messageId, group: destination } });
  };

function bodyOf({ key, content }: Parkable, nowMs: number, version?: number): string | null {
  const { domain, destination, feed, id } = key;
  if (feed === 'cases' || feed === 'threats') {
    return wakeUpOf({ domain, destination, items: [{ feed, id }], time: String(nowMs), version }, nowMs).body;
  }
  if (content.kind !== 'notice') return null;
  const { notice } = content;
  const about = { v: 1 as const, deliveryId: id, domain, destination, routes: [] };
  return packEnvelope({ ...about, kind: 'notice', notice, handedOverAt: new Date(nowMs).toISOString() });
}
