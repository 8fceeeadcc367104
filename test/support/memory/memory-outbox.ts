import { isFifo } from '../../../lib/queues/fifo-id.ts';
import { whyImpossible } from '../../../lib/queues/message-text.ts';
import type { Outbox, OutMessage } from '../../../lib/queues/outbox.ts';

type WhyNotTaken = (message: OutMessage, queueUrl: string) => string | null;

export interface MemoryOutbox extends Outbox {
  /** What the queue took, in order. */
  accepted(queueUrl: string): readonly OutMessage[];
  /** From now on, messages for which this gives a reason are not taken. */
  refuse(why: WhyNotTaken): void;
}

/** The queues without a queue. As SQS does, a FIFO queue takes a delivery id once and says yes to its repeats. */
export function createMemoryOutbox(): MemoryOutbox {
  const queues = new Map<string, { messages: OutMessage[]; ids: Set<string> }>();
  let whyNot: WhyNotTaken = () => null;
  const queueAt = (url: string) => {
    const queue = queues.get(url) ?? { messages: [], ids: new Set<string>() };
    queues.set(url, queue);
    return queue;
  };

  return {
    accepted: (queueUrl) => queueAt(queueUrl).messages,
    refuse(why) {
      whyNot = why;
    },
    async send(queueUrl, messages) {
      const { messages: taken, ids } = queueAt(queueUrl);
      return messages.flatMap((message) => {
        const reason = whyImpossible(message.body) ?? whyNot(message, queueUrl);
        if (reason) return [{ deliveryId: message.deliveryId, reason }];
        const repeated = isFifo(queueUrl) && ids.has(message.deliveryId);
        if (!repeated) taken.push({ ...message });
        ids.add(message.deliveryId);
        return [];
      });
    },
  };
}
