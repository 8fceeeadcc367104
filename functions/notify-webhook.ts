import config from '../bridge.config.ts';
import type { Content } from '../lib/chats/shared/renderer.ts';
import { openVeil } from '../lib/chats/shared/veil/open-veil.ts';
import { LINKS_KEY, PEOPLE_KEY } from '../lib/config/key-names.ts';
import { queueUrlsIn } from '../lib/config/read-env.ts';
import { hasLinks, WEBHOOK } from '../lib/config/webhooks.ts';
import { createClosedNotice } from '../lib/delivery/closed-notice.ts';
import { createDeliveryOutbox } from '../lib/delivery/delivery-outbox.ts';
import { createParkDelivery } from '../lib/delivery/park-delivery.ts';
import { createDynamoBridgeKeys } from '../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createHookLedger } from '../lib/dynamo/dynamo-hook-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { createSystemCases } from '../lib/dynamo/system-cases.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createReadySeal } from '../lib/platform/seal.ts';
import { sqsBatch } from '../lib/queues/sqs-batch.ts';
import { createCredentials } from '../lib/webhook/credentials.ts';
import { createDeliverEvents, SECOND_CHANCE } from '../lib/webhook/deliver-events.ts';
import { createChooses, createEndpoints } from '../lib/webhook/endpoints.ts';
import { explainRefusal, MEANWHILE } from '../lib/webhook/explain-refusal.ts';
import { createPostSafely } from '../lib/webhook/post-safely.ts';
import { createIsToDecide } from '../lib/webhook/to-decide.ts';
import { createWebhookTransport } from '../lib/webhook/transports/post-to-webhook.ts';
import { createBusTransport } from '../lib/webhook/transports/put-on-bus.ts';
import { createQueueTransport } from '../lib/webhook/transports/send-to-queue.ts';
import { createLinksOf } from '../lib/webhook/verdict-links.ts';
import { bridge, log, metrics, openOutbox, readSecret } from './shared/aws.ts';
import { env, queueEdge, table } from './shared/consumer.ts';
import { openSignedAws, openSignedRegions } from './shared/signed-aws.ts';

const rows = createDynamoVersionedRows(table);
const kept = { keptMs: config.retention.deliveries };
const deliveries = createDeliveryLedger(rows, kept);
const keys = createDynamoBridgeKeys(table);
const veil = openVeil({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
const links = createReadySeal(keys, LINKS_KEY);
const isLinking = hasLinks(config.destinations);
if (isLinking && env.LINK_URL === undefined)
  throw new Error('not set, though the configuration has webhooks with links: LINK_URL');
const edge = queueEdge(WEBHOOK, 20_000);
const park = createParkDelivery({ park: edge.park, clock, version: SECOND_CHANCE });

/** For one try. A bus may take four of them: each of its two calls is tried twice. */
const callIn = openSignedRegions(3_000);
const transports = {
  webhook: createWebhookTransport({
    credentials: createCredentials(config.destinations, { readSecret, clock }),
    post: createPostSafely(),
    clock,
  }),
  sqs: createQueueTransport(callIn),
  eventbridge: createBusTransport({
    callIn,
    isOurs: (account) => env.QUEUE_URL.includes(`/${account}/`),
  }),
};

const deliver = createDeliverEvents({
  ledger: createHookLedger(rows, kept),
  endpointOf: createEndpoints(config.destinations, {
    veil: veil.apply,
    bridge,
    transports,
    links:
      env.LINK_URL === undefined
        ? undefined
        : {
            of: createLinksOf(env.LINK_URL, links.seal),
            isToDecide: createIsToDecide(createSystemCases(openSignedAws(3_000), env.TABLE_NAME)),
          },
  }),
  chooses: createChooses(config.destinations),
  park: ({ key, content }, reason) => park({ key, content: content as Content }, reason),
  tellOps: createClosedNotice({
    config,
    queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
    outbox: createDeliveryOutbox({
      outbox: openOutbox(),
      ledger: deliveries,
      severeFrom: config.storm.severe,
      clock,
    }),
    ledger: deliveries,
    explain: explainRefusal,
    meanwhile: MEANWHILE,
    clock,
  }),
  clock,
  random: Math.random,
  log,
  metrics,
});

export const handler = sqsBatch(async (envelope, meta) => {
  await Promise.all([veil.ready(), isLinking && links.ready()]);
  return deliver(envelope, meta);
}, edge);
