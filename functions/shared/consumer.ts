import * as z from 'zod/mini';
import type { NotifyEnv, VerdictEnv } from '../../lib/config/function-env.ts';
import { consumerVariables, queueVariables } from '../../lib/config/read-env.ts';
import { createRestingMessages } from '../../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../../lib/platform/clock.ts';
import { createQueueEdge } from '../../lib/queues/queue-edge.ts';
import type { SqsBatchOptions } from '../../lib/queues/sqs-batch.ts';
import { log, openTable, sqs } from './aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  LINK_URL: z.optional(z.string()),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<keyof (NotifyEnv & VerdictEnv), z.ZodMiniType>;

/** The environment of a function that a queue feeds. */
export const env = z.object(variables).parse(process.env);
export const table = openTable(env.TABLE_NAME);

const resting = createRestingMessages({ rows: createDynamoVersionedRows(table), clock });

/** What becomes of messages that could not be dealt with. `reserveMs`: what dealing with one may take. */
export const queueEdge = (queue: string, reserveMs: number): SqsBatchOptions => ({
  ...createQueueEdge({
    queue,
    resting,
    client: sqs,
    queueUrl: env.QUEUE_URL,
    deadLettersUrl: env.DEAD_LETTERS_URL,
  }),
  reserveMs,
  onRetry: ({ messageId, receiveCount }, reason) =>
    log('message comes back', { messageId, receiveCount, reason: String(reason) }),
});
