import { createAnchorInOps } from '../audit/anchor-in-ops.ts';
import { CLICKS_KEY } from '../base/key-names.ts';
import { createQueueDepth } from '../base/queues/queue-depth.ts';
import { anchorsInOps, canBeDecided } from '../config/authority.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { findQueueUrl } from '../config/destination-queues.ts';
import { followsCases } from '../config/follows-cases.ts';
import type { ReconcileEnv } from '../config/function-env.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { createDynamoAnswerLedger } from '../dynamo/dynamo-answer-ledger.ts';
import { createDynamoAuditTrail } from '../dynamo/dynamo-audit-trail.ts';
import { createCaseLedger } from '../dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../dynamo/dynamo-feed-ledger.ts';
import { createDynamoHealthLedger } from '../dynamo/dynamo-health-ledger.ts';
import { createQuarantine } from '../dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { endpointWork } from '../endpoints/endpoint-work.ts';
import { createEventLedger } from '../endpoints/stored-events.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import { createAsk } from '../outbox/ask-notifiers.ts';
import { createWhoIsForgotten } from '../outbox/forgotten/without-forgotten.ts';
import { createIsClosingShown } from '../outbox/is-closing-shown.ts';
import { createQuarantineNotice } from '../outbox/quarantine-notice.ts';
import { createDeliveryLedger } from '../outbox/stored-deliveries.ts';
import { createWake } from '../outbox/wake-up.ts';
import type { PostureClient } from '../posture/client.ts';
import { createBringUpToDate } from '../reconcile/bring-up-to-date.ts';
import { createFindings } from '../reconcile/findings.ts';
import { createFollowCases } from '../reconcile/follow-cases.ts';
import { createOverdueVerdicts } from '../reconcile/overdue-verdicts.ts';
import { type ReconcilePart, reconcile } from '../reconcile/reconcile-parts.ts';
import { createRequeueQuarantined } from '../reconcile/requeue-quarantined.ts';
import { shareFeeds } from '../reconcile/share-feeds.ts';
import { createTellChange } from '../reconcile/tell-change.ts';
import { createUnansweredCases } from '../reconcile/unanswered-cases.ts';
import { chatWork, createWakeWaiting, workByDestination } from '../reconcile/wake-waiting.ts';
import { createCasePolicy } from '../routing/case-policy.ts';
import { sendOpsNotice } from '../routing/ops-notice.ts';
import { createVerdictQueue } from '../verdict/verdict-queue.ts';
import { reconcileFacets } from './generated/reconcile-facets.ts';
import { openHandOver } from './open-hand-over.ts';
import { openKeys, openOutbox, openPosture } from './open-parts.ts';
import type { Given, HttpPorts, TimeLeft } from './ports.ts';

export interface ReconcilePorts extends HttpPorts {
  readonly env: Given<Omit<ReconcileEnv, 'DEAD_LETTERS'>>;
  /** Each dead-letter queue, by what it is for. */
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
}

/** Ends with time to spare for the calls that are under way. */
const SPARE_MS = 10_000;

/** Runs every minute: finds work that is stuck, follows open cases, and judges how healthy the bridge is. */
export function createReconcile(config: BridgeConfig, ports: ReconcilePorts) {
  const { env, table, clock, log, metrics } = ports;
  const rows = createDynamoVersionedRows(table);
  const deliveries = createDeliveryLedger(rows, { keptMs: config.retention.deliveries });
  const keys = openKeys(config, ports);
  const answers = createDynamoAnswerLedger(table);
  const outbox = openOutbox(ports);
  const domains = Object.keys(config.domains);
  const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
  const verdictQueueUrl = env.VERDICT_QUEUE_URL;
  if (!verdictQueueUrl && canBeDecided(config)) {
    throw new Error('not set, though the configuration says who may decide: VERDICT_QUEUE_URL');
  }

  const findings = createFindings();
  const cases = createCaseLedger(rows);
  const events = createEventLedger(rows, { keptMs: config.retention.deliveries });
  const { clientOf, onRefusedKey } = openClients(config, ports);
  const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
  const severeFrom = config.storm.severe;
  const ask = createAsk({ ledger: deliveries, outbox, queueUrlOf, severeFrom, clock });
  const handOver = openHandOver(config, rows, outbox, clock);
  // Only where people decide cases, the reconciler has the right to read answers.
  const answerOf = verdictQueueUrl ? answers.load : async () => null;
  const overview = shareFeeds(createDynamoHealthLedger(table), clock);
  const features = openFacets(reconcileFacets, {
    ...ports,
    ...{ config, queueUrls, outbox: handOver, domains, rows, cases, deliveries, events, findings, keys },
    ...{ answerOf, trailOf: answers.readTrail, clientOf, onRefusedKey, ask, overview },
    depthOf: createQueueDepth(ports),
  });

  const policy = createCasePolicy(config);
  const followed = domains.filter((domain) => followsCases(config, domain));
  const followCases = createFollowCases({
    domains: followed,
    everyMs: config.changes.every,
    ledger: cases,
    casesOf: async (domain) => (await clientOf(domain)).cases,
    ask: ask.everywhere,
    bringUpToDate: createBringUpToDate({
      ...{ config, queueUrls, cases, clock, log },
      outbox: handOver,
      feeds: createDynamoFeedLedger(table),
      withholders: (domain) => features.flatMap(({ withholder }) => withholder?.(domain) ?? []),
      stepsOf: policy.stepsOf,
    }),
    isClosingShown: createIsClosingShown({ ledger: deliveries, answerOf }),
    answerOf,
    tellWebhooks: createTellChange({ config, queueUrls, outbox: handOver, clock }),
    onRefusedKey,
    onListed(...listed) {
      for (const { onListed } of features) onListed?.(...listed);
    },
    clock,
    log,
  });

  /** What an analyst decided goes first. */
  function decisionParts(queueUrl: string): ReconcilePart[] {
    const queue = createVerdictQueue({ outbox, queueUrl });
    const decided = [...domains, ...features.flatMap(({ decidesIn }) => decidesIn ?? [])];
    return [
      createOverdueVerdicts({ domains: decided, ledger: answers, cases, queue, clock, findings }),
      createUnansweredCases({
        ...{ domains, cases, answerOf, policy, queue, clock },
        // Cases are followed later in the same run.
        lookSoon: followCases.lookSoon,
      }),
    ];
  }
  const parts: readonly ReconcilePart[] = [
    ...(verdictQueueUrl ? decisionParts(verdictQueueUrl) : []),
    createWakeWaiting({
      destinations: workByDestination(config, {
        chats: chatWork(deliveries),
        endpoints: endpointWork(events),
      }),
      wake: createWake({ outbox, queueUrlOf }),
      ops: config.ops?.to,
      ...{ clock, log, metrics, findings },
    }),
    createRequeueQuarantined({
      quarantine: createQuarantine({ rows, clock }),
      queues: { ...queueUrls, ...(verdictQueueUrl && { verdict: verdictQueueUrl }) },
      tellOps: createQuarantineNotice({ config, queueUrls, outbox: handOver, clock, rows }),
      ...{ outbox, clock, log, findings },
    }),
    ...(followed.length > 0 ? [followCases.part] : []),
    ...(anchorsInOps(config)
      ? [
          createAnchorInOps({
            ...{ domains, clock, trail: createDynamoAuditTrail(table) },
            tell: (notice) => sendOpsNotice({ config, queueUrls, outbox: handOver, clock }, notice),
          }),
        ]
      : []),
    ...features.flatMap(({ part }) => part ?? []),
  ];
  const afterAll = features.flatMap((feature) => feature.afterAll ?? []);

  /** Created in the first minute: without it the action function cannot prove that it accepted a click. */
  const makeClicksKey = () =>
    keys.make(CLICKS_KEY).catch((error: unknown) => log('key not made', { error: String(error) }));

  return async function handler(_event: unknown, context: TimeLeft): Promise<void> {
    const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
    if (verdictQueueUrl) await makeClicksKey();
    await reconcile({ parts, afterAll, clock, log, metrics }, deadlineMs);
  };
}

/** The API of each domain, kept for as long as it accepts the key. */
function openClients(config: BridgeConfig, ports: HttpPorts) {
  const clients = new Map<string, PostureClient>();
  const whoIsForgotten = createWhoIsForgotten(ports.keys, ports.clock);
  return {
    async clientOf(domain: string): Promise<PostureClient> {
      const client = clients.get(domain) ?? (await openPosture(config, ports, domain, whoIsForgotten));
      if (!client) throw new Error(`the configuration has no domain "${domain}"`);
      clients.set(domain, client);
      return client;
    },
    /** Its key may have been replaced. */
    onRefusedKey: (domain: string): void => void clients.delete(domain),
  };
}
