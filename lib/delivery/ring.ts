import type { Clock } from '../platform/clock.ts';
import type { Outbox } from '../queues/outbox.ts';
import { bellOf } from './bell.ts';
import type { DeliveryKey } from './delivery.ts';

export interface RingParts {
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
  readonly clock: Pick<Clock, 'now'>;
}

/** Rings for a case at a destination. `time`: the same for a repeat, which the queue then drops. */
export const createRing =
  ({ outbox, queueUrlOf, clock }: RingParts) =>
  async ({ domain, destination, id }: DeliveryKey, time: string): Promise<void> => {
    const queueUrl = queueUrlOf(destination);
    // Not in this configuration, not yet or not any more: it is on the list of whoever has it.
    if (queueUrl === null) return;
    const items = [{ feed: 'cases', id }] as const;
    const bell = bellOf({ domain, destination, items, time, nowMs: clock.now() });
    const [unsent] = await outbox.send(queueUrl, [bell]);
    if (unsent) throw new Error(`the bell was not taken: ${unsent.reason}`);
  };
