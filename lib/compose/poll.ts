import * as z from 'zod/mini';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { PollEnv } from '../config/function-env.ts';
import { queueUrlsIn, tickQueueUrlIn } from '../config/read-env.ts';
import { createCaseLedger } from '../dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../dynamo/dynamo-versioned-rows.ts';
import { createPollers } from '../feed/create-pollers.ts';
import { createTellPoll } from '../feed/log-poll.ts';
import { type DomainPoller, type Look, pollDomain } from '../feed/poll-domain.ts';
import { createPollHandler } from '../feed/poll-handler.ts';
import type { PollReport } from '../feed/poll-report.ts';
import { createTickQueue } from '../feed/tick-queue.ts';
import { createUnroutedNotice } from '../feed/unrouted-notice.ts';
import { createWhoIsForgotten } from '../outbox/forgotten/without-forgotten.ts';
import { openHandOver } from './open-hand-over.ts';
import { openOutbox, openPosture } from './open-parts.ts';
import { openPollFeatures } from './poll-features.ts';
import type { Given, HttpPorts, TimeLeft } from './ports.ts';

export interface PollPorts extends HttpPorts {
  readonly env: Given<PollEnv>;
}

/** From a schedule, which names the domains, or from the queue of ticks. */
const PollEvent = z.union([
  z.object({ Records: z.array(z.object({ body: z.string() })) }),
  z.object({ domains: z.array(z.string()) }),
]);

/** Ends with time to spare, so that the last state is written before Lambda stops us. */
const SPARE_MS = 2_000;

/** The poller: finds what is new in the feeds, and hands it over. */
export function createPoll(config: BridgeConfig, ports: PollPorts) {
  const { env, table, clock, log, metrics } = ports;
  const rows = createDynamoVersionedRows(table);
  const cases = createCaseLedger(rows);
  const queues = openOutbox(ports);
  const outbox = openHandOver(config, rows, queues, clock);
  const queueUrls = queueUrlsIn(env, Object.values(config.destinations));
  const unrouted = createUnroutedNotice({ config, queueUrls, outbox, clock, log, metrics });
  const holder = ports.newId();
  const whoIsForgotten = createWhoIsForgotten(ports.keys, clock);
  const pollersOf = new Map<string, readonly DomainPoller[]>();

  const everyMs = config.poll.every;
  const queueUrl = tickQueueUrlIn(env, config);
  const ticks = queueUrl === null ? null : createTickQueue({ outbox: queues, queueUrl, everyMs, clock });
  /** Less than a minute, so that each minute has a line in the log. */
  const tell = createTellPoll({ quietMs: ticks ? 55_000 : 0, clock, log, metrics });
  const polls = createPollHandler({ everyMs, ticks, pollOne, clock, log });

  async function pollOne(domain: string, look: Look): Promise<readonly PollReport[]> {
    const pollers = pollersOf.get(domain) ?? (await createDomainPollers(domain));
    // Kept only when the API accepted the key. Otherwise the next run reads the key again: it may have been replaced.
    pollersOf.delete(domain);
    const reports = await pollDomain({ pollers, clock, tell }, look);
    if (!reports.some(({ paused }) => paused === 'unauthorized')) pollersOf.set(domain, pollers);
    return reports;
  }

  async function createDomainPollers(domain: string): Promise<readonly DomainPoller[]> {
    const client = await openPosture(config, ports, domain, whoIsForgotten);
    if (!client) throw new Error(`the configuration has no domain "${domain}"`);
    return createPollers({
      config,
      domain,
      client,
      ledger: unrouted.before(createDynamoFeedLedger(table)),
      ...openPollFeatures({ config, domain, client, table, rows, cases, clock, log }),
      cases,
      outbox,
      queueUrls,
      clock,
      holder,
      log,
      onShadow: (destinations) => {
        log('shadow', { domain, destinations });
        metrics('domain', { Domain: domain }, { ItemsShadowed: 1 });
      },
      onUnrouted: unrouted.onUnrouted,
    });
  }

  return async function handler(event: unknown, context: TimeLeft): Promise<void> {
    const deadlineMs = clock.now() + context.getRemainingTimeInMillis() - SPARE_MS;
    const run = PollEvent.parse(event);
    if ('Records' in run) {
      const bodies = run.Records.map(({ body }) => body);
      return polls.ticked(bodies, deadlineMs);
    }
    return polls.scheduled(run.domains, deadlineMs);
  };
}
