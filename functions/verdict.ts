import config from '../bridge.config.ts';
import { forCanaries, isAboutCanary } from '../lib/canary/canary-decisions.ts';
import { chats } from '../lib/chats/registry.ts';
import { createClickJudge } from '../lib/chats/shared/judge-click.ts';
import { renderRules } from '../lib/chats/shared/outcome-choices.ts';
import { openVeil } from '../lib/chats/shared/veil/open-veil.ts';
import { createAskHandler } from '../lib/commands/ask-handler.ts';
import { type AskMessage, readAskMessage } from '../lib/commands/ask-message.ts';
import { createCommandLedger } from '../lib/commands/command-ledger.ts';
import { createRunCommand } from '../lib/commands/run-command.ts';
import { type ChatName, isChat } from '../lib/config/chats.ts';
import { mayReceive } from '../lib/config/dead-routes.ts';
import { endpointsIn } from '../lib/config/endpoints.ts';
import { BUTTONS_KEY, CLICKS_KEY, PEOPLE_KEY } from '../lib/config/key-names.ts';
import { queueUrlsIn } from '../lib/config/read-env.ts';
import { caseKeptMs, PAST_SPARE_MS, pastWindowMs } from '../lib/config/retention.ts';
import { waitsForAnswers } from '../lib/config/route-places.ts';
import { isWebhook, namedWebhooks, WEBHOOK } from '../lib/config/webhooks.ts';
import { createProposalDisplay } from '../lib/delivery/show-proposals.ts';
import { createUnansweredDisplay } from '../lib/delivery/show-unanswered.ts';
import { createVerdictDisplay } from '../lib/delivery/show-verdict.ts';
import { wasShown } from '../lib/delivery/was-shown.ts';
import { createDynamoBridgeKeys } from '../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createHookLedger } from '../lib/dynamo/dynamo-hook-ledger.ts';
import { createMuteLedger } from '../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoOutcomes } from '../lib/dynamo/dynamo-past.ts';
import { createDynamoLeaveSign } from '../lib/dynamo/dynamo-signs.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWaitingLedger } from '../lib/dynamo/dynamo-waiting-ledger.ts';
import { createDynamoWatchLedger } from '../lib/dynamo/dynamo-watch-ledger.ts';
import { createNoticing } from '../lib/health/signs.ts';
import { createMuteDesk } from '../lib/mutes/mute-desk.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createReadySeal } from '../lib/platform/seal.ts';
import { findQueueUrl } from '../lib/queues/queue-urls.ts';
import { type BatchHandler, createBatchHandler } from '../lib/queues/sqs-batch.ts';
import { compileRoutes } from '../lib/routing/compile-routes.ts';
import { routeItem } from '../lib/routing/route-item.ts';
import { routesSending } from '../lib/routing/routes-sending.ts';
import { createStepsOf, howItWaits } from '../lib/routing/waiting-steps.ts';
import { readProven, withProof } from '../lib/verdict/click-proof.ts';
import { VERDICT_QUEUE } from '../lib/verdict/click-queue.ts';
import { createPlatforms } from '../lib/verdict/domain-platforms.ts';
import { readSeveralMessage, type SeveralMessage } from '../lib/verdict/several-message.ts';
import { createVerdictHandler, type VerdictHandlerOptions } from '../lib/verdict/verdict-handler.ts';
import { readVerdictMessage, type VerdictMessage } from '../lib/verdict/verdict-message.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';
import { alsoTelling, createCaseEvents } from '../lib/webhook/case-events.ts';
import { createChooses } from '../lib/webhook/endpoints.ts';
import { firstEventId } from '../lib/webhook/hook-event.ts';
import { routesOfSent } from '../lib/webhook/verdicts/routes-of-sent.ts';
import { log, metrics, openOutbox } from './shared/aws.ts';
import { env, queueEdge, table } from './shared/consumer.ts';
import { openPosture } from './shared/posture.ts';
import { warmUp } from './shared/warm-up.ts';

const { verdicts: rules } = config;
const keys = createDynamoBridgeKeys(table);
const buttons = createReadySeal(keys, BUTTONS_KEY);
const clicks = createReadySeal(keys, CLICKS_KEY);
const routes = compileRoutes(config);
if (!rules) throw new Error('the configuration does not say who may decide, so there is nothing to record');
const outbox = openOutbox();
const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
const queueUrlOf = (destination: string) => findQueueUrl(config, queueUrls, destination);
const veil = openVeil({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
async function sendWord(chat: ChatName, body: string, { group, id }: { group: string; id: string }) {
  const [unsent] = await outbox.send(queueUrls[chat] ?? '', [{ deliveryId: id, group, body }]);
  if (unsent) throw new Error(`the answer to a command was not queued: ${unsent.reason}`);
}
const replies = new Map(
  Object.values(chats).map((chat) => [
    chat.name,
    veil.replies(chat.createReplies({ config, rules, sealOf: buttons.seal.of, sendWord, clock, log })),
  ]),
);

const platforms = createPlatforms((domain) => openPosture(domain, table));
// The first calls to the table and to where secrets are kept are those that take long.
await warmUp(
  buttons.ready(),
  clicks.ready(),
  veil.ready(),
  platforms.of(Object.keys(config.domains)[0] ?? ''),
);

/** Of one POST with everything around it. Well below the function's own timeout. */
const POST_TIMEOUT_MS = 30_000;

const rows = createDynamoVersionedRows(table);
const kept = { keptMs: config.retention.deliveries };
const deliveries = createDeliveryLedger(rows, kept);
const keptMs = caseKeptMs(config);
const showing = { ledger: deliveries, outbox, queueUrlOf, clock, log };

/** Where the routes send a case, by what one of its messages shows. */
async function routesOfShown(domain: string, id: string): Promise<readonly string[]> {
  const shown = await deliveries.places({ domain, feed: 'cases', id });
  const [item] = shown.flatMap(({ value: { content } }) => (content.kind === 'case' ? [content.item] : []));
  return item ? routeItem(routes, { domain, feed: 'cases', item }).destinations : [];
}
const endpoints = endpointsIn(config.destinations).map(([name]) => name);
const hooks = createHookLedger(rows, kept);
const caseEvents = createCaseEvents({
  ledger: hooks,
  outbox,
  queueUrlOf,
  chooses: createChooses(config.destinations),
  mayBeTold: (domain) => endpoints.filter((name) => mayReceive(config, { domain, feed: 'cases' }, name)),
  routesOf: routesOfShown,
  clock,
});
const display = createVerdictDisplay({
  ...showing,
  findCase: platforms.findCase,
  routesOf: (domain, item) => routeItem(routes, { domain, feed: 'cases', item }).destinations,
  repliesOf: (chat) => replies.get(chat),
});

const verdicts = createDynamoVerdictLedger(table, { keptMs, trailKeptMs: config.retention.trail });
const watches = createDynamoWatchLedger({ rows, clock, keptMs });
const namedInOf = (chat: string) => {
  if (chat === WEBHOOK) return namedWebhooks;
  return isChat(chat) ? chats[chat].namedIn : undefined;
};
const answerCommand = createAskHandler({
  config,
  run: createRunCommand({
    ledger: createCommandLedger({ deliveries, verdicts, watches, rows }),
    clientOf: platforms.clientOf,
    onError: platforms.forgetIfRefused,
    domainNames: Object.keys(config.domains),
    rules: renderRules(config),
    pseudonymOf: veil.pseudonymOf,
    people: config.people,
    mutes: createMuteDesk({
      config,
      ledger: createMuteLedger(rows),
      trail: verdicts,
      showAnswer: createProposalDisplay({ ...showing, config }),
      clock,
    }),
    routes: config.routes.map(({ name }) => name),
    isIn: (destination, chat) => config.destinations[destination]?.type === chat,
    log,
  }),
  namedInOf,
  repliesOf: (chat) => replies.get(chat),
  clock,
  log,
});

const noticing = createNoticing({ by: 'verdict', metrics, leave: createDynamoLeaveSign(table), clock, log });
const options: VerdictHandlerOptions = {
  ledger: verdicts,
  watches,
  platformOf: platforms.of,
  queue: createVerdictQueue({
    outbox,
    queueUrl: env.QUEUE_URL,
    prove: (text) => withProof(text, clicks.seal),
  }),
  surfaces: endpoints.length > 0 ? alsoTelling(display, caseEvents) : display,
  ...(waitsForAnswers(config) && {
    unanswered: {
      waits: createDynamoWaitingLedger({ rows, clock, keptMs }),
      stepsOf: createStepsOf(config),
      places: createUnansweredDisplay({
        ...showing,
        severeFrom: config.storm.severe,
        howItWaits: (domain, item) => howItWaits(routes, domain, item),
      }),
    },
  }),
  rememberedMs: config.retention.cases,
  wasShown: (domain, caseId) => wasShown(deliveries, domain, caseId),
  rules,
  people: config.people,
  whyDenied: createClickJudge({
    config,
    namedInOf,
    async routesOf({ domain, caseId, destination }) {
      if (isWebhook(config.destinations[destination])) {
        const key = { domain, feed: 'cases', id: caseId, destination } as const;
        const sent = await hooks.read(hooks.rowOf({ key, eventId: firstEventId(key) }));
        return routesOfSent(config, destination, sent?.value ?? null);
      }
      const shown = await deliveries.load({ domain, feed: 'cases', id: caseId, destination });
      return routesSending(routes, { domain, destination }, shown?.value);
    },
    log,
  }),
  placeName: (destination) => destination,
  postTimeoutMs: POST_TIMEOUT_MS,
  clock,
  log,
  metrics: noticing.metrics,
  outcomes: createDynamoOutcomes(table, { keptMs: pastWindowMs(config) + PAST_SPARE_MS }),
};
const verdictHandler = createVerdictHandler(options);
const canaryHandler = createVerdictHandler(forCanaries(options, display));

const handleBatch = createBatchHandler<AskMessage | SeveralMessage | VerdictMessage>(
  (body, sentAtMs) =>
    readAskMessage(body, clicks.seal) ??
    readSeveralMessage(body, clicks.seal) ??
    readProven(readVerdictMessage(body), { body, sentAtMs, nowMs: clock.now() }, clicks.seal),
  (message) => {
    if (message.kind === 'ask') return answerCommand(message);
    if (message.kind === 'several') return verdictHandler.handleSeveral(message);
    return (isAboutCanary(message) ? canaryHandler : verdictHandler).handle(message);
  },
  queueEdge(VERDICT_QUEUE, POST_TIMEOUT_MS),
);
export const handler: BatchHandler = async (event, context) => {
  await Promise.all([buttons.ready(), clicks.ready(), veil.ready()]);
  const handled = await handleBatch(event, context);
  await noticing.settled();
  return handled;
};
