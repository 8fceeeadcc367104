import { deliveryIdOf } from '../case/delivery-id.ts';
import type { Clock } from '../platform/clock.ts';
import type { SqsBatchOptions } from '../platform/queues/sqs-batch.ts';
import type { DeliveryKey } from './delivery.ts';
import { wakeUpOf } from './wake-up.ts';

/** Puts a wake-up into the dead-letter queue by which what can never be shown or told can be tried again. */
export const createPark =
  ({ park, clock }: { readonly park: SqsBatchOptions['park']; readonly clock: Clock }) =>
  async ({ key }: { readonly key: DeliveryKey }, reason: string): Promise<void> => {
    const { domain, destination, feed, id } = key;
    // Of a digest nothing has to be tried again: its items then stand on their own.
    if (feed === 'digests') return;
    const items = [{ feed, id }];
    const { body } = wakeUpOf({ domain, destination, items, again: true, time: String(clock.now()) });
    const received = { receiptHandle: '', receiveCount: 1, isLast: true, remainingMs: () => 0 };
    await park({ body, reason, meta: { ...received, messageId: deliveryIdOf(key), group: destination } });
  };
