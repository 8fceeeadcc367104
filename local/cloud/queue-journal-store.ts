// Its exports are not enough: only here is it known what is really stored, deleted, or moved to another queue.
import { type SqsQueue, SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import type { QueueJournal } from './queue-journal.ts';

/** The queues of fauxqs, with all that is in the journal put back, and every change noted in it. */
export function createJournalledStore(journal: QueueJournal): SqsStore {
  const store = new SqsStore();
  const createQueue = store.createQueue.bind(store);
  store.createQueue = (...settings) => {
    const queue = createQueue(...settings);
    restore(queue, journal);
    watch(queue, journal);
    return queue;
  };
  return store;
}

/** As they were: the same ids, delays until the same time. What was in flight waits again. */
function restore(queue: SqsQueue, journal: QueueJournal): void {
  const sent = queue.deduplicationCache;
  const windowMs = sent.ttl;
  for (const message of journal.messagesOf(queue.arn)) {
    const { messageId, messageDeduplicationId, sequenceNumber, sentTimestamp } = message;
    queue.enqueue(message);
    if (sequenceNumber === undefined || messageDeduplicationId === undefined) continue;
    queue.sequenceCounter = Math.max(queue.sequenceCounter, Number(sequenceNumber));
    // Not longer than it would have been: what is sent again after that is meant to arrive again.
    sent.ttl = sentTimestamp + windowMs - Date.now();
    if (sent.ttl > 0) queue.recordDeduplication(messageDeduplicationId, messageId, sequenceNumber);
  }
  sent.ttl = windowMs;
}

function watch(queue: SqsQueue, journal: QueueJournal): void {
  const enqueue = queue.enqueue.bind(queue);
  const dequeue = queue.dequeue.bind(queue);
  const deleteMessage = queue.deleteMessage.bind(queue);
  const purge = queue.purge.bind(queue);

  // Called for what is sent and not a repetition, and by a queue that gives a message up to this one.
  queue.enqueue = (message) => {
    journal.put(queue.arn, message);
    enqueue(message);
  };
  queue.dequeue = (...wanted) => {
    const messages = dequeue(...wanted);
    journal.received(messages.map(({ MessageId }) => MessageId));
    return messages;
  };
  // A handle that is no longer good deletes nothing, and SQS does not say so.
  queue.deleteMessage = (handle) => {
    const held = queue.inflightMessages.get(handle);
    if (held) journal.gone([held.message.messageId]);
    return deleteMessage(handle);
  };
  queue.purge = () => {
    const { ready, delayed, inflight } = queue.inspectMessages();
    const messages = [...ready, ...delayed, ...inflight.map(({ message }) => message)];
    journal.gone(messages.map(({ messageId }) => messageId));
    purge();
  };
}
