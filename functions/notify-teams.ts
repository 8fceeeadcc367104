import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createBotChat } from '../lib/chats/teams/bot-chat.ts';
import { type PlaceMessage, readPlaceMessage } from '../lib/chats/teams/channel-message.ts';
import {
  createPlaceKeeper,
  createServiceUrls,
  type KnownPlace,
} from '../lib/chats/teams/channel-registry.ts';
import { teamsPlaces } from '../lib/chats/teams/chat-config.ts';
import { cloudOf } from '../lib/chats/teams/clouds.ts';
import { createDestinationsChat } from '../lib/chats/teams/destinations-chat.ts';
import { teamsLanes } from '../lib/chats/teams/rate-limits.ts';
import { createTeamsFace } from '../lib/chats/teams/renderer.ts';
import { createWorkflowChat } from '../lib/chats/teams/workflow-chat.ts';
import { createWorkflowFace } from '../lib/chats/teams/workflow-renderer.ts';
import type { NotifyEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { consumerVariables, queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createDeliver } from '../lib/delivery/deliver.ts';
import { createPace } from '../lib/delivery/pace.ts';
import { createParkedNotice } from '../lib/delivery/parked-notice.ts';
import { createChannelRows } from '../lib/dynamo/channel-rows.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createHttpTransport } from '../lib/platform/http/transport.ts';
import { createLog } from '../lib/platform/log.ts';
import { createSsmSecrets } from '../lib/platform/secrets.ts';
import type { Envelope } from '../lib/queues/envelope.ts';
import { createQueueEdge } from '../lib/queues/queue-edge.ts';
import { createRegionalSqs } from '../lib/queues/regional-sqs.ts';
import { createBatchHandler, readEnvelopeMessage } from '../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../lib/queues/sqs-outbox.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...consumerVariables,
  ...queueVariables,
} satisfies Record<keyof NotifyEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const { teams } = config;
const random = Math.random;
/** Retrying is done where it is known what may be retried. */
const calls = { maxAttempts: 2 };
const log = createLog();
const readSecret = createSsmSecrets(new SSMClient(calls));
const table = { client: new DynamoDBClient(calls), tableName: env.TABLE_NAME, clock, random };
const rows = createDynamoVersionedRows(table);
const verdicts = createDynamoVerdictLedger(table);
const transport = createHttpTransport();
const places = createChannelRows<KnownPlace>(rows, clock.now);
const { channelOf, isWorkflow, linkOf, rules } = teamsPlaces(config);
const extraOrigins = teams && cloudOf(teams).extraOrigins;

const chat = createDestinationsChat({
  bot: createBotChat({
    teams,
    readPassword: () => readSecret(teams?.password ?? ''),
    serviceUrlOf: createServiceUrls(places, clock),
    transport,
    clock,
  }),
  openWorkflow: async (name) =>
    createWorkflowChat(await readSecret(name), { transport, clock, extraOrigins }),
});
const pace = createPace({ rows, clock });
const withBot = createTeamsFace(rules);
const withWorkflow = createWorkflowFace({ rules, linkOf });

const deliver = createDeliver({
  surface: 'teams',
  chat,
  face: {
    show: (delivery, verdict) =>
      isWorkflow(delivery.key.destination) ? withWorkflow.show(delivery) : withBot.show(delivery, verdict),
    showDigest: withBot.showDigest,
  },
  ledger: createDeliveryLedger(rows),
  pace,
  lanesOf: teamsLanes,
  channelOf,
  verdictOf: (domain, caseId) => verdicts.load(domain, caseId),
  // A Workflow has no threads, and a digest there could not be kept up to date.
  stormThresholdOf: (destination) => (isWorkflow(destination) ? null : config.storm.threshold),
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
const keeper = createPlaceKeeper({
  memory: places,
  chat,
  turn: (channel) => pace.turn(teamsLanes(channel).post, 5_000),
  clock,
  log,
});

export const handler = createBatchHandler<Envelope | PlaceMessage>(
  (body) => readPlaceMessage(body) ?? readEnvelopeMessage(body),
  (message, meta) => (message.kind === 'place' ? keeper.learn(message) : deliver(message, meta)),
  {
    ...createQueueEdge({
      client: new SQSClient({ ...calls, useQueueUrlAsEndpoint: false }),
      queueUrl: env.QUEUE_URL,
      deadLettersUrl: env.DEAD_LETTERS_URL,
    }),
    reserveMs: 20_000,
    onRetry: ({ messageId, receiveCount }, reason) =>
      log('message comes back', { messageId, receiveCount, reason: String(reason) }),
  },
);
