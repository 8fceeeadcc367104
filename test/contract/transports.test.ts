import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedAws } from '../../lib/base/aws/signed-aws.ts';
import { newEvent } from '../../lib/endpoints/endpoint-event.ts';
import type { Transport } from '../../lib/endpoints/event-transport.ts';
import { createPostSafely } from '../../lib/endpoints/post-safely.ts';
import { readSigners } from '../../lib/endpoints/sign-event.ts';
import { createWebhookTransport } from '../../lib/endpoints/transports/post-to-webhook.ts';
import { createBusTransport } from '../../lib/endpoints/transports/put-on-bus.ts';
import { createQueueTransport } from '../../lib/endpoints/transports/send-to-queue.ts';
import { writeEvent } from '../../lib/endpoints/write-event.ts';
import { createManualClock } from '../support/manual-clock.ts';
import type { Answer, ScriptedRequest, ScriptedServer } from '../support/scripted-server.ts';
import { startScriptedServer } from '../support/scripted-server.ts';

/** What the other side of a transport can do, in its own words. */
interface OtherSide {
  readonly opens: (url: string) => Transport;
  /** The requests that carried the event; others only asked. */
  readonly isCarrying: (request: ScriptedRequest) => boolean;
  /** What a receiver knows a repeat by, in a request. */
  readonly idIn: (request: ScriptedRequest) => unknown;
  readonly bodyIn: (request: ScriptedRequest) => string;
  readonly takes: Answer;
  readonly denies: readonly Answer[];
  readonly gone: readonly Answer[];
  readonly busy: readonly Answer[];
  readonly refusesThisOne: readonly Answer[];
  /** Answers that say nothing of what became of it. */
  readonly vague: readonly Answer[];
}

const clock = createManualClock();
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const QUEUE = 'https://sqs.us-east-1.amazonaws.com/210987654321/vault.fifo';
const BUS = 'arn:aws:events:us-east-1:210987654321:event-bus/security';
const callIn = (endpoint: string) => (region: string) =>
  createSignedAws({
    region,
    credentials: { accessKeyId: 'A', secretAccessKey: 's' },
    endpoint,
    clock,
    random: () => 0,
    timeoutMs: 1_000,
  });
const fault = (name: string, status = 400): Answer => ({
  status,
  json: { __type: `com.amazonaws#${name}`, message: 'said by AWS' },
});
const entry = (ErrorCode: string): Answer => ({
  json: { FailedEntryCount: 1, Entries: [{ ErrorCode, ErrorMessage: 'said by AWS' }] },
});
const jsonIn = ({ body }: ScriptedRequest) => JSON.parse(body);

const OTHERS: Readonly<Record<string, OtherSide>> = {
  webhook: {
    opens: (url) =>
      createWebhookTransport({
        credentials: {
          of: async () => ({ signers: readSigners(SECRET), headers: {} }),
          forget: () => undefined,
        },
        post: createPostSafely(),
        clock,
      })('siem', { type: 'webhook', url, secret: ['/s'], format: 'plain', local: true }),
    isCarrying: () => true,
    idIn: ({ headers }) => headers['webhook-id'],
    bodyIn: ({ body }) => body,
    takes: { status: 204 },
    denies: [{ status: 401 }, { status: 403 }],
    gone: [{ status: 404 }, { status: 410 }],
    busy: [{ status: 429 }, { status: 503 }, { drop: 'before' }],
    // It may be the signature that is refused, and then every event is.
    refusesThisOne: [],
    vague: [{ status: 400 }, { status: 413 }, { status: 422 }, { status: 500 }],
  },
  sqs: {
    opens: (url) =>
      createQueueTransport(callIn(url))('vault', { type: 'sqs', queueUrl: QUEUE, format: 'plain' }),
    isCarrying: ({ headers }) => headers['x-amz-target'] === 'AmazonSQS.SendMessage',
    idIn: (request) => jsonIn(request).MessageDeduplicationId,
    bodyIn: (request) => jsonIn(request).MessageBody,
    takes: { json: { MessageId: 'm', MD5OfMessageBody: 'x' } },
    denies: [fault('AccessDenied', 403), fault('KmsAccessDenied'), fault('AccessDeniedException')],
    gone: [fault('QueueDoesNotExist'), fault('KmsDisabled'), fault('KmsNotFound'), fault('KmsInvalidState')],
    busy: [
      fault('RequestThrottled'),
      fault('KmsThrottled'),
      fault('InternalFailure', 500),
      { drop: 'before' },
    ],
    refusesThisOne: [fault('InvalidMessageContents'), fault('InvalidParameterValue')],
    vague: [fault('SomethingNew'), { json: {} }, { text: 'not JSON' }],
  },
  eventbridge: {
    opens: (url) =>
      createBusTransport({ callIn: callIn(url), isOurs: () => true })('bus', {
        type: 'eventbridge',
        bus: BUS,
        format: 'plain',
      }),
    isCarrying: ({ headers }) => headers['x-amz-target'] === 'AWSEvents.PutEvents',
    idIn: (request) => JSON.parse(jsonIn(request).Entries[0].Detail).id,
    bodyIn: (request) => jsonIn(request).Entries[0].Detail,
    takes: { json: { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] } },
    denies: [
      fault('AccessDeniedException'),
      entry('AccessDeniedException'),
      entry('NotAuthorizedForSourceException'),
      entry('NotAuthorizedForDetailTypeException'),
    ],
    gone: [fault('ResourceNotFoundException'), entry('InvalidAccountIdException')],
    busy: [
      fault('ThrottlingException'),
      entry('ThrottlingException'),
      entry('InternalFailure'),
      fault('InternalException', 500),
      { drop: 'before' },
    ],
    refusesThisOne: [entry('MalformedDetail'), entry('InvalidArgument'), fault('ValidationException')],
    vague: [entry('SomethingNew'), { json: { Entries: [] } }, { json: { Entries: [{}] } }],
  },
};

const EVENT = newEvent({
  key: { domain: 'acme', feed: 'cases', id: 'c1', destination: 'siem' },
  deliveryId: 'd1',
  type: 'bridge.test',
  atMs: 1_700_000_000_000,
  content: { kind: 'data', data: { message: 'Zoë \u{1f600}' } },
});
const WRITTEN = writeEvent(EVENT, EVENT.content ?? { kind: 'data', data: {} }, {
  format: 'plain',
  bridge: 'b',
  isFull: true,
});

describe.each(Object.entries(OTHERS))('the transport to %s', (_, other) => {
  let server: ScriptedServer;
  let answer: Answer;
  let send: Transport;
  const carried = () => server.requests.filter(other.isCarrying);
  const judged = (next: Answer) => {
    answer = next;
    return send(EVENT, WRITTEN);
  };

  beforeAll(async () => {
    server = await startScriptedServer((request) => (other.isCarrying(request) ? answer : { json: {} }));
    send = other.opens(server.url);
  });
  afterAll(() => server.close());

  it('says that an event was taken, and brings it to the letter', async () => {
    expect(await judged(other.takes)).toEqual({ is: 'taken' });
    expect(other.bodyIn(carried().at(-1) as ScriptedRequest)).toBe(WRITTEN.body);
  });

  it('has one id for every attempt', async () => {
    await judged(other.busy[0] as Answer);
    await judged(other.takes);
    expect(new Set(carried().map(other.idIn))).toEqual(new Set([EVENT.eventId]));
  });

  it.each([
    ['denies', 'credentials'],
    ['gone', 'place'],
    ['busy', 'unreachable'],
  ] as const)('blames the endpoint when it %s', async (what, kind) => {
    for (const next of other[what]) {
      const one = await judged(next);
      expect([next, one]).toMatchObject([next, { is: 'endpoint', trouble: { kind } }]);
      // The names that people read, and nothing of what was sent.
      expect(JSON.stringify(one)).not.toMatch(/said by AWS|Zoë|whsec_/);
    }
  });

  it.runIf(other.refusesThisOne.length > 0)('blames the event when only it is refused', async () => {
    for (const next of other.refusesThisOne)
      expect([next, await judged(next)]).toMatchObject([next, { is: 'event' }]);
  });

  it('takes nothing for taken that is not said, and has another event tried', async () => {
    for (const next of other.vague)
      expect([next, await judged(next)]).toMatchObject([next, { is: 'endpoint', maybeEvent: true }]);
  });
});

describe('the transport to an event bus', () => {
  it('puts nothing on a bus of its own account that is not there: EventBridge would take and drop it', async () => {
    const server = await startScriptedServer(({ headers }) =>
      headers['x-amz-target'] === 'AWSEvents.DescribeEventBus'
        ? fault('ResourceNotFoundException')
        : { json: { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] } },
    );
    const bus = { type: 'eventbridge', bus: BUS, format: 'plain' } as const;
    const ours = createBusTransport({ callIn: callIn(server.url), isOurs: () => true })('bus', bus);
    expect(await ours(EVENT, WRITTEN)).toMatchObject({ is: 'endpoint', trouble: { kind: 'place' } });
    expect(server.requests).toHaveLength(1);
    const theirs = createBusTransport({ callIn: callIn(server.url), isOurs: () => false })('bus', bus);
    expect(await theirs(EVENT, WRITTEN)).toEqual({ is: 'taken' });
    expect(server.requests).toHaveLength(2);
    await server.close();
  });

  it('goes on where it may not ask whether the bus is there', async () => {
    const server = await startScriptedServer(({ headers }) =>
      headers['x-amz-target'] === 'AWSEvents.DescribeEventBus'
        ? fault('AccessDeniedException')
        : { json: { FailedEntryCount: 0, Entries: [{ EventId: 'e' }] } },
    );
    const bus = { type: 'eventbridge', bus: BUS, format: 'plain' } as const;
    const ours = createBusTransport({ callIn: callIn(server.url), isOurs: () => true })('bus', bus);
    expect(await ours(EVENT, WRITTEN)).toEqual({ is: 'taken' });
    await server.close();
  });
});

describe('the transport to a queue', () => {
  it.each([
    ['case 1', 'c-1', 'c-1'],
    [
      'one that SQS would not take',
      'case \u{1f600} with blanks',
      expect.stringMatching(/^sha256\.[0-9a-f]{64}$/),
    ],
  ])('has the item for its group: %s', async (_, id, group) => {
    const server = await startScriptedServer(() => ({ json: { MessageId: 'm' } }));
    const fifo = createQueueTransport(callIn(server.url))('q', {
      type: 'sqs',
      queueUrl: QUEUE,
      format: 'plain',
    });
    const standard = createQueueTransport(callIn(server.url))('q', {
      type: 'sqs',
      queueUrl: QUEUE.replace('.fifo', ''),
      format: 'plain',
    });
    await fifo({ ...EVENT, key: { ...EVENT.key, id } }, WRITTEN);
    await standard({ ...EVENT, key: { ...EVENT.key, id } }, WRITTEN);
    const [first, second] = server.requests.map(jsonIn);
    expect(first).toMatchObject({ MessageGroupId: group, MessageDeduplicationId: EVENT.eventId });
    expect(Object.keys(second).toSorted()).toEqual(['MessageAttributes', 'MessageBody', 'QueueUrl']);
    expect(server.requests[0]?.headers.authorization).toContain('/us-east-1/sqs/aws4_request');
    await server.close();
  });
});
