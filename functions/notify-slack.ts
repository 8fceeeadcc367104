import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createSlackApi } from '../lib/chats/slack/api.ts';
import { createChannelChat } from '../lib/chats/slack/channel-chat.ts';
import { createSlackChat } from '../lib/chats/slack/chat.ts';
import { slackPlaces } from '../lib/chats/slack/chat-config.ts';
import { slackLanes } from '../lib/chats/slack/rate-limits.ts';
import { createSlackFace } from '../lib/chats/slack/renderer.ts';
import type { NotifyEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { consumerVariables, queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createDeliver } from '../lib/delivery/deliver.ts';
import { createPace } from '../lib/delivery/pace.ts';
import { createParkedNotice } from '../lib/delivery/parked-notice.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createLog } from '../lib/platform/log.ts';
import { createSsmSecrets } from '../lib/platform/secrets.ts';
import { createQueueEdge } from '../lib/queues/queue-edge.ts';
import { createRegionalSqs } from '../lib/queues/regional-sqs.ts';
import { sqsBatch } from '../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../lib/queues/sqs-outbox.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<keyof NotifyEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const random = Math.random;
/** Retrying is done where it is known what may be retried. */
const calls = { maxAttempts: 2 };
const log = createLog();
const readSecret = createSsmSecrets(new SSMClient(calls));
const table = { client: new DynamoDBClient(calls), tableName: env.TABLE_NAME, clock, random };
const rows = createDynamoVersionedRows(table);
const verdicts = createDynamoVerdictLedger(table);
const { channelOf, tokenNameOf, rules } = slackPlaces(config);
const baseUrl = config.slack?.apiUrl;

const deliver = createDeliver({
  surface: 'slack',
  chat: createChannelChat({
    tokenNameOf,
    open: async (name) => createSlackChat(createSlackApi({ token: await readSecret(name), baseUrl })),
  }),
  face: createSlackFace(rules),
  ledger: createDeliveryLedger(rows),
  pace: createPace({ rows, clock }),
  lanesOf: slackLanes,
  channelOf,
  verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
  stormThresholdOf: () => config.storm.threshold,
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

export const handler = sqsBatch(deliver, {
  ...createQueueEdge({
    client: new SQSClient({ ...calls, useQueueUrlAsEndpoint: false }),
    queueUrl: env.QUEUE_URL,
    deadLettersUrl: env.DEAD_LETTERS_URL,
  }),
  reserveMs: 20_000,
  onRetry: ({ messageId, receiveCount }, reason) =>
    log('message comes back', { messageId, receiveCount, reason: String(reason) }),
});
