/**
 * `npm run bench -- webhook`: how many events a second the code that tells webhooks delivers over real sockets, with the ledger in
 * memory, to 1,000 endpoints; and what it costs the healthy ones when a tenth hangs. Queue and table are not measured.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock as clock } from '../../lib/base/clock.ts';
import { commandFlags } from '../../lib/base/command-flags.ts';
import type { MessageMeta } from '../../lib/base/queues/sqs-batch.ts';
import { print } from '../../lib/base/terminal.ts';
import { deliveryIdOf } from '../../lib/case/delivery-id.ts';
import type { Envelope } from '../../lib/case/envelope.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { createCredentials } from '../../lib/endpoints/credentials.ts';
import { createDeliverEvents } from '../../lib/endpoints/deliver-events.ts';
import { createKeepForEndpoints } from '../../lib/endpoints/keep-events.ts';
import { createChooses, createEndpoints } from '../../lib/endpoints/open-endpoints.ts';
import { createPostSafely } from '../../lib/endpoints/post-safely.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { createWebhookTransport } from '../../lib/endpoints/transports/post-to-webhook.ts';
import { keyOf } from '../../lib/outbox/item-content.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import { NO_AWS } from '../support/no-aws.ts';
import { drawTable } from './draw-table.ts';
import { percentile } from './percentile.ts';
import { reportFigure } from './report-figure.ts';

commandFlags('Usage: npm run bench -- webhook\n\nIt takes no flags, and about half a minute.\n', {});

const ENDPOINTS = 1_000;
const HANGING = 100;
const ROUNDS = 4;
/** As many runs at a time as the stack has of the function. */
const SLOTS = 200;
const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const META: MessageMeta = {
  messageId: 'm',
  receiptHandle: 'r',
  group: null,
  receiveCount: 1,
  isLast: true,
  remainingMs: () => 60_000,
};

/** Takes everything, but for endpoints below `hanging`, which it lets wait for ever. */
async function startReceiver(hanging: number) {
  const sockets = new Set<Socket>();
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    if (Number(request.url?.slice(1)) < hanging) return;
    request.on('end', () => {
      arrivals.set(String(request.headers['webhook-id']), performance.now());
      response.writeHead(204).end();
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, arrivals, close };
}

function createDelivers(port: number) {
  const names = Array.from({ length: ENDPOINTS }, (_, index) => `e${index}`);
  const url = (index: number) => `http://127.0.0.1:${port}/${index}`;
  const { destinations } = defineBridge({
    domains: { acme: { baseUrl: 'https://posture.example/api', apiKey: '/k' } },
    destinations: Object.fromEntries(
      names.map((name, index) => [
        name,
        { type: 'webhook' as const, url: url(index), secret: '/s', local: true },
      ]),
    ),
    routes: [{ to: names }],
  });
  const transports = {
    ...NO_AWS,
    webhook: createWebhookTransport({
      credentials: createCredentials(destinations, { readSecret: async () => SECRET, clock }),
      post: createPostSafely(),
      clock,
    }),
  };
  const shared = {
    endpointOf: createEndpoints(destinations, {
      redact: (shown) => ({ shown }),
      bridge: 'bench',
      transports,
    }),
    park: async () => undefined,
    tellOps: async () => true,
    clock,
    random: Math.random,
    log: () => undefined,
    metrics: () => undefined,
  };
  // Rows of its own for each: those in memory are looked through one by one.
  return names.map((name) => {
    const ledger = createEventLedger(createMemoryVersionedRows());
    const keep = createKeepForEndpoints({ ledger, chooses: createChooses(destinations), clock });
    const deliver = createDeliverEvents({ ...shared, ledger });
    return {
      name,
      async deliver(envelope: Envelope, meta: MessageMeta) {
        await keep(envelope, false);
        const { domain, destination, feed, id } = keyOf(envelope);
        return deliver({ v: 1, kind: 'wake-up', domain, destination, items: [{ feed, id }] }, meta);
      },
    };
  });
}

function envelopeFor(destination: string, round: number): Envelope {
  const id = `case-${round}`;
  const at = new Date().toISOString();
  return {
    kind: 'case',
    deliveryId: deliveryIdOf({ domain: 'acme', feed: 'cases', id, destination }),
    domain: 'acme',
    destination,
    routes: [],
    handedOverAt: at,
    item: { case_id: id, created_at: at, threat_type: 'insider_threat', threat_brief: 'x'.repeat(1_000) },
  };
}

/** Every endpoint gets an event in each round; one message of an endpoint at a time, and so many runs as there are slots. */
async function measure(hanging: number) {
  const receiver = await startReceiver(hanging);
  const delivers = createDelivers(receiver.port);
  const waiting = Array.from({ length: ROUNDS }, (_, round) =>
    delivers.map((one, index) => ({ ...one, index, round })),
  ).flat();
  const busy = new Set<string>();
  const latencies: number[] = [];
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let cpuMs = 0;
  let healthyDoneAt = startedAt;
  let most = 0;

  async function work(): Promise<void> {
    for (;;) {
      const at = waiting.findIndex(({ name }) => !busy.has(name));
      if (at < 0) return;
      const [next] = waiting.splice(at, 1);
      if (!next) return;
      busy.add(next.name);
      const begunAt = performance.now();
      await next.deliver(envelopeFor(next.name, next.round), META);
      busy.delete(next.name);
      most = Math.max(most, process.memoryUsage.rss());
      if (next.index < HANGING) continue;
      healthyDoneAt = performance.now();
      const { user, system } = process.cpuUsage(cpuBefore);
      cpuMs = (user + system) / 1_000;
      latencies.push(healthyDoneAt - begunAt);
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, work));
  receiver.close();
  const healthy = (ENDPOINTS - HANGING) * ROUNDS;
  return {
    perSecond: (healthy / (healthyDoneAt - startedAt)) * 1_000,
    /** Of sender and receiver together: what others do beside it does not count here. */
    cpuMs: cpuMs / healthy,
    p50: percentile(latencies, 0.5) ?? 0,
    p99: percentile(latencies, 0.99) ?? 0,
    rssMb: most / 1_048_576,
    lost: healthy - latencies.length,
  };
}

const well = await measure(0);
globalThis.gc?.();
const ill = await measure(HANGING);
reportFigure({ what: `p99 while ${HANGING} hang`, to: 'none hang', ratios: [ill.p99 / well.p99] });
const row = (name: string, { perSecond, cpuMs, p50, p99, rssMb, lost }: typeof well) => [
  name,
  perSecond.toFixed(0),
  cpuMs.toFixed(2),
  p50.toFixed(0),
  p99.toFixed(0),
  rssMb.toFixed(0),
  String(lost),
];
print(
  ...drawTable(
    [
      ['endpoints', 'events/s', 'CPU ms/event', 'p50 ms', 'p99 ms', 'MB', 'lost'],
      row(`${ENDPOINTS}, all well`, well),
      row(`${ENDPOINTS}, ${HANGING} hang`, ill),
    ],
    1,
  ).split('\n'),
  `p99 of the healthy ones with those that hang: ${(ill.p99 / well.p99).toFixed(2)} times`,
);
