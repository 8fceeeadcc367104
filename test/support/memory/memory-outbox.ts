import { isFifo } from '../../../lib/base/queues/fifo-id.ts';
import { whyImpossible } from '../../../lib/base/queues/message-text.ts';
import type { Outbox, OutMessage } from '../../../lib/base/queues/outbox.ts';
import type { HandOver } from '../../../lib/case/envelope.ts';

/** As a queue has it; of what was handed over, the whole envelope is its body. */
type Accepted = OutMessage & Partial<Pick<HandOver, 'envelope' | 'onlyIfKept'>>;
type WhyNotTaken = (message: Accepted, queueUrl: string) => string | null;

export interface MemoryOutbox extends Outbox<OutMessage | HandOver> {
  /** What the queue took, in order. */
  accepted(queueUrl: string): readonly Accepted[];
  /** From now on, messages for which this gives a reason are not taken. */
  refuse(why: WhyNotTaken): void;
}

/** The queues without a queue. As SQS does, a FIFO queue takes a delivery id once and says yes to its repeats. */
export function createMemoryOutbox(): MemoryOutbox {
  const queues = new Map<string, { messages: Accepted[]; ids: Set<string> }>();
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
      return messages.map(asAccepted).flatMap((message) => {
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

const asAccepted = (message: OutMessage | HandOver): Accepted =>
  'body' in message
    ? message
    : { ...message, group: message.envelope.destination, body: JSON.stringify(message.envelope) };
