import type { Outbox } from '../../../lib/base/queues/outbox.ts';
import type { Handled } from '../../../lib/base/queues/sqs-batch.ts';
import type { VersionedRows } from '../../../lib/base/versioned-rows.ts';
import { deliveryIdOf } from '../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../lib/case/envelope.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import type { WebhookInput } from '../../../lib/config/webhook-schema.ts';
import { createCredentials } from '../../../lib/endpoints/credentials.ts';
import { createDeliverEvents } from '../../../lib/endpoints/deliver-events.ts';
import { endpointWork } from '../../../lib/endpoints/endpoint-work.ts';
import type { EventLedger } from '../../../lib/endpoints/event-ledger.ts';
import { timeIn } from '../../../lib/endpoints/event-priority.ts';
import { createKeepForEndpoints } from '../../../lib/endpoints/keep-events.ts';
import { createChooses, createEndpoints } from '../../../lib/endpoints/open-endpoints.ts';
import type { Posted, SafeRequest } from '../../../lib/endpoints/post-safely.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { createCaseEvents } from '../../../lib/endpoints/tell-case-events.ts';
import { createWebhookTransport } from '../../../lib/endpoints/transports/post-to-webhook.ts';
import { createItemMessages } from '../../../lib/feed/item-messages.ts';
import { createHandOver } from '../../../lib/outbox/hand-over.ts';
import { openRedaction } from '../../../lib/outbox/redaction/open-redaction.ts';
import { createWake, readWakeUp, type WakeUp } from '../../../lib/outbox/wake-up.ts';
import { NO_FINDINGS } from '../../../lib/reconcile/findings.ts';
import { createWakeWaiting } from '../../../lib/reconcile/wake-waiting.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { NO_AWS } from '../../support/no-aws.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const VISIBILITY_MS = 90 * SECOND_MS;

export interface Received extends SafeRequest {
  readonly atMs: number;
  readonly event: { readonly type: string; readonly id: string; readonly data: Record<string, never> };
}
export type Receiver = (request: Received) => Posted | Promise<Posted>;

export const answers = (status: number, headers: Record<string, string> = {}): Posted => ({
  is: 'answered',
  answer: { status, headers },
});
export const noAnswer: Posted = { is: 'nothing', reason: 'ECONNREFUSED' };

export class Killed extends Error {}

/** Webhooks in memory, in a time that is driven: a queue in groups, the function that it feeds, and the reconciler. */
export function createEndpointWorld({
  endpoints = {},
  random = () => 0,
  clock = createManualClock(),
  rows = createMemoryVersionedRows(),
}: {
  endpoints?: Record<string, Partial<WebhookInput>>;
  random?: () => number;
  clock?: ManualClock;
  rows?: VersionedRows;
} = {}) {
  const named = Object.keys(endpoints).length > 0 ? endpoints : { siem: {} };
  const config = defineBridge({
    domains: { acme: { baseUrl: 'https://posture.example/api', apiKey: '/acme/key' } },
    destinations: Object.fromEntries(
      Object.entries(named).map(([name, more]) => [
        name,
        { type: 'webhook' as const, url: `https://${name}.example/in`, secret: '/siem/secret', ...more },
      ]),
    ),
    routes: [{ name: 'all', to: Object.keys(named) }],
  });
  const requests: Received[] = [];
  const told: string[] = [];
  const parked: { id: string; reason: string }[] = [];
  const counted: string[] = [];
  let receiver: Receiver = () => answers(204);
  /** Called before and after each effect, by name. */
  let step: (name: string) => void = () => undefined;
  const guarded =
    <Args extends unknown[], R>(name: string, run: (...args: Args) => Promise<R>) =>
    async (...args: Args): Promise<R> => {
      step(`before ${name}`);
      const result = await run(...args);
      step(`after ${name}`);
      return result;
    };
  const plain = createEventLedger(rows);
  const ledger: EventLedger = {
    ...plain,
    save: guarded('save', plain.save),
    saveOutage: guarded('saveOutage', plain.saveOutage),
    read: guarded('read', plain.read),
    todo: guarded('todo', plain.todo),
    move: guarded('move', plain.move),
  };

  interface Message {
    readonly wakeUp: WakeUp;
    visibleAtMs: number;
    receives: number;
  }
  const queue: Message[] = [];
  const send = (body: string) => {
    const read = readWakeUp(body);
    if (!read.ok) throw new Error(read.reason);
    queue.push({ wakeUp: read.message, visibleAtMs: clock.now(), receives: 0 });
  };
  const sqs: Outbox = {
    async send(_queueUrl, messages) {
      for (const { body } of messages) send(body);
      return [];
    },
  };
  const queueUrls = { webhook: 'queue' };
  const chooses = createChooses(config.destinations);
  const outbox = createHandOver({
    outbox: sqs,
    keep: createKeepForEndpoints({ ledger: plain, chooses, clock }),
  });
  const messages = createItemMessages({
    config,
    feed: { domain: 'acme', feed: 'cases' },
    queueUrls,
    clock,
    onShadow: () => undefined,
    onUnrouted: () => undefined,
  });
  const redaction = openRedaction({
    config,
    key: async () => ({ secret: 'k'.repeat(32), createdAtMs: 0 }) as never,
    log: () => undefined,
  });
  const transports = {
    ...NO_AWS,
    webhook: createWebhookTransport({
      credentials: createCredentials(config.destinations, { readSecret: async () => SECRET, clock }),
      post: guarded('post', async (request: SafeRequest) => {
        const body = JSON.parse(request.body);
        const event = { ...body, type: String(body.type).replace('posture-bridge.', '') };
        const received = { ...request, atMs: clock.now(), event };
        requests.push(received);
        return receiver(received);
      }),
      clock,
    }),
  };
  const deliver = createDeliverEvents({
    ledger,
    endpointOf: createEndpoints(config.destinations, { redact: redaction.apply, bridge: 'test', transports }),
    park: guarded('park', async ({ eventId }, reason) => void parked.push({ id: eventId, reason })),
    tellOps: async (destination, { kind, reason }, now) => {
      told.push(`${destination} ${now}: ${kind}, ${reason}`);
      return true;
    },
    clock,
    random,
    log: () => undefined,
    metrics: (_subject, _dimensions, values) => void counted.push(...Object.keys(values)),
  });
  const ring = createWakeWaiting({
    destinations: new Map(Object.keys(named).map((name) => [name, endpointWork(plain)])),
    wake: createWake({ outbox: sqs, queueUrlOf: () => 'queue' }),
    clock,
    log: () => undefined,
    metrics: () => undefined,
    findings: NO_FINDINGS,
    ops: undefined,
  });

  const routed = new Map<string, readonly string[]>();
  const caseEvents = createCaseEvents({
    ledger: plain,
    outbox: sqs,
    queueUrlOf: () => 'queue',
    chooses,
    mayBeTold: () => Object.keys(named),
    routesOf: async (_domain, caseId) => routed.get(caseId) ?? [],
    clock,
  });

  /** One message, as the function and SQS deal with it. */
  async function handle(message: Message): Promise<void> {
    message.receives++;
    const startedAtMs = clock.now();
    let handled: Handled;
    try {
      handled = await deliver(message.wakeUp, {
        messageId: 'm',
        receiptHandle: 'r',
        group: message.wakeUp.destination,
        receiveCount: message.receives,
        isLast: true,
        remainingMs: () => 60_000 - (clock.now() - startedAtMs),
      });
    } catch (error) {
      message.visibleAtMs = clock.now() + (error instanceof Killed ? VISIBILITY_MS : 2 * SECOND_MS);
      return;
    }
    if (handled === 'done') queue.splice(queue.indexOf(message), 1);
    else if (handled === 'go on') message.visibleAtMs = clock.now();
    else if (typeof handled === 'object' && 'retryAfterMs' in handled)
      message.visibleAtMs = clock.now() + handled.retryAfterMs;
    else throw new Error(JSON.stringify(handled));
  }

  /** The first message of a group that is visible; what is behind one that rests waits. */
  const nextMessage = (): Message | undefined =>
    [...new Set(queue.map(({ wakeUp }) => wakeUp.destination))]
      .flatMap((group) => queue.find(({ wakeUp }) => wakeUp.destination === group) ?? [])
      .filter(({ visibleAtMs }) => visibleAtMs <= clock.now())[0];

  let nextRingMs = clock.now() + MINUTE_MS;
  /** Until then the reconciler finds nothing: it need not look. */
  async function idleUntilMs(): Promise<number> {
    if (queue.length > 0) return 0;
    const dues = await Promise.all(
      Object.keys(named).map(async (name) => {
        const [first] = await plain.todo(name, { limit: 1 });
        if (!first || first.at.startsWith('90')) return Number.POSITIVE_INFINITY;
        const closed = (await plain.loadOutage(name))?.value;
        return Math.max(closed?.nextProbeMs ?? 0, first.at.startsWith('50') ? timeIn(first.at) : 0);
      }),
    );
    return Math.min(clock.now() + 100 * 86_400_000, ...dues);
  }

  /** Lets so much time pass. */
  async function pass(ms: number): Promise<void> {
    const untilMs = clock.now() + ms;
    nextRingMs = Math.min(nextRingMs, clock.now() + MINUTE_MS);
    for (;;) {
      for (let next = nextMessage(); next; next = nextMessage()) await handle(next);
      nextRingMs = Math.max(nextRingMs, await idleUntilMs());
      const times = [...queue.map(({ visibleAtMs }) => visibleAtMs), nextRingMs].filter(
        (at) => at > clock.now(),
      );
      const next = Math.min(...times);
      if (next > untilMs) break;
      clock.advance(next - clock.now());
      if (clock.now() >= nextRingMs) {
        nextRingMs = clock.now() + MINUTE_MS;
        await ring(clock.now() + MINUTE_MS);
      }
    }
    clock.advance(untilMs - clock.now());
  }

  const item = (id: string, over: object = {}) => ({
    id,
    createdAtMs: clock.now(),
    item: {
      case_id: id,
      user_name: 'Ada Lovelace',
      user_email: 'ada@example.com',
      threat_type: 'insider_threat',
      threat_brief: `Ada Lovelace did ${id}`,
      created_at: new Date(clock.now()).toISOString(),
      updated_at: new Date(clock.now()).toISOString(),
      events: [],
      ...over,
    },
  });

  const placesOf = ({ item: one }: { readonly item: unknown }) => messages.route(one).destinations;

  return {
    config,
    clock,
    rows,
    ledger: plain,
    requests,
    told,
    parked,
    counted,
    queue,
    pass,
    receive: (next: Receiver) => {
      receiver = next;
    },
    onStep: (next: (name: string) => void) => {
      step = next;
    },
    /** As the poller does. */
    announce: async (id: string, over = {}) => {
      for (const { message } of messages.forPlaces(item(id, over), placesOf(item(id, over))))
        await outbox.send('queue', [message]);
    },
    change: async (id: string, revision: string, over = {}) => {
      for (const { message } of messages.forChanged(
        { ...item(id, over), revision },
        Object.keys(config.destinations),
      ))
        await outbox.send('queue', [message]);
    },
    notice: (id: string, destination = 'siem') => {
      const envelope: Envelope = {
        kind: 'notice',
        deliveryId: deliveryIdOf({ domain: 'acme', feed: 'notice', id, destination }),
        domain: 'acme',
        destination,
        routes: [],
        handedOverAt: new Date(clock.now()).toISOString(),
        notice: { code: id, title: 'T', text: 'x', at: new Date(clock.now()).toISOString() },
      };
      return outbox.send('queue', [{ deliveryId: envelope.deliveryId, envelope }]);
    },
    sendWakeUp: (body: string) => send(body),
    tellAnswer: caseEvents,
    /** Where the routes send what the poller has not handed over yet. */
    routed,
    waiting: (destination = 'siem') => plain.todo(destination, { limit: 1_000 }),
    /** `case.created c1`, in the order in which the receiver got them. */
    got: (destination = 'siem') =>
      requests
        .filter(({ url }) => url.includes(`//${destination}.`))
        .map(({ event: { type, data } }) => `${type} ${nameIn(data)}`),
  };
}

const nameIn = (data: Record<string, unknown>): string => {
  const {
    case: one,
    case_id,
    code,
  } = data as { case?: { case_id: string }; case_id?: string; code?: string };
  return one?.case_id ?? case_id ?? code ?? '';
};
