import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { rankEvidence } from '../lib/chat/rank-evidence.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { createCaseLookUp } from '../lib/ledger/case-look-up.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { httpHandler } from '../lib/platform/http-event.ts';
import { createLog } from '../lib/platform/log.ts';
import { createMetrics } from '../lib/platform/metrics.ts';
import { remembered } from '../lib/platform/remembered.ts';
import { createSignedAws } from '../lib/platform/signed-aws.ts';
import { createSignedSend } from '../lib/platform/signed-aws-queue.ts';
import { createSignedSecrets } from '../lib/platform/signed-aws-secrets.ts';
import { createSlackApi } from '../lib/slack/api.ts';
import { createSlackApp } from '../lib/slack/app.ts';
import { createGroupMembers } from '../lib/slack/groups.ts';
import { createInteractionReader } from '../lib/slack/interaction-reader.ts';
import { createInteractions } from '../lib/slack/interactions.ts';
import { slackPlaces } from '../lib/slack/places.ts';
import { createRenewedApi } from '../lib/slack/renewed-api.ts';
import { createResponder } from '../lib/slack/respond.ts';
import { createSlackVerifier } from '../lib/slack/verify.ts';
import { writeVerdictMessage } from '../lib/verdict/message.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
} satisfies Record<keyof ActionEnv, z.ZodMiniType>;

/** What Lambda tells every function. */
const given = {
  AWS_REGION: z.string(),
  AWS_ACCESS_KEY_ID: z.string(),
  AWS_SECRET_ACCESS_KEY: z.string(),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  AWS_ENDPOINT_URL: z.optional(z.string()),
};

const env = z.object({ ...variables, ...given }).parse(process.env);
const { slack } = config;
if (!slack) throw new Error('the configuration has no Slack app, so there is nothing to receive');
const log = createLog();
const metrics = createMetrics(clock);
const callAws = createSignedAws({
  region: env.AWS_REGION,
  credentials: {
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    sessionToken: env.AWS_SESSION_TOKEN,
  },
  endpoint: env.AWS_ENDPOINT_URL,
  clock,
  random: Math.random,
  // Somebody waits: what does not answer at once is told to them instead of being tried for long.
  timeoutMs: 1_000,
});
const readSecret = createSignedSecrets(callAws);
const send = createSignedSend(callAws);
const lookUpCase = createCaseLookUp(callAws, env.TABLE_NAME);
const { responseOrigins } = slackPlaces(config);

const verifier = remembered(async () => createSlackVerifier(await readSecret(slack.signingSecret)));
const openApi = remembered(async () =>
  createSlackApi({ token: await readSecret(slack.botToken), baseUrl: slack.apiUrl, timeoutMs: 2_000 }),
);
// Asked for while the function starts, so that the first click does not wait for both.
void verifier().catch(() => undefined);
void openApi().catch(() => undefined);
const api = createRenewedApi(openApi);

const answer = createInteractions({
  config,
  queue: (message) => send(env.VERDICT_QUEUE_URL, writeVerdictMessage(message)),
  api: async () => api,
  isMember: createGroupMembers({ api, clock }),
  responder: createResponder({ allowedOrigins: responseOrigins, timeoutMs: 1_000 }),
  async lookUp({ domain, caseId, destination }) {
    const { delivery, verdict } = await lookUpCase(domain, caseId, destination);
    if (delivery?.content.kind !== 'case') return null;
    return { evidence: rankEvidence(delivery.content.item.events ?? []), verdict };
  },
  clock,
  log,
  metrics,
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
