import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import { clickedIn, isChat } from '../lib/config/chats.ts';
import type { ReconcileEnv } from '../lib/config/function-env.ts';
import { CLICKS_KEY } from '../lib/config/key-names.ts';
import { queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createDynamoBridgeKeys } from '../lib/dynamo/dynamo-bridge-keys.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoEarlierTodos } from '../lib/dynamo/dynamo-earlier-todos.ts';
import { createRestingMessages } from '../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVerdictLedger } from '../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createTakeEarlierTodos } from '../lib/reconcile/earlier-todos.ts';
import { createOverdueVerdicts } from '../lib/reconcile/overdue-verdicts.ts';
import { type ReconcilePart, reconcile } from '../lib/reconcile/reconcile.ts';
import { createRequeueResting } from '../lib/reconcile/resting-messages.ts';
import { createRestingNotice } from '../lib/reconcile/resting-notice.ts';
import { chatQueues, createRingAgain } from '../lib/reconcile/ring-again.ts';
import { createVerdictQueue } from '../lib/verdict/verdict-queue.ts';
import { log, metrics, openOutbox, openTable } from './shared/aws.ts';

const variables = {
  TABLE_NAME: z.string(),
  VERDICT_QUEUE_URL: z.optional(z.string()),
  ...queueVariables,
} satisfies Record<keyof ReconcileEnv, z.ZodMiniType>;

const env = z.object(variables).parse(process.env);
const table = openTable(env.TABLE_NAME);
const rows = createDynamoVersionedRows(table);
const deliveries = createDeliveryLedger(rows, { keptMs: config.retention.deliveries });
const outbox = openOutbox();
const domains = Object.keys(config.domains);
const queueUrls = queueUrlsIn(
  env,
  Object.values(config.destinations).filter(({ type }) => isChat(type)),
);
const verdictQueueUrl = env.VERDICT_QUEUE_URL;
if (!verdictQueueUrl && clickedIn(config).length > 0) {
  throw new Error('not set, though the configuration says who may decide: VERDICT_QUEUE_URL');
}

const restingMessages = createRequeueResting({
  resting: createRestingMessages({ rows, clock }),
  queues: { ...queueUrls, ...(verdictQueueUrl && { verdict: verdictQueueUrl }) },
  outbox,
  tellOps: createRestingNotice({ config, queueUrls, outbox, clock, rows }),
  clock,
  log,
});
const earlierTodos = createTakeEarlierTodos({
  // Only where cases are decided, it may read what was.
  domains: verdictQueueUrl ? domains : [],
  earlier: createDynamoEarlierTodos({ ...table, deliveries }),
  clock,
});
const overdueVerdicts = (queueUrl: string): ReconcilePart =>
  createOverdueVerdicts({
    domains,
    ledger: createDynamoVerdictLedger(table),
    queue: createVerdictQueue({ outbox, queueUrl }),
    clock,
  });

const ringAgain = createRingAgain({
  ledger: deliveries,
  destinations: chatQueues(config, queueUrls),
  outbox,
  clock,
  log,
  metrics,
});
/** What an analyst decided goes first. */
const parts: readonly ReconcilePart[] = [
  ...(verdictQueueUrl ? [overdueVerdicts(verdictQueueUrl)] : []),
  ringAgain,
  restingMessages,
  earlierTodos,
];

const keys = createDynamoBridgeKeys(table);
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
  await reconcile({ parts, clock, log, metrics }, deadlineMs);
}
