import { canaryKey, handOverCanary } from '../canary/hand-over.ts';
import { createSendCanaries } from '../canary/send-canaries.ts';
import { createSendPress } from '../canary/send-press.ts';
import { canBeDecided } from '../config/authority.ts';
import { CANARY_DOMAIN, canaryPlaces } from '../config/canary.ts';
import { clickedIn } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { followsCases } from '../config/follows-cases.ts';
import type { ReconcileEnv } from '../config/function-env.ts';
import { CANARY_KEY, CLICKS_KEY } from '../config/key-names.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { createDynamoAnswerLedger } from '../dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../dynamo/dynamo-case-ledger.ts';
import { createDeliveryLedger } from '../dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../dynamo/dynamo-feed-ledger.ts';
import { createDynamoHealthLedger } from '../dynamo/dynamo-health-ledger.ts';
import { createEventLedger } from '../dynamo/dynamo-hook-ledger.ts';
import { createRestingMessages } from '../dynamo/dynamo-resting-messages.ts';
import { createDynamoSigns } from '../dynamo/dynamo-signs.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { createEventOutbox } from '../endpoints/event-outbox.ts';
import { createChooses } from '../endpoints/open-endpoints.ts';
import { createTellChange } from '../endpoints/tell-change.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import type { ReconcileKit } from '../features/entry-points/reconcile-facet.ts';
import { createCheckHealth } from '../health/check-health.ts';
import { createLookAtDeadLetters } from '../health/look-at-dead-letters.ts';
import { createLookAtBudgets, createLookAtFeeds } from '../health/look-at-feeds.ts';
import { createLookAtArchive, createLookAtSigns } from '../health/look-at-signs.ts';
import { createFindings } from '../health/problem.ts';
import { createAsk } from '../outbox/ask.ts';
import { createDeliveryOutbox } from '../outbox/delivery-outbox.ts';
import { createIsClosingShown } from '../outbox/is-closing-shown.ts';
import { createWake } from '../outbox/wake-up.ts';
import { createSeal } from '../platform/seal.ts';
import type { PostureClient } from '../posture/client.ts';
import { createQueueDepth } from '../queues/queue-depth.ts';
import { findQueueUrl } from '../queues/queue-urls.ts';
import { createBringUpToDate } from '../reconcile/bring-up-to-date.ts';
import { createCaseNews, shareFeeds } from '../reconcile/case-news.ts';
import { createDueCases } from '../reconcile/due-cases.ts';
import { createFollowCases } from '../reconcile/follow-cases.ts';
import { createOverdueVerdicts } from '../reconcile/overdue-verdicts.ts';
import { type ReconcilePart, reconcile } from '../reconcile/reconcile.ts';
import { createRequeueResting } from '../reconcile/resting-messages.ts';
import { createRestingNotice } from '../reconcile/resting-notice.ts';
import { chatWork, createWakeWaiting, endpointWork, workByDestination } from '../reconcile/wake-waiting.ts';
import { createCasePolicy } from '../routing/case-policy.ts';
import { createVerdictQueue } from '../verdict/verdict-queue.ts';
import { reconcileFacets } from './generated/reconcile-facets.ts';
import { openKeys, openOutbox, openPosture } from './open-parts.ts';
import type { Given, HttpPorts, TimeLeft } from './ports.ts';

export interface ReconcilePorts extends HttpPorts {
  readonly env: Given<Omit<ReconcileEnv, 'DEAD_LETTERS'>>;
  /** Each dead-letter queue, by what it is for. */
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
}

/** Ends with time to spare for the calls that are under way. */
const SPARE_MS = 10_000;

/** Finds every minute what should have gone on and did not, follows open cases, and judges how the bridge is. */
export function createReconcile(config: BridgeConfig, ports: ReconcilePorts) {
  const { env, table, clock, log, metrics } = ports;
  const rows = createDynamoVersionedRows(table);
  const kept = { keptMs: config.retention.deliveries };
  const deliveries = createDeliveryLedger(rows, kept);
  const answers = createDynamoAnswerLedger(table);
  const outbox = openOutbox(ports);
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
  const cases = createCaseLedger(rows);
  const overdueVerdicts = (queueUrl: string): ReconcilePart =>
    createOverdueVerdicts({
      // A canary's decision may be lost like any other.
      domains: [...domains, ...(config.canary ? [CANARY_DOMAIN] : [])],
      ledger: answers,
      cases,
      queue: createVerdictQueue({ outbox, queueUrl }),
      clock,
      findings,
    });

  const policy = createCasePolicy(config);
  const dueCases = (queueUrl: string): ReconcilePart =>
    createDueCases({
      domains,
      cases,
      answerOf: answers.load,
      policy,
      queue: createVerdictQueue({ outbox, queueUrl }),
      // It comes later in the same run.
      lookSoon: (domain) => followCases.lookSoon(domain),
      clock,
    });

  const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
  const wakeWaiting = createWakeWaiting({
    destinations: workByDestination(config, {
      chats: chatWork(deliveries),
      endpoints: endpointWork(createEventLedger(rows)),
    }),
    wake: createWake({ outbox, queueUrlOf, clock }),
    ops: config.ops?.to,
    ...{ clock, log, metrics, findings },
  });
  const followed = domains.filter((domain) => followsCases(config, domain));
  const clients = new Map<string, PostureClient>();
  async function clientOf(domain: string): Promise<PostureClient> {
    const client = clients.get(domain) ?? (await openPosture(config, ports, domain));
    if (!client) throw new Error(`the configuration has no domain "${domain}"`);
    clients.set(domain, client);
    return client;
  }
  /** Its key may have been replaced. */
  const onRefusedKey = (domain: string): void => void clients.delete(domain);
  const ask = createAsk({ ledger: deliveries, outbox, queueUrlOf, severeFrom: config.storm.severe, clock });
  const feeds = { config, ledger: shareFeeds(createDynamoHealthLedger(table), clock), clock };
  // In the ledger too, so that a queue that is purged takes no word away.
  const keptOutbox = createDeliveryOutbox({
    outbox,
    ledger: deliveries,
    severeFrom: config.storm.severe,
    clock,
  });
  // Only where cases are decided, it may read what was.
  const answerIfDecided = verdictQueueUrl ? answers.load : async () => null;
  const toOps = { config, queueUrls, outbox: keptOutbox, clock };
  const kit: ReconcileKit = {
    ...{ ...toOps, domains, rows, cases, deliveries, answers, clientOf, onRefusedKey, ask, log },
    events: createEventLedger(rows, kept),
    newsOf: createCaseNews(feeds),
  };
  const features = openFacets(reconcileFacets, kit);
  const followCases = createFollowCases({
    domains: followed,
    everyMs: config.changes.every,
    ledger: cases,
    casesOf: async (domain) => (await clientOf(domain)).cases,
    ask: ask.everywhere,
    bringUpToDate: createBringUpToDate({
      config,
      queueUrls,
      outbox: createEventOutbox({
        outbox: keptOutbox,
        ledger: createEventLedger(rows, kept),
        chooses: createChooses(config.destinations),
        clock,
      }),
      feeds: createDynamoFeedLedger(table),
      cases,
      withholders: (domain) => features.flatMap(({ withholder }) => withholder?.(domain) ?? []),
      stepsOf: policy.stepsOf,
      clock,
      log,
    }),
    isClosingShown: createIsClosingShown({ ledger: deliveries, answerOf: answerIfDecided }),
    answerOf: answerIfDecided,
    tellWebhooks: createTellChange({
      config,
      queueUrls,
      outbox,
      ledger: createEventLedger(rows, kept),
      clock,
    }),
    onRefusedKey,
    onListed(...listed) {
      for (const { onListed } of features) onListed?.(...listed);
    },
    clock,
    log,
  });
  const keys = openKeys(ports);
  const sendCanaries = createSendCanaries({
    destinations: canaryPlaces(config),
    everyMs: config.canary?.every ?? 0,
    rows,
    handOver: (canary) => handOverCanary(toOps, canary),
    async look(canary) {
      const [delivery, answer] = await Promise.all([
        deliveries.load(canaryKey(canary)),
        verdictQueueUrl ? answers.load(CANARY_DOMAIN, canary.id) : null,
      ]);
      return { delivery, answer };
    },
    press: env.CANARY_URL
      ? createSendPress({
          url: env.CANARY_URL,
          seal: async () => createSeal(await keys.keyOf(CANARY_KEY)),
          transport: ports.transport,
          clock,
        })
      : null,
    findings,
    newId: ports.newId,
    clock,
    log,
  });
  /** What an analyst decided goes first. */
  const parts: readonly ReconcilePart[] = [
    ...(verdictQueueUrl ? [overdueVerdicts(verdictQueueUrl)] : []),
    ...(verdictQueueUrl ? [dueCases(verdictQueueUrl)] : []),
    wakeWaiting,
    restingMessages,
    ...(followed.length > 0 ? [followCases.part] : []),
    ...(config.canary ? [sendCanaries] : []),
    ...features.flatMap(({ part }) => part ?? []),
  ];

  const signs = createDynamoSigns(rows.todo);
  const checkHealth = createCheckHealth({
    looks: [
      createLookAtFeeds(feeds),
      createLookAtBudgets(feeds),
      createLookAtDeadLetters({ queues: ports.deadLetters, depthOf: createQueueDepth(ports) }),
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

  return async function handler(_event: unknown, context: TimeLeft): Promise<void> {
    const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
    if (verdictQueueUrl) await makeClicksKey();
    await reconcile({ parts, checkHealth, clock, log, metrics }, deadlineMs);
  };
}
