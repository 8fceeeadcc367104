import { Hono } from 'hono';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { rankEvidence } from '../lib/chats/shared/rank-evidence.ts';
import { createSlackApi } from '../lib/chats/slack/api.ts';
import { createSlackApp } from '../lib/chats/slack/app.ts';
import { slackPlaces } from '../lib/chats/slack/chat-config.ts';
import { createGroupMembers } from '../lib/chats/slack/groups.ts';
import { createInteractions } from '../lib/chats/slack/handle-interaction.ts';
import { createInteractionReader } from '../lib/chats/slack/interaction-reader.ts';
import { createRenewedApi } from '../lib/chats/slack/renewed-api.ts';
import { createResponder } from '../lib/chats/slack/respond.ts';
import { createSlackVerifier } from '../lib/chats/slack/verify.ts';
import { createTeamsApp } from '../lib/chats/teams/app.ts';
import { channelOf } from '../lib/chats/teams/channel-discovery.ts';
import { writePlaceMessage } from '../lib/chats/teams/channel-message.ts';
import { cloudOf } from '../lib/chats/teams/clouds.ts';
import { createTeamsActions } from '../lib/chats/teams/handle-activity.ts';
import { createTeamsKeys } from '../lib/chats/teams/keys.ts';
import { createTeamsVerifier } from '../lib/chats/teams/verify.ts';
import { clickedIn } from '../lib/config/chats.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { queueUrlsIn } from '../lib/config/read-env.ts';
import { createCaseLookUp } from '../lib/dynamo/case-look-up.ts';
import { createSignedAws } from '../lib/platform/aws/signed-aws.ts';
import { createSignedSend } from '../lib/platform/aws/signed-queue.ts';
import { createSignedSecrets } from '../lib/platform/aws/signed-secrets.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { httpHandler, type SentRequest } from '../lib/platform/http/http-event.ts';
import { createHttpTransport } from '../lib/platform/http/transport.ts';
import { createLog } from '../lib/platform/log.ts';
import { remembered } from '../lib/platform/remembered.ts';
import { toFifoId } from '../lib/queues/fifo-id.ts';
import { type VerdictMessage, writeVerdictMessage } from '../lib/verdict/verdict-message.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
  TEAMS_QUEUE_URL: z.optional(z.string()),
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
const queue = (message: VerdictMessage) => send(env.VERDICT_QUEUE_URL, writeVerdictMessage(message));

const app = new Hono<{ Bindings: SentRequest }>();
const chats = clickedIn(config);
if (config.slack && chats.includes('slack')) app.route('/', forSlack(config.slack));
if (config.teams && chats.includes('teams')) app.route('/', forTeams(config.teams));
export const handler = httpHandler(app.fetch);

function forSlack(slack: NonNullable<typeof config.slack>) {
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
    queue,
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
  const read = createInteractionReader({ teamId: slack.teamId, responseOrigins });
  return createSlackApp({ verifier, read, answer, clock, log, metrics });
}

function forTeams(teams: NonNullable<typeof config.teams>) {
  const { teams: queueUrl = '' } = queueUrlsIn(env, [{ type: 'teams' }]);
  const cloud = cloudOf(teams);
  const keys = createTeamsKeys({
    cloud,
    transport: createHttpTransport(),
    clock,
    onProblem: (reason) => log('keys not read', { surface: 'teams', reason }),
  });
  // The same as above: the keys of Microsoft, which every click needs.
  void keys.find('').catch(() => undefined);
  const answer = createTeamsActions({
    config,
    queue,
    async lookUp({ domain, caseId, destination }) {
      const { delivery, verdict } = await lookUpCase(domain, caseId, destination);
      return delivery && { delivery, verdict };
    },
    addresses: { cloud, extraOrigins: cloud.extraOrigins },
    clock,
    log,
    metrics,
  });
  return createTeamsApp({
    verify: createTeamsVerifier({ ...teams, keys, clock }),
    answer,
    async learn(lesson, activityId) {
      const body = writePlaceMessage(lesson);
      const order = { group: toFifoId(channelOf(lesson)), id: toFifoId(`${activityId} ${body}`) };
      await send(queueUrl, body, order);
    },
    log,
    metrics,
  });
}
