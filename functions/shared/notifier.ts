import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../../bridge.config.ts';
import type { NotifyEnv } from '../../lib/config/function-env.ts';
import { createMetrics } from '../../lib/config/metrics.ts';
import { consumerVariables, queueUrlsIn, queueVariables } from '../../lib/config/read-env.ts';
import { createDeliver, type DeliverParts } from '../../lib/delivery/deliver.ts';
import { createPace } from '../../lib/delivery/pace.ts';
import { createParkedNotice } from '../../lib/delivery/parked-notice.ts';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../../lib/platform/clock.ts';
import { createLog } from '../../lib/platform/log.ts';
import { createSsmSecrets } from '../../lib/platform/secrets.ts';
import { createQueueEdge } from '../../lib/queues/queue-edge.ts';
import { createRegionalSqs } from '../../lib/queues/regional-sqs.ts';
import type { HandleEnvelope, SqsBatchOptions } from '../../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../../lib/queues/sqs-outbox.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<keyof NotifyEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const random = Math.random;
/** Retrying is done where it is known what may be retried. */
const calls = { maxAttempts: 2 };
const table = { client: new DynamoDBClient(calls), tableName: env.TABLE_NAME, clock, random };
const verdicts = createDynamoVerdictLedger(table);

export const log = createLog();
export const readSecret = createSsmSecrets(new SSMClient(calls));
export const rows = createDynamoVersionedRows(table);
export const pace = createPace({ rows, clock });

type ChatParts<Message> = Pick<
  DeliverParts<Message>,
  'definition' | 'chat' | 'renderer' | 'channelOf' | 'stormThresholdOf'
>;

/** Delivers to one chat. */
export const deliverTo = <Message>(chat: ChatParts<Message>): HandleEnvelope =>
  createDeliver({
    ...chat,
    ledger: createDeliveryLedger(rows),
    pace,
    verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
    tellOps: createParkedNotice({
      config,
      queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
      outbox: createSqsOutbox({ client: createRegionalSqs(calls), clock, random, timeoutMs: 5_000 }),
      clock,
    }),
    clock,
    log,
    metrics: createMetrics(clock),
  });

/** What becomes of messages that could not be dealt with. */
export const queueEdge: SqsBatchOptions = {
  ...createQueueEdge({
    client: new SQSClient({ ...calls, useQueueUrlAsEndpoint: false }),
    queueUrl: env.QUEUE_URL,
    deadLettersUrl: env.DEAD_LETTERS_URL,
  }),
  reserveMs: 20_000,
  onRetry: ({ messageId, receiveCount }, reason) =>
    log('message comes back', { messageId, receiveCount, reason: String(reason) }),
};
