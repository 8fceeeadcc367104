import { randomUUID } from 'node:crypto';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { canaryKey, handOverCanary } from '../lib/canary/hand-over.ts';
import { createSendCanaries } from '../lib/canary/send-canaries.ts';
import { createSendPress } from '../lib/canary/send-press.ts';
import { canBeDecided } from '../lib/config/authority.ts';
import { CANARY_DOMAIN, canaryPlaces } from '../lib/config/canary.ts';
import type { Display } from '../lib/config/chats/chat-schema.ts';
import { clickedIn } from '../lib/config/chats.ts';
import { endpointsIn } from '../lib/config/endpoints.ts';
import { followsCases, watchesConnectors } from '../lib/config/follows-cases.ts';
import type { ReconcileEnv } from '../lib/config/function-env.ts';
import { CANARY_KEY, CLICKS_KEY } from '../lib/config/key-names.ts';
import { tellsPersonas } from '../lib/config/personas.ts';
import { queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { caseKeptMs } from '../lib/config/retention.ts';
import { foldsAlike, waitsForAnswers } from '../lib/config/route-places.ts';
import { createDeliveryOutbox } from '../lib/delivery/delivery-outbox.ts';
import { createSaysAlready } from '../lib/delivery/says-already.ts';
import { createLifeDisplay, tellsChange } from '../lib/delivery/show-life.ts';
import { createPersonaDisplay } from '../lib/delivery/show-personas.ts';
import { createPersonasAt } from '../lib/delivery/untold-personas.ts';
import { createAlikeLedger } from '../lib/dynamo/dynamo-alike-ledger.ts';
import { createDynamoBridgeKeys } from '../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoHealthLedger } from '../lib/dynamo/dynamo-health-ledger.ts';
import { createHookLedger } from '../lib/dynamo/dynamo-hook-ledger.ts';
import { createDynamoLifeLedger } from '../lib/dynamo/dynamo-life-ledger.ts';
import { createMuteLedger } from '../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoPersonaLedger } from '../lib/dynamo/dynamo-persona-ledger.ts';
import { createRestingMessages } from '../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoSigns } from '../lib/dynamo/dynamo-signs.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWaitingLedger } from '../lib/dynamo/dynamo-waiting-ledger.ts';
import { createCheckHealth } from '../lib/health/check-health.ts';
import { createLookAtDeadLetters } from '../lib/health/look-at-dead-letters.ts';
import { createLookAtBudgets, createLookAtFeeds } from '../lib/health/look-at-feeds.ts';
import { createLookAtArchive, createLookAtSigns } from '../lib/health/look-at-signs.ts';
import { createFindings } from '../lib/health/problem.ts';
import { mutedWords } from '../lib/mutes/muted-words.ts';
import { proposalsNotice, proposalsNoticeId } from '../lib/mutes/proposal-words.ts';
import { createAskPersona } from '../lib/personas/ask-persona.ts';
import { findPersona } from '../lib/personas/find-persona.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { parseJson } from '../lib/platform/http/parse-json.ts';
import { createHttpTransport } from '../lib/platform/http/transport.ts';
import { createSeal } from '../lib/platform/seal.ts';
import type { PostureClient } from '../lib/posture/client.ts';
import { sendOpsNotice } from '../lib/queues/ops-notice.ts';
import { findQueueUrl } from '../lib/queues/queue-urls.ts';
import { createAddChats } from '../lib/reconcile/add-chats.ts';
import { createCaseNews, shareFeeds } from '../lib/reconcile/case-news.ts';
import { createDecidedCase } from '../lib/reconcile/decided-case.ts';
import { createDueWaits } from '../lib/reconcile/due-waits.ts';
import { createFindPersonas } from '../lib/reconcile/find-personas.ts';
import { createFollowCases } from '../lib/reconcile/follow-cases.ts';
import { createListFolded, createTellFolded } from '../lib/reconcile/list-folded.ts';
import { createListMuted } from '../lib/reconcile/list-muted.ts';
import { createOverdueVerdicts } from '../lib/reconcile/overdue-verdicts.ts';
import { createProposeMutes } from '../lib/reconcile/propose-mutes.ts';
import { type ReconcilePart, reconcile } from '../lib/reconcile/reconcile.ts';
import { createRequeueResting } from '../lib/reconcile/resting-messages.ts';
import { createRestingNotice } from '../lib/reconcile/resting-notice.ts';
import { chatQueues, createRingAgain, endpointQueues } from '../lib/reconcile/ring-again.ts';
import { createRingWebhooks } from '../lib/reconcile/ring-webhooks.ts';
import { createTellConnector } from '../lib/reconcile/tell-connector.ts';
import { createWatchConnectors } from '../lib/reconcile/watch-connectors.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';
import { createTellChange } from '../lib/webhook/tell-change.ts';
import { log, metrics, openOutbox, openTable, sqs } from './shared/aws.ts';
import { openPosture } from './shared/posture.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.optional(z.string()),
  CANARY_URL: z.optional(z.string()),
  DEAD_LETTERS: z.string(),
  ...queueVariables,
} satisfies Record<keyof ReconcileEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const table = openTable(env.TABLE_NAME);
const rows = createDynamoVersionedRows(table);
const kept = { keptMs: config.retention.deliveries };
const deliveries = createDeliveryLedger(rows, kept);
const verdicts = createDynamoVerdictLedger(table);
const outbox = openOutbox();
const domains = Object.keys(config.domains);
const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
const verdictQueueUrl = env.VERDICT_QUEUE_URL;
if (!verdictQueueUrl && canBeDecided(config)) {
  throw new Error('not set, though the configuration says who may decide: VERDICT_QUEUE_URL');
}

const findings = createFindings();
const restingMessages = createRequeueResting({
  resting: createRestingMessages({ rows, clock }),
  queues: { ...queueUrls, ...(verdictQueueUrl && { verdict: verdictQueueUrl }) },
  outbox,
  tellOps: createRestingNotice({ config, queueUrls, outbox, clock, rows }),
  clock,
  log,
  findings,
});
const overdueVerdicts = (queueUrl: string): ReconcilePart =>
  createOverdueVerdicts({
    domains,
    ledger: verdicts,
    queue: createVerdictQueue({ outbox, queueUrl }),
    clock,
    findings,
  });

const dueWaits = (queueUrl: string): ReconcilePart =>
  createDueWaits({
    domains,
    ledger: createDynamoWaitingLedger({ rows, clock }),
    queue: createVerdictQueue({ outbox, queueUrl }),
    clock,
  });

const ringing = { outbox, clock, log, metrics, findings, ops: config.ops?.to };
const ringAgain = createRingAgain({
  ...ringing,
  ledger: deliveries,
  destinations: chatQueues(config, queueUrls),
});
const ringWebhooks = createRingWebhooks({
  ...ringing,
  ledger: createHookLedger(rows),
  destinations: endpointQueues(config, queueUrls),
});
const followed = domains.filter((domain) => followsCases(config, domain));
const clients = new Map<string, PostureClient>();
async function clientOf(domain: string): Promise<PostureClient> {
  const client = clients.get(domain) ?? (await openPosture(domain, table));
  if (!client) throw new Error(`the configuration has no domain "${domain}"`);
  clients.set(domain, client);
  return client;
}
/** Its key may have been replaced. */
const forgetClient = (domain: string): void => void clients.delete(domain);
const lives = createDynamoLifeLedger({ rows, clock, keptMs: caseKeptMs(config) });
const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
const feeds = { config, ledger: shareFeeds(createDynamoHealthLedger(table), clock), clock };
const told = domains.filter((domain) => tellsPersonas(config, domain));
const personas = createFindPersonas({
  domains: told,
  lives,
  deliveries,
  personasAt: createPersonasAt(config),
  ask: createAskPersona({
    ledger: createDynamoPersonaLedger({ rows, clock }),
    find: async (domain, subject, call) => findPersona(await clientOf(domain), subject, call),
    onRefusedKey: forgetClient,
    clock,
    log,
  }),
  show: createPersonaDisplay({
    ledger: deliveries,
    outbox,
    queueUrlOf,
    severeFrom: config.storm.severe,
    clock,
  }),
  newsOf: createCaseNews(feeds),
  clock,
  log,
});
// In the ledger too, so that a queue that is purged takes no word away.
const keptOutbox = createDeliveryOutbox({
  outbox,
  ledger: deliveries,
  severeFrom: config.storm.severe,
  clock,
});
const mutes = createMuteLedger(rows);
const followCases = createFollowCases({
  domains: followed,
  everyMs: config.changes.every,
  ledger: lives,
  casesOf: async (domain) => (await clientOf(domain)).cases,
  show: createLifeDisplay({
    ledger: deliveries,
    outbox,
    queueUrlOf,
    tells: tellsChange(config.changes.tell),
    severeFrom: config.storm.severe,
    clock,
  }),
  addChats: createAddChats({
    config,
    queueUrls,
    outbox: keptOutbox,
    feeds: createDynamoFeedLedger(table),
    deliveries,
    mutesOf: async (domain) => (await mutes.load(domain)).mutes,
    clock,
  }),
  saysAlready: createSaysAlready({
    ledger: deliveries,
    // Only where cases are decided, it may read what was.
    verdictOf: verdictQueueUrl ? verdicts.load : async () => null,
  }),
  tellWebhooks: createTellChange({ config, queueUrls, outbox, ledger: createHookLedger(rows, kept), clock }),
  onRefusedKey: forgetClient,
  onListed: (domain, listed) => personas.met(domain, listed),
  clock,
  log,
});
const toOps = { config, queueUrls, outbox: keptOutbox, clock };
const watchConnectors = createWatchConnectors({
  domains,
  connectors: Object.keys(config.connectors),
  clientOf,
  onRefusedKey: forgetClient,
  rows,
  tell: createTellConnector({ ...toOps, hooks: createHookLedger(rows, kept) }),
  clock,
  log,
});
const ops = config.destinations[config.ops?.to ?? ''];
const proposeMutes = createProposeMutes({
  ledger: mutes,
  trailOf: verdicts.readTrail,
  caseOf: createDecidedCase(config, deliveries),
  tell: (domain, proposals) =>
    sendOpsNotice(toOps, {
      domain,
      id: proposalsNoticeId(proposals),
      ...proposalsNotice(domain, proposals),
    }),
  people: ((ops as Display | undefined)?.show ?? 'full') === 'full',
  clock,
});
const listMuted = createListMuted({
  domains,
  ledger: mutes,
  tell: (domain, mute, hidden) =>
    sendOpsNotice(toOps, { domain, id: `mute-${mute.id}-over`, ...mutedWords(domain, mute, hidden) }),
  // Nobody would be asked.
  ...(config.ops && { alsoLook: proposeMutes }),
  clock,
});
const listFolded = createListFolded({
  ledger: createAlikeLedger(rows),
  folds: foldsAlike(config),
  tell: createTellFolded(toOps),
  clock,
});
const keys = createDynamoBridgeKeys(table);
const sendCanaries = createSendCanaries({
  destinations: canaryPlaces(config),
  everyMs: config.canary?.every ?? 0,
  rows,
  handOver: (canary) => handOverCanary(toOps, canary),
  async look(canary) {
    const [delivery, verdict] = await Promise.all([
      deliveries.load(canaryKey(canary)),
      verdictQueueUrl ? verdicts.load(CANARY_DOMAIN, canary.id) : null,
    ]);
    return { delivery, verdict };
  },
  press: env.CANARY_URL
    ? createSendPress({
        url: env.CANARY_URL,
        seal: async () => createSeal(await keys.keyOf(CANARY_KEY)),
        transport: createHttpTransport(),
        clock,
      })
    : null,
  findings,
  newId: randomUUID,
  clock,
  log,
});
/** What an analyst decided goes first. */
const parts: readonly ReconcilePart[] = [
  ...(verdictQueueUrl ? [overdueVerdicts(verdictQueueUrl)] : []),
  ...(verdictQueueUrl && waitsForAnswers(config) ? [dueWaits(verdictQueueUrl)] : []),
  ringAgain,
  ...(endpointsIn(config.destinations).length > 0 ? [ringWebhooks] : []),
  restingMessages,
  ...(verdictQueueUrl ? [listMuted] : []),
  listFolded,
  ...(followed.length > 0 ? [followCases] : []),
  ...(told.length > 0 ? [personas.part] : []),
  ...(watchesConnectors(config) ? [watchConnectors] : []),
  ...(config.canary ? [sendCanaries] : []),
];

const signs = createDynamoSigns(rows.todo);
const checkHealth = createCheckHealth({
  looks: [
    createLookAtFeeds(feeds),
    createLookAtBudgets(feeds),
    createLookAtDeadLetters({
      queues: Object.entries(z.record(z.string(), z.string()).parse(parseJson(env.DEAD_LETTERS))).map(
        ([subject, queueUrl]) => ({ subject, queueUrl }),
      ),
      depthOf: async (QueueUrl) => {
        const AttributeNames = ['ApproximateNumberOfMessages' as const];
        const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames });
        const { Attributes } = await sqs.send(asked, { abortSignal: AbortSignal.timeout(5_000) });
        return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
      },
    }),
    // Only where cases are decided, functions leave signs.
    ...(verdictQueueUrl ? [createLookAtSigns({ signs, chats: clickedIn(config), domains, clock })] : []),
    ...(config.archive ? [createLookAtArchive({ signs, clock })] : []),
  ],
  findings,
  rows,
  ...toOps,
  log,
  metrics,
});

/** From the first minute on: until there is a key, nobody can prove that a click was accepted. */
const makeClicksKey = () =>
  keys.keyOf(CLICKS_KEY).catch((error: unknown) => log('key not made', { error: String(error) }));

/** Ends with time to spare for the calls that are under way. */
const SPARE_MS = 10_000;

export async function handler(
  _event: unknown,
  context: { getRemainingTimeInMillis(): number },
): Promise<void> {
  const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
  if (verdictQueueUrl) await makeClicksKey();
  await reconcile({ parts, checkHealth, clock, log, metrics }, deadlineMs);
}
