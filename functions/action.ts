import { Hono } from 'hono';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { endpoints } from '../lib/chats/registry.ts';
import { openVeil } from '../lib/chats/shared/veil/open-veil.ts';
import { type ChatName, clickedIn, sectionOf } from '../lib/config/chats.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { everyVariable, queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createCaseLookUp } from '../lib/dynamo/case-look-up.ts';
import { createSignedBridgeKeys } from '../lib/dynamo/signed-bridge-keys.ts';
import { createSignedAws } from '../lib/platform/aws/signed-aws.ts';
import { createSignedSend } from '../lib/platform/aws/signed-queue.ts';
import { createSignedSecrets } from '../lib/platform/aws/signed-secrets.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { httpHandler, type SentRequest } from '../lib/platform/http/http-event.ts';
import { createLog } from '../lib/platform/log.ts';
import { toFifoId } from '../lib/queues/fifo-id.ts';
import { writeVerdictMessage } from '../lib/verdict/verdict-message.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
  ...queueVariables,
} satisfies Record<keyof ActionEnv, z.ZodMiniType>;

/** What Lambda tells every function. */
const given = {
  AWS_REGION: z.string(),
  AWS_ACCESS_KEY_ID: z.string(),
  AWS_SECRET_ACCESS_KEY: z.string(),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  AWS_ENDPOINT_URL: z.optional(z.string()),
};

const env = z.object({ ...everyVariable, ...variables, ...given }).parse(process.env);
const log = createLog();
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
  // An analyst waits: when AWS does not answer at once, the function says so instead of trying for long.
  timeoutMs: 1_000,
});
const send = createSignedSend(callAws);
const lookUpCase = createCaseLookUp(callAws, env.TABLE_NAME);
const veil = openVeil({ config, keys: createSignedBridgeKeys(callAws, env.TABLE_NAME), log });
const chats = clickedIn(config);
const newsFrom = chats.filter((chat) => sectionOf(chat).requests.newsOfChannels);
const queueUrls = queueUrlsIn(
  env,
  newsFrom.map((type) => ({ type })),
);

const endpointOf = (chat: ChatName) =>
  endpoints[chat]({
    config,
    queue: (message) => send(env.VERDICT_QUEUE_URL, writeVerdictMessage(message)),
    async lookUp({ domain, caseId, destination }) {
      const [{ delivery, verdict }] = await Promise.all([
        lookUpCase(domain, caseId, destination),
        veil.ready(),
      ]);
      if (!delivery) return null;
      const veiled = veil.apply(delivery, verdict);
      return { delivery: veiled.shown, verdict: veiled.verdict };
    },
    async sendNews(body, { group, id }) {
      await send(queueUrls[chat] ?? '', body, { group: toFifoId(group), id: toFifoId(id) });
    },
    readSecret: createSignedSecrets(callAws),
    clock,
    log,
    metrics: createMetrics(env.BRIDGE_NAME, clock),
  });

const app = new Hono<{ Bindings: SentRequest }>();
for (const chat of chats) app.route('/', endpointOf(chat));
export const handler = httpHandler(app.fetch);
