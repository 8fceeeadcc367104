import { BUTTONS_KEY, CLICKS_KEY, PEOPLE_KEY } from '../base/key-names.ts';
import { createQueueDepth } from '../base/queues/queue-depth.ts';
import { createBatchHandler, type Handled } from '../base/queues/sqs-batch.ts';
import { createReadySeal } from '../base/seal.ts';
import { chats } from '../chats/registry.ts';
import { type ChatName, isChat } from '../config/chats.ts';
import { mayReceive } from '../config/dead-routes.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { findQueueUrl } from '../config/destination-queues.ts';
import { endpointsIn } from '../config/endpoints.ts';
import type { VerdictEnv } from '../config/function-env.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { caseKeptMs } from '../config/retention.ts';
import { isWebhook, namedWebhooks, WEBHOOK } from '../config/webhooks.ts';
import { createDynamoAnswerLedger } from '../dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../dynamo/dynamo-case-ledger.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { createChooses } from '../endpoints/open-endpoints.ts';
import { createRoutesOfSent } from '../endpoints/routes-of-sent.ts';
import { createEventLedger } from '../endpoints/stored-events.ts';
import { alsoTelling, createCaseEvents } from '../endpoints/tell-case-events.ts';
import { openFacets } from '../features/entry-points/facet.ts';
import { createEscalationPlaces } from '../outbox/escalation-places.ts';
import { createWhoIsForgotten } from '../outbox/forgotten/without-forgotten.ts';
import { hasDelivery } from '../outbox/has-delivery.ts';
import { openRedaction } from '../outbox/redaction/open-redaction.ts';
import { createAnswerDisplay } from '../outbox/show-answer.ts';
import { createDeliveryLedger } from '../outbox/stored-deliveries.ts';
import { createCasePolicy } from '../routing/case-policy.ts';
import { compileRoutes } from '../routing/compile-routes.ts';
import { routeItem } from '../routing/route-item.ts';
import { routesSending } from '../routing/routes-sending.ts';
import { readProven, withProof } from '../verdict/click-proof.ts';
import { VERDICT_QUEUE } from '../verdict/click-queue.ts';
import { createPlatforms } from '../verdict/domain-platforms.ts';
import { createReauthorizeClick } from '../verdict/reauthorize-click.ts';
import { createVerdictHandler, type VerdictHandlerOptions } from '../verdict/verdict-handler.ts';
import { readVerdictMessage } from '../verdict/verdict-message.ts';
import { createVerdictQueue } from '../verdict/verdict-queue.ts';
import { commandsFacets } from './generated/commands-facets.ts';
import { verdictFacets } from './generated/verdict-facets.ts';
import { wordsFacets } from './generated/words-facets.ts';
import { openKeys, openOutbox, openPosture } from './open-parts.ts';
import { openQueueEdge } from './open-queue-edge.ts';
import type { Given, HttpPorts, WarmFunction } from './ports.ts';

export interface VerdictPorts extends HttpPorts {
  readonly env: Given<Omit<VerdictEnv, 'DEAD_LETTERS'>>;
  /** Each dead-letter queue, by what it is for. */
  readonly deadLetters: readonly { readonly subject: string; readonly queueUrl: string }[];
}

/** For one POST with everything around it. Well below the function's own timeout. */
const POST_TIMEOUT_MS = 30_000;

/** Brings each decision to its end, and answers what people ask. */
export function createVerdict(config: BridgeConfig, ports: VerdictPorts): WarmFunction {
  const { env, table, clock, log, metrics } = ports;
  const { verdicts: rules } = config;
  const keys = openKeys(config, ports);
  const buttons = createReadySeal(keys, BUTTONS_KEY);
  const clicks = createReadySeal(keys, CLICKS_KEY);
  const routes = compileRoutes(config);
  if (!rules) throw new Error('the configuration does not say who may decide, so there is nothing to record');
  const outbox = openOutbox(ports);
  const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
  const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
  const redaction = openRedaction({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
  async function sendDirectMessage(
    chat: ChatName,
    body: string,
    { group, id }: { group: string; id: string },
  ) {
    const [unsent] = await outbox.send(queueUrls[chat] ?? '', [{ deliveryId: id, group, body }]);
    if (unsent) throw new Error(`the answer to a command was not queued: ${unsent.reason}`);
  }
  const replies = new Map(
    Object.values(chats).map((chat) => [
      chat.name,
      redaction.replies(
        chat.createReplies({
          config,
          rules,
          sealOf: buttons.seal.of,
          sendDirectMessage,
          transport: ports.transport,
          clock,
          log,
        }),
      ),
    ]),
  );
  const repliesOf = (chat: string) => replies.get(chat);

  const whoIsForgotten = createWhoIsForgotten(ports.keys, clock);
  const platforms = createPlatforms(
    (domain) => openPosture(config, ports, domain, whoIsForgotten, 'commands'),
    clock,
  );
  const rows = createDynamoVersionedRows(table);
  const kept = { keptMs: config.retention.deliveries };
  const cases = createCaseLedger(rows);
  const deliveries = createDeliveryLedger(rows, kept);
  const keptMs = caseKeptMs(config);
  const showing = {
    ...{ ledger: deliveries, outbox, queueUrlOf, severeFrom: config.storm.severe },
    ...{ clock, log },
  };

  /** Where the routes send a case, by what one of its messages shows. */
  async function routesOfShown(domain: string, id: string): Promise<readonly string[]> {
    const shown = await deliveries.places({ domain, feed: 'cases', id });
    const [item] = shown.flatMap(({ value: { content } }) => (content.kind === 'case' ? [content.item] : []));
    return item ? routeItem(routes, { domain, feed: 'cases', item }).destinations : [];
  }
  const endpoints = endpointsIn(config.destinations).map(([name]) => name);
  const eventLedger = createEventLedger(rows, kept);
  const routesOfSent = createRoutesOfSent(config, eventLedger);
  const caseEvents = createCaseEvents({
    ledger: eventLedger,
    outbox,
    queueUrlOf,
    chooses: createChooses(config.destinations),
    mayBeTold: (domain) => endpoints.filter((name) => mayReceive(config, { domain, feed: 'cases' }, name)),
    routesOf: routesOfShown,
    clock,
  });
  const display = createAnswerDisplay({
    ...showing,
    caseOf: cases.load,
    findCase: platforms.findCase,
    routesOf: (domain, item) => routeItem(routes, { domain, feed: 'cases', item }).destinations,
    repliesOf,
  });

  const answers = createDynamoAnswerLedger(table, { keptMs, trailKeptMs: config.retention.trail });
  const namedInOf = (chat: string) => {
    if (chat === WEBHOOK) return namedWebhooks;
    return isChat(chat) ? chats[chat].namedIn : undefined;
  };
  const policy = createCasePolicy(config);
  const depthOf = createQueueDepth(ports);
  const kit = { ...ports, config, rows, deliveries, answers, outbox, queueUrlOf, depthOf };
  const features = openFacets(verdictFacets, {
    ...{ ...kit, cases, policy, platforms, namedInOf, repliesOf },
    pseudonymOf: redaction.pseudonymOf,
    clicksSeal: clicks.seal,
    words: Object.assign({}, ...wordsFacets),
    commands: Object.assign({}, ...openFacets(commandsFacets, kit)),
  });
  const noticing = features.find((feature) => feature.noticing)?.noticing;
  const options: VerdictHandlerOptions = {
    ledger: answers,
    platformOf: platforms.of,
    queue: createVerdictQueue({
      outbox,
      queueUrl: env.QUEUE_URL,
      prove: (text) => withProof(text, clicks.seal),
    }),
    surfaces: endpoints.length > 0 ? alsoTelling(display, caseEvents) : display,
    escalation: {
      caseOf: cases.load,
      policy,
      places: createEscalationPlaces(showing),
      routesOf: (domain, item) => routeItem(routes, { domain, feed: 'cases', item }).sending,
      silence: features.find(({ silence }) => silence)?.silence,
    },
    rememberedMs: config.retention.cases,
    hasDelivery: (domain, caseId) => hasDelivery(deliveries, domain, caseId),
    rules,
    people: config.people,
    whyDenied: createReauthorizeClick({
      config,
      namedInOf,
      async routesOf({ domain, caseId, destination }) {
        if (isWebhook(config.destinations[destination])) return routesOfSent(domain, caseId, destination);
        const [shown, answer] = await Promise.all([
          deliveries.load({ domain, feed: 'cases', id: caseId, destination }),
          answers.load(domain, caseId),
        ]);
        return routesSending(routes, { domain, destination }, shown?.value, answer?.steps);
      },
      log,
    }),
    placeName: (destination) => destination,
    postTimeoutMs: POST_TIMEOUT_MS,
    clock,
    log,
    metrics: noticing?.metrics ?? metrics,
    async onRecorded(verdict) {
      for (const { onRecorded } of features) await onRecorded?.(verdict);
    },
  };
  const verdictHandler = createVerdictHandler(options);
  const apart = features.flatMap((feature) =>
    feature.apart
      ? [{ ...feature.apart, ...createVerdictHandler(feature.apart.options(options, display)) }]
      : [],
  );

  const handleBatch = createBatchHandler<() => Promise<Handled>>(
    (body) => {
      for (const { readOwn } of features) {
        const own = readOwn?.(body, verdictHandler.handle);
        if (own) return own;
      }
      const read = readProven(readVerdictMessage(body), body, clicks.seal);
      if (!read.ok) return read;
      const { message } = read;
      const handler = apart.find(({ isMeant }) => isMeant(message)) ?? verdictHandler;
      return { ok: true, message: () => handler.handle(message) };
    },
    (handle) => handle(),
    openQueueEdge(ports, VERDICT_QUEUE, POST_TIMEOUT_MS),
  );
  const ready = () => Promise.all([buttons.ready(), clicks.ready(), redaction.ready()]);

  return {
    async handler(event, context) {
      await ready();
      const handled = await handleBatch(event, context);
      await noticing?.settled();
      return handled;
    },
    // This also reads the secret of the first domain.
    ready: () => Promise.allSettled([ready(), platforms.of(Object.keys(config.domains)[0] ?? '')]),
  };
}
