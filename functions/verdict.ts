import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { slackPlaces } from '../lib/chats/slack/chat-config.ts';
import { createSlackFace } from '../lib/chats/slack/renderer.ts';
import { createSlackReplies } from '../lib/chats/slack/replies.ts';
import { createResponder } from '../lib/chats/slack/respond.ts';
import { createTeamsReplies } from '../lib/chats/teams/replies.ts';
import type { VerdictEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { consumerVariables, queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createVerdictSurfaces } from '../lib/delivery/show-verdict.ts';
import { createDynamoBudget } from '../lib/dynamo/dynamo-budget.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createLog } from '../lib/platform/log.ts';
import { createSsmSecrets } from '../lib/platform/secrets.ts';
import { createPostureClient } from '../lib/posture/client.ts';
import { createQueueEdge } from '../lib/queues/queue-edge.ts';
import { findQueueUrl } from '../lib/queues/queue-urls.ts';
import { createRegionalSqs } from '../lib/queues/regional-sqs.ts';
import { createBatchHandler } from '../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../lib/queues/sqs-outbox.ts';
import { createPlatforms } from '../lib/verdict/domain-platforms.ts';
import { createVerdictDesk } from '../lib/verdict/verdict-handler.ts';
import { readVerdictMessage } from '../lib/verdict/verdict-message.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<keyof VerdictEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const { verdicts: rules } = config;
if (!rules) throw new Error('the configuration does not say who may decide, so there is nothing to record');
const random = Math.random;
/** Retrying is done where it is known what may be retried. */
const calls = { maxAttempts: 2 };
const log = createLog();
const metrics = createMetrics(clock);
const readSecret = createSsmSecrets(new SSMClient(calls));
const table = { client: new DynamoDBClient(calls), tableName: env.TABLE_NAME, clock, random };
const outbox = createSqsOutbox({ client: createRegionalSqs(calls), clock, random, timeoutMs: 5_000 });
const queueUrls = queueUrlsIn(
  env,
  Object.values(config.destinations).filter(({ type }) => type === 'slack' || type === 'teams'),
);
const { responseOrigins } = slackPlaces(config);
const replies = {
  slack: createSlackReplies({
    face: createSlackFace(rules),
    responder: createResponder({ allowedOrigins: responseOrigins, timeoutMs: 3_000 }),
    log,
  }),
  teams: createTeamsReplies({ log }),
};

const platforms = createPlatforms(async (domain) => {
  const settings = config.domains[domain];
  if (!settings) return null;
  const onProblem = (problem: unknown) => log('budget unavailable', { domain, problem: String(problem) });
  return createPostureClient({
    baseUrl: settings.baseUrl,
    apiKey: await readSecret(settings.apiKey),
    auth: settings.auth,
    budget: createDynamoBudget({ ...table, key: domain, onProblem }),
  });
});

/** Of one POST with everything around it. Well below the function's own timeout. */
const POST_TIMEOUT_MS = 30_000;

const desk = createVerdictDesk({
  ledger: createDynamoVerdictLedger(table),
  platformOf: platforms.of,
  queue: createVerdictQueue({ outbox, queueUrl: env.QUEUE_URL }),
  surfaces: createVerdictSurfaces({
    ledger: createDeliveryLedger(createDynamoVersionedRows(table)),
    outbox,
    queueUrlOf: (destination) => findQueueUrl(config, queueUrls, destination),
    findCase: platforms.findCase,
    showAtOnce: (reply, ...what) => replies[reply.surface].showAtOnce(reply, ...what),
    tell: (reply, told) => replies[reply.surface].tell(reply, told),
    clock,
    log,
  }),
  rules,
  placeName: (destination) => destination,
  postTimeoutMs: POST_TIMEOUT_MS,
  clock,
  log,
  metrics,
});

export const handler = createBatchHandler(readVerdictMessage, (message) => desk.handle(message), {
  ...createQueueEdge({
    client: new SQSClient({ ...calls, useQueueUrlAsEndpoint: false }),
    queueUrl: env.QUEUE_URL,
    deadLettersUrl: env.DEAD_LETTERS_URL,
  }),
  reserveMs: POST_TIMEOUT_MS,
  onRetry: ({ messageId, receiveCount }, reason) =>
    log('message comes back', { messageId, receiveCount, reason: String(reason) }),
});
