import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { rankEvidence } from '../lib/chat/rank-evidence.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { createDeliveryLedger } from '../lib/ledger/delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/ledger/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/ledger/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { httpHandler } from '../lib/platform/http-event.ts';
import { createLog } from '../lib/platform/log.ts';
import { createMetrics } from '../lib/platform/metrics.ts';
import { remembered } from '../lib/platform/remembered.ts';
import { createSsmSecrets } from '../lib/platform/secrets.ts';
import { createRegionalSqs } from '../lib/queues/regional-sqs.ts';
import { createSqsOutbox } from '../lib/queues/sqs-outbox.ts';
import { createSlackApi } from '../lib/slack/api.ts';
import { createSlackApp } from '../lib/slack/app.ts';
import { createGroupMembers } from '../lib/slack/groups.ts';
import { createInteractionReader } from '../lib/slack/interaction-reader.ts';
import { createInteractions } from '../lib/slack/interactions.ts';
import { slackPlaces } from '../lib/slack/places.ts';
import { createResponder } from '../lib/slack/respond.ts';
import { createSlackVerifier } from '../lib/slack/verify.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
} satisfies Record<keyof ActionEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const { slack } = config;
if (!slack) throw new Error('the configuration has no Slack app, so there is nothing to receive');
const random = Math.random;
/** Somebody waits: what does not answer at once is told to them instead of being tried for long. */
const calls = { maxAttempts: 2 };
const log = createLog();
const metrics = createMetrics(clock);
const readSecret = createSsmSecrets(new SSMClient(calls));
const table = {
  client: new DynamoDBClient(calls),
  tableName: env.TABLE_NAME,
  clock,
  random,
  timeoutMs: 1_000,
};
const deliveries = createDeliveryLedger(createDynamoVersionedRows(table));
const verdicts = createDynamoVerdictLedger(table);
const outbox = createSqsOutbox({
  client: createRegionalSqs(calls),
  clock,
  random,
  attempts: 2,
  timeoutMs: 1_000,
});
const queue = createVerdictQueue({ outbox, queueUrl: env.VERDICT_QUEUE_URL });
const { responseOrigins } = slackPlaces(config);

const verifier = remembered(async () => createSlackVerifier(await readSecret(slack.signingSecret)));
const api = remembered(async () =>
  createSlackApi({ token: await readSecret(slack.botToken), baseUrl: slack.apiUrl, timeoutMs: 2_000 }),
);
// Asked for while the function starts, so that the first click does not wait for both.
void verifier().catch(() => undefined);
void api().catch(() => undefined);

const answer = createInteractions({
  config,
  queue: (message) => queue.sendLater(message, 0),
  api,
  isMember: createGroupMembers({
    api: { call: async (method, args) => (await api()).call(method, args) },
    clock,
  }),
  responder: createResponder({ allowedOrigins: responseOrigins, timeoutMs: 1_000 }),
  async lookUp({ domain, caseId, destination }) {
    const [delivery, verdict] = await Promise.all([
      deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
      verdicts.load(domain, caseId),
    ]);
    if (delivery?.value.content.kind !== 'case') return null;
    return { evidence: rankEvidence(delivery.value.content.item.events ?? []), verdict };
  },
  clock,
  log,
});

const app = createSlackApp({
  verifier,
  read: createInteractionReader({ teamId: slack.teamId, responseOrigins }),
  answer,
  clock,
  log,
  metrics,
});

export const handler = httpHandler(app.fetch);
