// The public exports are not enough: only here is it known what is really stored, deleted, or moved to another queue.
import { type SqsQueue, SqsStore } from '../../node_modules/fauxqs/dist/sqs/sqsStore.js';
import type { QueueJournal } from './queue-journal.ts';

/** The queues of fauxqs, restored from the journal, with every change written to it. */
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

/** As they were: the same ids, and delays until the same time. Messages that were in flight wait again. */
function restore(queue: SqsQueue, journal: QueueJournal): void {
  const sent = queue.deduplicationCache;
  const windowMs = sent.ttl;
  for (const message of journal.messagesOf(queue.arn)) {
    const { messageId, messageDeduplicationId, sequenceNumber, sentTimestamp } = message;
    queue.enqueue(message);
    if (sequenceNumber === undefined || messageDeduplicationId === undefined) continue;
    queue.sequenceCounter = Math.max(queue.sequenceCounter, Number(sequenceNumber));
    // No longer than it would have been: a message sent again after that should arrive again.
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

  // Called for a sent message that is not a repeat, and by a queue that moves a message to this one.
  queue.enqueue = (message) => {
    journal.put(queue.arn, message);
    enqueue(message);
  };
  queue.dequeue = (...wanted) => {
    const messages = dequeue(...wanted);
    journal.received(messages.map(({ MessageId }) => MessageId));
    return messages;
  };
  // An outdated handle deletes nothing, and SQS does not say so.
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
