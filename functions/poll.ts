import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import config from '../bridge.config.ts';
import type { PollEnv } from '../lib/config/function-env.ts';
import { queueUrlsIn, queueVariables } from '../lib/config/read-env.ts';
import { createDeliveryOutbox } from '../lib/delivery/delivery-outbox.ts';
import { createDeliveryLedger } from '../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../lib/dynamo/dynamo-versioned-rows.ts';
import { createPollers } from '../lib/feed/create-pollers.ts';
import { type DomainPoller, pollDomain } from '../lib/feed/poll-domain.ts';
import { pollDomains } from '../lib/feed/poll-domains.ts';
import { createUnroutedNotice } from '../lib/feed/unrouted-notice.ts';
import { systemClock as clock } from '../lib/platform/clock.ts';
import { log, metrics, openOutbox, openTable } from './shared/aws.ts';
import { openPosture } from './shared/posture.ts';

const variables = {
  TABLE_NAME: z.string(),
  ...queueVariables,
} satisfies Record<keyof PollEnv, z.ZodMiniType>;
/** A schedule names one domain or several. Those of earlier deployments name one. */
const PollEvent = z.union([z.object({ domains: z.array(z.string()) }), z.object({ domain: z.string() })]);

const env = z.object(variables).parse(process.env);
const table = openTable(env.TABLE_NAME);
// New items have nothing to do with each other, so their order within a channel does not matter here.
const outbox = createDeliveryOutbox({
  outbox: openOutbox({ order: 'any' }),
  ledger: createDeliveryLedger(createDynamoVersionedRows(table), { keptMs: config.retention.deliveries }),
  severeFrom: config.storm.severe,
  clock,
});
const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
const unrouted = createUnroutedNotice({ config, queueUrls, outbox, clock, log, metrics });
const holder = randomUUID();
const pollersOf = new Map<string, readonly DomainPoller[]>();

/** Ends with time to spare, so that the last state is written before Lambda stops us. */
const SPARE_MS = 2_000;

export async function handler(
  event: unknown,
  context: { getRemainingTimeInMillis(): number },
): Promise<void> {
  const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
  const run = PollEvent.parse(event);
  const domains = 'domains' in run ? run.domains : [run.domain];
  await pollDomains(domains, (domain) => pollOne(domain, deadlineMs), log);
}

async function pollOne(domain: string, deadlineMs: number): Promise<void> {
  const pollers = pollersOf.get(domain) ?? (await createDomainPollers(domain));
  // Kept only when the API accepted the key. Otherwise the next run reads the key again: it may have been replaced.
  pollersOf.delete(domain);
  const reports = await pollDomain({ pollers, everyMs: config.poll.every, clock, log, metrics }, deadlineMs);
  if (!reports.some(({ paused }) => paused === 'unauthorized')) pollersOf.set(domain, pollers);
}

async function createDomainPollers(domain: string): Promise<readonly DomainPoller[]> {
  const client = await openPosture(domain, table);
  if (!client) throw new Error(`the configuration has no domain "${domain}"`);
  return createPollers({
    config,
    domain,
    client,
    ledger: unrouted.before(createDynamoFeedLedger(table)),
    outbox,
    queueUrls,
    clock,
    holder,
    onShadow: (destinations) => {
      log('shadow', { domain, destinations });
      metrics('domain', { Domain: domain }, { ItemsShadowed: 1 });
    },
    onUnrouted: unrouted.onUnrouted,
  });
}
