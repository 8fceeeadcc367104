import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import type { PollEnv } from '../lib/config/function-env.ts';
import { createMetrics } from '../lib/config/metrics.ts';
import { queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createDynamoBudget } from '../lib/dynamo/dynamo-budget.ts';
import { createDynamoFeedLedger } from '../lib/dynamo/dynamo-feed-ledger.ts';
import { createPollers } from '../lib/feed/create-pollers.ts';
import { type DomainPoller, pollDomain } from '../lib/feed/poll-domain.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { createLog } from '../lib/platform/log.ts';
import { createSsmSecrets } from '../lib/platform/secrets.ts';
import { createPostureClient } from '../lib/posture/client.ts';
import { createRegionalSqs } from '../lib/queues/regional-sqs.ts';
import { createSqsOutbox } from '../lib/queues/sqs-outbox.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...queueVariables,
} satisfies Record<keyof PollEnv, z.ZodMiniType>;
const PollEvent = z.object({ domain: z.string() });

const env = z.object(variables).parse(process.env);
const random = Math.random;
/** Retrying is done where it is known what may be retried. */
const calls = { maxAttempts: 2 };
const log = createLog();
const metrics = createMetrics(clock);
const readSecret = createSsmSecrets(new SSMClient(calls));
const table = { client: new DynamoDBClient(calls), tableName: env.TABLE_NAME, clock, random };
// New items have nothing to do with each other, so their order within a channel does not matter here.
const outbox = createSqsOutbox({
  client: createRegionalSqs(calls),
  clock,
  random,
  timeoutMs: 5_000,
  order: 'any',
});
const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
const holder = randomUUID();
const pollersOf = new Map<string, readonly DomainPoller[]>();

/** Ends with time to spare, so that the last state is written before Lambda stops us. */
const SPARE_MS = 2_000;

export async function handler(
  event: unknown,
  context: { getRemainingTimeInMillis(): number },
): Promise<void> {
  const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
  const { domain } = PollEvent.parse(event);
  const pollers = pollersOf.get(domain) ?? (await createDomainPollers(domain));
  // Kept only when the API accepted the key. Otherwise the next run reads the key again: it may have been replaced.
  pollersOf.delete(domain);
  const reports = await pollDomain({ pollers, everyMs: config.poll.every, clock, log, metrics }, deadlineMs);
  if (!reports.some(({ paused }) => paused === 'unauthorized')) pollersOf.set(domain, pollers);
}

async function createDomainPollers(domain: string): Promise<readonly DomainPoller[]> {
  const settings = config.domains[domain];
  if (!settings) throw new Error(`the configuration has no domain "${domain}"`);
  const onProblem = (problem: unknown) => log('budget unavailable', { domain, problem: String(problem) });
  const client = createPostureClient({
    baseUrl: settings.baseUrl,
    apiKey: await readSecret(settings.apiKey),
    auth: settings.auth,
    parameterNames: settings.parameterNames ?? {},
    budget: createDynamoBudget({ ...table, key: domain, onProblem }),
  });
  return createPollers({
    config,
    domain,
    client,
    ledger: createDynamoFeedLedger(table),
    outbox,
    queueUrls,
    clock,
    holder,
    onShadow: (destinations) => {
      log('shadow', { domain, destinations });
      metrics('domain', { Domain: domain }, { ItemsShadowed: 1 });
    },
  });
}
