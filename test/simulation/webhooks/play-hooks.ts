import type { Answer } from '../../../lib/case/answer.ts';
import { type BridgeConfig, type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createHookLedger } from '../../../lib/dynamo/dynamo-hook-ledger.ts';
import { createRestingMessages } from '../../../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { NO_FINDINGS } from '../../../lib/health/problem.ts';
import { createQueueEdge } from '../../../lib/queues/queue-edge.ts';
import { sqsBatch } from '../../../lib/queues/sqs-batch.ts';
import { createSqsOutbox } from '../../../lib/queues/sqs-outbox.ts';
import { createRingWebhooks } from '../../../lib/reconcile/ring-webhooks.ts';
import { createCaseEvents } from '../../../lib/webhook/case-events.ts';
import { createCredentials } from '../../../lib/webhook/credentials.ts';
import { createDeliverEvents } from '../../../lib/webhook/deliver-events.ts';
import { createChooses, createEndpoints } from '../../../lib/webhook/endpoints.ts';
import { createEventOutbox } from '../../../lib/webhook/event-outbox.ts';
import { createWebhookTransport } from '../../../lib/webhook/transports/post-to-webhook.ts';
import { createBusTransport } from '../../../lib/webhook/transports/put-on-bus.ts';
import { createQueueTransport } from '../../../lib/webhook/transports/send-to-queue.ts';
import { recordedVerdict } from '../../unit/webhook/verdicts.ts';
import type { History } from '../verdicts/history.ts';
import { ModelQueue, sqsClient } from '../verdicts/model-queue.ts';
import { runFunctions } from '../verdicts/run-functions.ts';
import { createWorld, type Instance, START } from '../verdicts/world.ts';
import { withoutTimers } from '../virtual-time.ts';
import { CHOSEN, type HookHistory, type HookItem, isCalm, type Kind, SECRET_KEY } from './hook-history.ts';
import { judgeHooks } from './judge-hooks.ts';
import { ModelReceiver } from './model-receiver.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DOMAIN = 'acme';
const SECRET = `whsec_${SECRET_KEY.toString('base64')}`;

export interface PlayedHooks {
  readonly wrong: readonly string[];
  readonly story: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Plays one history of cases for webhooks, and says what went wrong. */
export const playHooks = (history: HookHistory, tell = false): Promise<PlayedHooks> =>
  withoutTimers(() => play(history, tell));

/** Where an endpoint is, by its kind. */
const ADDRESSES: Readonly<Record<Kind, (name: string) => BridgeInput['destinations'][string]>> = {
  webhook: (name) => ({ type: 'webhook', url: `https://${name}.example/in`, secret: '/secret' }),
  sqs: (name) => ({
    type: 'sqs',
    queueUrl: `https://sqs.eu-west-1.amazonaws.com/123456789012/${name}.fifo`,
  }),
  eventbridge: (name) => ({
    type: 'eventbridge',
    bus: `arn:aws:events:eu-west-1:123456789012:event-bus/${name}`,
  }),
};

const configOf = (endpoints: number, kinds: readonly Kind[]) =>
  defineBridge({
    domains: { [DOMAIN]: { baseUrl: 'https://posture.example/api', apiKey: '/acme/key' } },
    destinations: Object.fromEntries(
      Array.from({ length: endpoints }, (_, n) => [
        `e${n}`,
        {
          ...ADDRESSES[kinds[n] ?? 'webhook'](`e${n}`),
          ...(n === 2 && { events: [...CHOSEN] }),
        } as BridgeInput['destinations'][string],
      ]),
    ),
    routes: [{ name: 'all', to: Array.from({ length: endpoints }, (_, n) => `e${n}`) }],
  });
const configs = new Map<string, BridgeConfig>();
function configFor({ endpoints, kinds = [] }: HookHistory): BridgeConfig {
  const used = kinds.slice(0, endpoints);
  const name = `${endpoints} ${used.join(' ')}`;
  const config = configs.get(name) ?? configOf(endpoints, used);
  configs.set(name, config);
  return config;
}

async function play(history: HookHistory, tell: boolean): Promise<PlayedHooks> {
  const config = configFor(history);
  const names = Object.keys(config.destinations);
  const lastName = names.at(-1);
  // In calm no call takes seconds: what was seen before an event was written may not be sent long after it.
  const slowShare = isCalm(history) ? 0 : undefined;
  const world = createWorld({ ...history, skewMs: 0, closings: [] } as unknown as History, tell, slowShare);
  const { time, table, wrong, say, count, random } = world;
  const receiver = new ModelReceiver(world, history);
  const told: { readonly destination: string; readonly now: string }[] = [];
  const consumers = Math.max(2, names.length);
  const queue = new ModelQueue(world, { name: 'webhook', fifo: true, batchSize: 1, consumers });
  const chooses = createChooses(config.destinations);
  const quiet = { log: () => undefined, metrics: () => undefined };

  const partsOf = (process: Instance) => {
    const { clock } = process;
    const rows = createDynamoVersionedRows({
      client: world.tableClient(process),
      tableName: 'ledger',
      clock,
      random,
    });
    const client = sqsClient(world, process, [queue]);
    const outbox = createSqsOutbox({ client, clock, random, timeoutMs: 5_000, order: 'any' });
    return { clock, rows, client, outbox, ledger: createHookLedger(rows) };
  };

  runFunctions(world, queue, 'notify', (process) => {
    const { clock, rows, client, ledger } = partsOf(process);
    const edge = createQueueEdge({
      queue: 'webhook',
      resting: createRestingMessages({ rows, clock }),
      client,
      queueUrl: queue.url,
      deadLettersUrl: `${queue.url}/dead`,
    });
    const callIn = () => receiver.callAws(process);
    const transports = {
      sqs: createQueueTransport(callIn),
      eventbridge: createBusTransport({ callIn, isOurs: () => true }),
      webhook: createWebhookTransport({
        credentials: createCredentials(config.destinations, { readSecret: async () => SECRET, clock }),
        post: (request) => receiver.post(process, request),
        clock,
      }),
    };
    const deliver = createDeliverEvents({
      ledger,
      endpointOf: createEndpoints(config.destinations, {
        veil: (shown) => ({ shown }),
        bridge: 'simulated',
        transports,
      }),
      chooses,
      park: async ({ eventId }, reason) =>
        edge.park({ body: eventId, reason, meta: { messageId: eventId, group: null } as never }),
      tellOps: (destination, _closed, now) =>
        world.call(process, `tell ${destination} is ${now}`, () => {
          told.push({ destination, now });
          return true;
        }),
      clock,
      random,
      ...quiet,
    });
    return sqsBatch(deliver, { ...edge, reserveMs: 20_000 });
  });

  /** What comes again, from its queue or with the next look, until it is done. */
  function persist(kind: string, run: (process: Instance) => Promise<boolean>, done = () => {}): void {
    const process = world.createInstance(kind);
    let isOver = false;
    const end = (isDone: boolean) => {
      if (isOver) return;
      isOver = true;
      if (isDone) done();
      else time.schedule(time.nowMs + 30 * SECOND, () => persist(kind, run, done));
    };
    run(process).then(end, () => end(false));
    time.schedule(time.nowMs + MINUTE, () => {
      if (!isOver) void world.die(process, 'at its timeout');
      end(false);
    });
  }

  const feedItem = (id: string, revision: number, atMs: number) => ({
    id,
    createdAtMs: atMs,
    revision: `r${revision}`,
    item: {
      case_id: id,
      threat_brief: `case ${id}, ${revision}`,
      created_at: new Date(atMs).toISOString(),
      updated_at: new Date(atMs + revision).toISOString(),
      events: [],
    },
  });

  const handOver = (item: HookItem, id: string, revision: number) => async (process: Instance) => {
    const { clock, outbox, ledger } = partsOf(process);
    const messages = createItemMessages({
      config,
      feed: { domain: DOMAIN, feed: 'cases' },
      queueUrls: { webhook: queue.url },
      clock,
      onShadow: () => undefined,
      onUnrouted: () => undefined,
    });
    const listed = feedItem(id, revision, START + item.atMs);
    const queued = revision === 0 ? messages.forPlaces(listed, names) : messages.forChanged(listed, names);
    const isLate = time.nowMs < START + item.atMs + item.lateMs;
    const ready = queued.filter(({ destination }) => !(isLate && destination === lastName));
    const events = createEventOutbox({ outbox, ledger, chooses, clock });
    const unsent = await events.send(
      queue.url,
      ready.map(({ message }) => message),
    );
    return unsent.length === 0 && ready.length === queued.length;
  };

  const caseEvents = (process: Instance) => {
    const { clock, outbox, ledger } = partsOf(process);
    return createCaseEvents({
      ledger,
      outbox,
      queueUrlOf: () => queue.url,
      chooses,
      mayBeTold: () => names,
      routesOf: async () => names,
      clock,
    });
  };
  const did = (effect: Promise<void>) => effect.then(() => true);

  const claimedAt = new Map<string, readonly number[]>();
  const claimsOf = (id: string): Answer => ({
    domain: DOMAIN,
    caseId: id,
    version: 1,
    decision: null,
    trail: (claimedAt.get(id) ?? []).map((atMs, n) => ({
      ...{ atMs, what: n === 0 ? 'claimed' : 'taken-over', id: `${id}.${n}` },
      ...{
        by: { surface: 'chat', id: `U${n}`, name: 'Ada' },
        place: 'soc',
        outcome: null,
        comment: null,
        answer: null,
      },
    })) as Answer['trail'],
  });

  /** A case is listed, changes one by one, and meanwhile people see it in a chat: claim it, take it over, decide. */
  function live(item: HookItem, id: string): void {
    const change = (revision: number): void => {
      if (revision > item.changes) return;
      time.schedule(time.nowMs + item.gapMs, () =>
        persist('poll', handOver(item, id, revision), () => change(revision + 1)),
      );
    };
    persist('poll', handOver(item, id, 0), () => change(1));
    for (let n = 0; n < item.claims; n++)
      time.schedule(time.nowMs + item.gapMs * (n + 1), () => {
        claimedAt.set(id, [...(claimedAt.get(id) ?? []), time.nowMs]);
        // What comes again finds the row as it stands then.
        persist('verdict', (process) => did(caseEvents(process)(claimsOf(id))));
      });
    if (!item.decided) return;
    time.schedule(time.nowMs + item.gapMs * 4, () => {
      const verdict = recordedVerdict(id, time.nowMs);
      persist('verdict', (process) => did(caseEvents(process)(verdict)));
    });
  }
  for (const [n, item] of history.items.entries())
    time.schedule(START + item.atMs, () => live(item, `c${n}`));

  const lastMs = Math.max(
    ...history.items.map(({ atMs, lateMs }) => atMs + lateMs + 5 * MINUTE),
    ...history.outages.map(({ atMs, forMs }) => atMs + forMs),
  );
  const isPoisoned = history.items.some(({ poison }) => poison > 0);
  const endMs = START + lastMs + (isPoisoned ? 48 : 12) * HOUR;
  /** Whether the reconciler could find anything to do: it runs every minute, and for hours in vain. */
  const mayBeDue = (name: string) => {
    const closed = JSON.parse(table.rows.get(`closed#${name}|closed`)?.value?.S ?? 'null');
    if (closed && closed.nextProbeMs > time.nowMs + MINUTE) return false;
    const due = `50#${String(time.nowMs + MINUTE).padStart(14, '0')}`;
    return [...table.rows.values()].some(
      ({ sk, todo, todoAt }) => todo && sk?.S?.startsWith(`hook#${name}#`) && (todoAt?.S ?? '') <= due,
    );
  };
  function reconcile(): void {
    if (time.nowMs >= endMs) return;
    time.schedule(time.nowMs + MINUTE, reconcile);
    if (!names.some(mayBeDue)) return;
    const process = world.createInstance('reconcile');
    const { clock, outbox, ledger } = partsOf(process);
    const destinations = new Map(names.map((name) => [name, queue.url]));
    const parts = { ledger, destinations, outbox, clock, ...quiet, findings: NO_FINDINGS, ops: undefined };
    void createRingWebhooks(parts)(time.nowMs + 50 * SECOND).catch(() => undefined);
  }
  time.schedule(START + MINUTE, reconcile);

  const judge = judgeHooks(world, history, { receiver, told, names });
  await time.run();
  judge.atTheEnd(queue);
  for (const line of wrong) say(() => `WRONG: ${line}`);
  count('events', receiver.requests.length);
  count('closed', told.filter(({ now }) => now === 'closed').length);
  return { wrong, story: world.story, counts: world.counts };
}
