import type { CallAws } from '../base/aws/signed-aws.ts';
import { LINKS_KEY, PEOPLE_KEY } from '../base/key-names.ts';
import type { BatchHandler } from '../base/queues/sqs-batch.ts';
import { createReadySeal } from '../base/seal.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import { queueUrlsIn } from '../config/read-env.ts';
import { hasLinks, WEBHOOK } from '../config/webhooks.ts';
import { createCaseLookUp } from '../dynamo/case-look-up.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { createCredentials } from '../endpoints/credentials.ts';
import { createDeliverEvents } from '../endpoints/deliver-events.ts';
import { explainRefusal, MEANWHILE } from '../endpoints/explain-endpoint-refusal.ts';
import { createEndpoints } from '../endpoints/open-endpoints.ts';
import type { PostSafely } from '../endpoints/post-safely.ts';
import { createEventLedger } from '../endpoints/stored-events.ts';
import { createEpisodeToDecide } from '../endpoints/to-decide.ts';
import { createWebhookTransport } from '../endpoints/transports/post-to-webhook.ts';
import { createBusTransport } from '../endpoints/transports/put-on-bus.ts';
import { createQueueTransport } from '../endpoints/transports/send-to-queue.ts';
import { createLinksOf } from '../endpoints/verdict-links.ts';
import { createOutageNotice } from '../outbox/outage-notice.ts';
import { createPark } from '../outbox/park.ts';
import { openRedaction } from '../outbox/redaction/open-redaction.ts';
import { createDeliveryLedger } from '../outbox/stored-deliveries.ts';
import { sqsBatch } from '../outbox/wake-up.ts';
import type { NotifyPorts } from './notify.ts';
import { openHandOver } from './open-hand-over.ts';
import { openKeys, openOutbox } from './open-parts.ts';
import { openQueueEdge } from './open-queue-edge.ts';

export interface NotifyWebhookPorts extends NotifyPorts {
  /** The name of this bridge among others. */
  readonly bridge: string;
  /** Sends to addresses that other people chose. */
  readonly post: PostSafely;
  /** Calls AWS in any region: a user's own queue or bus may be in another one. */
  readonly callIn: (region: string) => CallAws;
  readonly callAws: CallAws;
}

/** The notifier of all endpoints: webhooks, and queues and buses of the user's own. */
export function createNotifyWebhook(config: BridgeConfig, ports: NotifyWebhookPorts): BatchHandler {
  const { env, table, clock, random, log, metrics, readSecret, bridge, post, callIn } = ports;
  const rows = createDynamoVersionedRows(table);
  const kept = { keptMs: config.retention.deliveries };
  const deliveries = createDeliveryLedger(rows, kept);
  const keys = openKeys(config, ports);
  const redaction = openRedaction({ config, key: () => keys.keyOf(PEOPLE_KEY), log });
  const links = createReadySeal(keys, LINKS_KEY);
  const isLinking = hasLinks(config.destinations);
  if (isLinking && env.LINK_URL === undefined)
    throw new Error('not set, though the configuration has webhooks with links: LINK_URL');
  const edge = openQueueEdge(ports, WEBHOOK, 20_000);

  const transports = {
    webhook: createWebhookTransport({
      credentials: createCredentials(config.destinations, { readSecret, clock }),
      post,
      clock,
    }),
    sqs: createQueueTransport(callIn),
    eventbridge: createBusTransport({
      callIn,
      isOurs: (account) => env.QUEUE_URL.includes(`/${account}/`),
    }),
  };

  const deliver = createDeliverEvents({
    ledger: createEventLedger(rows, kept),
    endpointOf: createEndpoints(config.destinations, {
      redact: redaction.apply,
      bridge,
      transports,
      links:
        env.LINK_URL === undefined
          ? undefined
          : {
              of: createLinksOf(env.LINK_URL, links.seal),
              episodeToDecide: createEpisodeToDecide(createCaseLookUp(ports.callAws, env.TABLE_NAME)),
            },
    }),
    park: createPark({ park: edge.park, clock }),
    tellOps: createOutageNotice({
      config,
      queueUrls: queueUrlsIn(env, [config.destinations[config.ops?.to ?? '']]),
      outbox: openHandOver(config, rows, openOutbox(ports), clock),
      ledger: deliveries,
      explain: explainRefusal,
      meanwhile: MEANWHILE,
      clock,
    }),
    clock,
    random,
    log,
    metrics,
  });

  return sqsBatch(async (wakeUp, meta) => {
    await Promise.all([redaction.ready(), isLinking && links.ready()]);
    return deliver(wakeUp, meta);
  }, edge);
}
