import { createQueueEdge } from '../base/queues/queue-edge.ts';
import type { SqsBatchOptions } from '../base/queues/sqs-batch.ts';
import type { ConsumerEnv } from '../config/function-env.ts';
import { createQuarantine } from '../dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import type { Ports } from './ports.ts';

export interface ConsumerPorts extends Ports {
  readonly env: ConsumerEnv;
}

/** Quarantines and parks messages that could not be handled. `reserveMs`: how long handling one may take. */
export const openQueueEdge = (
  { table, sqs, clock, abortAfter, log, env }: ConsumerPorts,
  queue: string,
  reserveMs: number,
): SqsBatchOptions => ({
  ...createQueueEdge({
    queue,
    quarantine: createQuarantine({ rows: createDynamoVersionedRows(table), clock }),
    client: sqs,
    queueUrl: env.QUEUE_URL,
    deadLettersUrl: env.DEAD_LETTERS_URL,
    abortAfter,
  }),
  reserveMs,
  onRetry: ({ messageId, receiveCount }, reason) =>
    log('message comes back', { messageId, receiveCount, reason: String(reason) }),
});
