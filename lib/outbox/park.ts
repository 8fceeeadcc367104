import type { Clock } from '../base/clock.ts';
import type { SqsBatchOptions } from '../base/queues/sqs-batch.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import type { DeliveryKey } from './delivery.ts';
import { wakeUpOf } from './wake-up.ts';

/** Puts a wake-up among the dead letters, by which an operator can have something tried again that cannot be shown. */
export const createPark =
  ({ park, clock }: { readonly park: SqsBatchOptions['park']; readonly clock: Clock }) =>
  async ({ key }: { readonly key: DeliveryKey }, reason: string): Promise<void> => {
    const { domain, destination, feed, id } = key;
    // A digest need not be tried again: its items get messages of their own.
    if (feed === 'digests') return;
    const items = [{ feed, id }];
    const { body } = wakeUpOf({ domain, destination, items, again: true, time: String(clock.now()) });
    const received = { receiptHandle: '', receiveCount: 1, isLast: true, remainingMs: () => 0 };
    await park({ body, reason, meta: { ...received, messageId: deliveryIdOf(key), group: destination } });
  };
