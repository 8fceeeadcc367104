import { Hono } from 'hono';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { createCanaryApp } from '../lib/canary/canary-app.ts';
import { endpoints } from '../lib/chats/registry.ts';
import { createRequestCounts } from '../lib/chats/shared/request-counts.ts';
import { openVeil } from '../lib/chats/shared/veil/open-veil.ts';
import { writeAskMessage } from '../lib/commands/ask-message.ts';
import { createTakeCommand } from '../lib/commands/take-command.ts';
import { decidingWebhooks } from '../lib/config/authority.ts';
import { CANARY_DOMAIN } from '../lib/config/canary.ts';
import { type ChatName, clickedIn, sectionOf } from '../lib/config/chats.ts';
import type { ActionEnv } from '../lib/config/function-env.ts';
import { BUTTONS_KEY, CANARY_KEY, CLICKS_KEY, LINKS_KEY, PEOPLE_KEY } from '../lib/config/key-names.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { everyVariable, queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { caseKeptMs } from '../lib/config/retention.ts';
import { hasLinks, WEBHOOK } from '../lib/config/webhooks.ts';
import { createCaseLookUp } from '../lib/dynamo/case-look-up.ts';
import { createSignedLeaveSign } from '../lib/dynamo/dynamo-signs.ts';
import { createSignedBridgeKeys } from '../lib/dynamo/signed-bridge-keys.ts';
import { createSignedRest } from '../lib/dynamo/signed-rest.ts';
import { createSignedSubmissions } from '../lib/dynamo/signed-submissions.ts';
import { createSystemCases } from '../lib/dynamo/system-cases.ts';
import { createNoticing } from '../lib/health/signs.ts';
import { createSignedSend } from '../lib/platform/aws/signed-queue.ts';
import { createSignedSecrets } from '../lib/platform/aws/signed-secrets.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { httpHandler, type SentRequest } from '../lib/platform/http/http-event.ts';
import { createLog } from '../lib/platform/log.ts';
import { createSeal, type Seal } from '../lib/platform/seal.ts';
import { toFifoId } from '../lib/queues/fifo-id.ts';
import { RESTING_ATTRIBUTE } from '../lib/queues/resting-messages.ts';
import { compileRoutes } from '../lib/routing/compile-routes.ts';
import { routesSending } from '../lib/routing/routes-sending.ts';
import { withProof } from '../lib/verdict/click-proof.ts';
import { createClickQueue } from '../lib/verdict/click-queue.ts';
import { writeSeveralMessage } from '../lib/verdict/several-message.ts';
import { type VerdictMessage, writeVerdictMessage } from '../lib/verdict/verdict-message.ts';
import { createLinksApp } from '../lib/webhook/verdicts/links-app.ts';
import { createKeysOfSystems } from '../lib/webhook/verdicts/system-keys.ts';
import { createTakeVerdict } from '../lib/webhook/verdicts/take-verdict.ts';
import { createVerdictsApp } from '../lib/webhook/verdicts/verdicts-app.ts';
import { openSignedAws } from './shared/signed-aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.string(),
  ...queueVariables,
} satisfies Record<keyof ActionEnv, z.ZodMiniType>;

const env = z.object({ ...everyVariable, ...variables }).parse(process.env);
const log = createLog();
// An analyst waits: when AWS does not answer at once, the function says so instead of trying for long.
const callAws = openSignedAws(1_000);
const send = createSignedSend(callAws);
const lookUpCase = createCaseLookUp(callAws, env.TABLE_NAME);
const keys = createSignedBridgeKeys(callAws, env.TABLE_NAME);
const sealOf = async (name: string): Promise<Seal | null> => {
  const key = await keys.find(name);
  return key && createSeal(key);
};
const veil = openVeil({ config, key: () => keys.find(PEOPLE_KEY), log });
// Asked for while the function starts, so that the first click does not wait for them.
for (const name of [BUTTONS_KEY, CLICKS_KEY]) void keys.find(name).catch(() => undefined);
void veil.ready();
const queueClick = createClickQueue({
  keep: createSignedRest(callAws, env.TABLE_NAME, clock),
  send: (body, id) =>
    send(env.VERDICT_QUEUE_URL, body, id === undefined ? {} : { attributes: { [RESTING_ATTRIBUTE]: id } }),
  log,
});
const noticing = createNoticing({
  by: 'action',
  metrics: createMetrics({ bridge: env.BRIDGE_NAME, monitoring: config.monitoring, clock }),
  leave: createSignedLeaveSign(callAws, env.TABLE_NAME, Math.random),
  clock,
  log,
});
const routes = compileRoutes(config);
const chats = clickedIn(config);
const newsFrom = chats.filter((chat) => sectionOf(chat).requests.newsOfChannels);
const queueUrls = queueUrlsIn(
  env,
  newsFrom.map((type) => ({ type })),
);

const ask = createTakeCommand({
  config,
  async queue(message) {
    const seal = await sealOf(CLICKS_KEY);
    // Nothing is lost by asking again a minute later; but who only can send to the queue must never be answered.
    if (!seal) throw new Error('there is no key yet to prove that the command was accepted');
    await queueClick(message, withProof(writeAskMessage(message), seal));
  },
  clock,
  log,
});

async function queue(message: VerdictMessage): Promise<void> {
  const [text, seal] = [writeVerdictMessage(message), await sealOf(CLICKS_KEY)];
  // The verdict function, which makes the key, takes what comes before it was made.
  await queueClick(message, seal ? withProof(text, seal) : text);
}

const endpointOf = (chat: ChatName) =>
  endpoints[chat]({
    config,
    queue,
    async queueSeveral(message) {
      const seal = await sealOf(CLICKS_KEY);
      if (!seal) throw new Error('there is no key yet to prove that the click was accepted');
      await queueClick(message, withProof(writeSeveralMessage(message), seal));
    },
    ask,
    buttonSeal: () => sealOf(BUTTONS_KEY),
    async lookUp({ domain, caseId, destination }) {
      const [{ delivery, verdict, watch }] = await Promise.all([
        lookUpCase(domain, caseId, destination),
        veil.ready(),
      ]);
      if (!delivery) return null;
      const veiled = veil.apply(delivery, verdict);
      return { delivery: veiled.shown, verdict: veiled.verdict, watch };
    },
    async routesOf(target) {
      const { delivery } = await lookUpCase(target.domain, target.caseId, target.destination);
      return routesSending(routes, target, delivery);
    },
    async sendNews(body, { group, id }) {
      await send(queueUrls[chat] ?? '', body, { order: { group: toFifoId(group), id: toFifoId(id) } });
    },
    readSecret: createSignedSecrets(callAws),
    clock,
    log,
    metrics: noticing.metrics,
  });

const app = new Hono<{ Bindings: SentRequest }>();
for (const chat of chats) {
  const endpoint = endpointOf(chat);
  // API Gateway knows what nobody can guess, and lets nothing else through; and without it, what earlier versions had.
  app.route('/:secret', endpoint).route('/', endpoint);
}
const canaries = createCanaryApp({
  config,
  seal: () => sealOf(CANARY_KEY),
  async standingOf({ id, destination }) {
    const { delivery, verdict } = await lookUpCase(CANARY_DOMAIN, id, destination);
    if (!delivery?.main) return 'not posted';
    return verdict ? 'decided' : 'posted';
  },
  queue,
  clock,
  log,
});
app.route('/:secret', canaries);
const systems = decidingWebhooks(config);
if (systems.length > 0) {
  const readSecret = createSignedSecrets(callAws);
  const cases = createSystemCases(callAws, env.TABLE_NAME);
  const keptMs = caseKeptMs(config);
  const take = createTakeVerdict({ config, cases, queue, clock, log });
  const counts = createRequestCounts({ surface: WEBHOOK, clock, log, metrics: noticing.metrics });
  const verdicts = createVerdictsApp({
    config,
    keysOf: createKeysOfSystems({ systems, readSecret, clock, log }),
    submissions: createSignedSubmissions({ callAws, tableName: env.TABLE_NAME, keptMs, clock }),
    cases,
    take,
    counts,
    clock,
    log,
  });
  app.route('/:secret', verdicts);
  if (hasLinks(config.destinations)) {
    const seal = () => sealOf(LINKS_KEY);
    app.route('/', createLinksApp({ config, cases, take, seal, counts, clock, log }));
  }
}
const answer = httpHandler(app.fetch);
export const handler: typeof answer = async (event) => {
  const answered = await answer(event);
  await noticing.settled();
  return answered;
};
