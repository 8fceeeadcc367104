import config from '../bridge.config.ts';
import { chats } from '../lib/chats/registry.ts';
import { openVeil } from '../lib/chats/shared/veil/open-veil.ts';
import { isChat } from '../lib/config/chats.ts';
import { queueUrlsIn } from '../lib/config/read-env.ts';
import { createVerdictDisplay } from '../lib/delivery/show-verdict.ts';
import { createDynamoBridgeKeys } from '../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { findQueueUrl } from '../lib/queues/queue-urls.ts';
import { createBatchHandler } from '../lib/queues/sqs-batch.ts';
import { createPlatforms } from '../lib/verdict/domain-platforms.ts';
import { createVerdictHandler } from '../lib/verdict/verdict-handler.ts';
import { readVerdictMessage } from '../lib/verdict/verdict-message.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';
import { log, metrics, openOutbox } from './shared/aws.ts';
import { env, queueEdge, table } from './shared/consumer.ts';
import { openPosture } from './shared/posture.ts';

const { verdicts: rules } = config;
if (!rules) throw new Error('the configuration does not say who may decide, so there is nothing to record');
const outbox = openOutbox();
const queueUrls = queueUrlsIn(
  env,
  Object.values(config.destinations).filter(({ type }) => isChat(type)),
);
const veil = openVeil({ config, keys: createDynamoBridgeKeys(table), log });
const replies = new Map(
  Object.values(chats).map((chat) => [chat.name, veil.replies(chat.createReplies({ config, rules, log }))]),
);

const platforms = createPlatforms((domain) => openPosture(domain, table));

/** Of one POST with everything around it. Well below the function's own timeout. */
const POST_TIMEOUT_MS = 30_000;

const verdictHandler = createVerdictHandler({
  ledger: createDynamoVerdictLedger(table, {
    // A change that a sweep brings keeps a message for longer than what was decided before it.
    keptMs: config.retention.cases + config.poll.sweep.window,
    trailKeptMs: config.retention.trail,
  }),
  platformOf: platforms.of,
  queue: createVerdictQueue({ outbox, queueUrl: env.QUEUE_URL }),
  surfaces: createVerdictDisplay({
    ledger: createDeliveryLedger(createDynamoVersionedRows(table), { keptMs: config.retention.deliveries }),
    outbox,
    queueUrlOf: (destination) => findQueueUrl(config, queueUrls, destination),
    findCase: platforms.findCase,
    repliesOf: (chat) => replies.get(chat),
    clock,
    log,
  }),
  rules,
  placeName: (destination) => destination,
  postTimeoutMs: POST_TIMEOUT_MS,
  clock,
  log,
  metrics,
});

export const handler = createBatchHandler(
  readVerdictMessage,
  async (message) => {
    await veil.ready();
    return verdictHandler.handle(message);
  },
  queueEdge('verdict', POST_TIMEOUT_MS),
);
