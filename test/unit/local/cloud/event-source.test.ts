import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { succeeded } from '../../../../local/cloud/event-source.ts';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import {
  arnOf,
  CONSUME,
  lambda,
  type Parts,
  queue,
  role,
  type Started,
  startCloud,
  until,
} from './harness.ts';

/** Says what it gets, and does what the bodies ask for. */
const worker = `
let running = 0;
export const handler = async ({ Records }) => {
  running++;
  console.log(JSON.stringify({ at: Date.now(), running, batch: Records.map(({ body, attributes }) => ({ body, attributes })) }));
  const text = Records.map(({ body }) => body).join();
  if (text.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 150));
  running--;
  if (text.includes('explode')) throw new Error('no');
  if (text.includes('malformed')) return { batchItemFailures: [{ id: 'x' }] };
  if (text.includes('record')) console.log('record ' + JSON.stringify(Records[0]));
  return {
    batchItemFailures: Records.filter(({ body }) => body.startsWith('fail')).map(({ messageId }) => ({ itemIdentifier: messageId })),
  };
};`;

function stack(kind: JsonObject, mapping: JsonObject = {}, actions = CONSUME): Parts {
  return {
    resources: {
      Dlq: queue(kind.FifoQueue ? { FifoQueue: true } : {}),
      Queue: queue({
        VisibilityTimeout: 1,
        RedrivePolicy: { deadLetterTargetArn: arnOf('Dlq'), maxReceiveCount: 2 },
        ...kind,
      }),
      Role: role([{ Effect: 'Allow', Action: actions, Resource: arnOf('Queue') }]),
      Worker: lambda('worker', { Timeout: 1 }),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: arnOf('Queue'),
          FunctionName: { Ref: 'Worker' },
          FunctionResponseTypes: ['ReportBatchItemFailures'],
          ...mapping,
        },
      },
    },
    outputs: { Queue: { Value: { Ref: 'Queue' } } },
    bundles: { worker },
  };
}

/** Warm, so that no message comes back while a process is still starting. */
async function startWarm(parts: Parts): Promise<Started> {
  const cloud = await startCloud(parts);
  await cloud.invoke('Worker', { Records: [] });
  return cloud;
}

const sqsOf = ({ endpoints }: Started) =>
  new SQSClient({
    endpoint: endpoints.aws,
    region: endpoints.region,
    credentials: { ...endpoints.operator },
  });

async function send(cloud: Started, bodies: readonly string[], more: object = {}): Promise<void> {
  const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody, ...more }));
  await sqsOf(cloud).send(new SendMessageBatchCommand({ QueueUrl: cloud.outputs.Queue, Entries }));
}

interface Batch {
  readonly at: number;
  readonly running: number;
  readonly batch: { body: string; attributes: Record<string, string> }[];
}
const batchesOf = ({ lines }: Started): Batch[] =>
  lines
    .flatMap((line) => (line.startsWith('T-Worker: {') ? [JSON.parse(line.slice(10)) as Batch] : []))
    .filter(({ batch }) => batch.length > 0);
const bodiesOf = (cloud: Started) => batchesOf(cloud).flatMap(({ batch }) => batch.map(({ body }) => body));

const empty = { waiting: 0, inFlight: 0, delayed: 0 };

describe('an event source', () => {
  it('hands over what is in the queue, and deletes it', async () => {
    const cloud = await startWarm(stack({}));
    await send(cloud, ['one', 'two', 'three']);
    await until('all are done', async () => {
      const { 'T-Queue': depth } = await cloud.queues();
      return bodiesOf(cloud).length === 3 && depth?.inFlight === 0;
    });
    expect((await cloud.queues())['T-Queue']).toEqual(empty);
    expect(bodiesOf(cloud).sort()).toEqual(['one', 'three', 'two']);
  });

  it('makes records as Lambda does', async () => {
    const cloud = await startWarm(stack({}));
    const MessageAttributes = { kind: { DataType: 'String', StringValue: 'case' } };
    const asked = { QueueUrl: cloud.outputs.Queue, MessageBody: 'record', MessageAttributes };
    const { MessageId } = await sqsOf(cloud).send(new SendMessageCommand(asked));
    await until('it is there', () => cloud.lines.some((line) => line.includes('record {')));
    const line = cloud.lines.find((one) => one.includes('record {')) ?? '';
    expect(JSON.parse(line.slice(line.indexOf('{')))).toEqual({
      messageId: MessageId,
      receiptHandle: expect.any(String),
      body: 'record',
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: expect.stringMatching(/^\d{13}$/),
        SenderId: expect.any(String),
        ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
      },
      messageAttributes: {
        kind: { dataType: 'String', stringValue: 'case', stringListValues: [], binaryListValues: [] },
      },
      md5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:T-Queue',
      awsRegion: 'eu-west-1',
    });
  });

  it('brings back only what failed, and parks it after the last try', async () => {
    const cloud = await startWarm(stack({}));
    await send(cloud, ['fine', 'fail']);
    await until('it is parked', async () => (await cloud.queues())['T-Dlq']?.waiting === 1);
    expect(bodiesOf(cloud).sort()).toEqual(['fail', 'fail', 'fine']);
    const tries = batchesOf(cloud).flatMap(({ at, batch }) =>
      batch.some(({ body }) => body === 'fail') ? [at] : [],
    );
    expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(500);
    expect((await cloud.queues())['T-Queue']).toEqual(empty);
  });

  it.each(['explode', 'malformed'])('brings back the whole batch on %s', async (what) => {
    const cloud = await startWarm(stack({}, { MaximumBatchingWindowInSeconds: 1 }));
    await send(cloud, ['fine', what]);
    await until('both are parked', async () => (await cloud.queues())['T-Dlq']?.waiting === 2);
    expect(bodiesOf(cloud).sort()).toEqual([what, what, 'fine', 'fine'].sort());
  });

  it('gathers for as long as the window is open, up to the size of a batch', async () => {
    const cloud = await startCloud(
      stack({ VisibilityTimeout: 20 }, { BatchSize: 12, MaximumBatchingWindowInSeconds: 1 }),
    );
    await send(cloud, ['1', '2', '3', '4', '5', '6']);
    await send(cloud, ['7', '8', '9', '10', '11', '12', '13']);
    await until('all were handed over', () => bodiesOf(cloud).length === 13);
    expect(batchesOf(cloud).map(({ batch }) => batch.length)).toEqual([12, 1]);
  });

  it('keeps the order within a group, one in flight, while groups overtake each other', async () => {
    const cloud = await startWarm(
      stack({ FifoQueue: true, ContentBasedDeduplication: true, VisibilityTimeout: 2 }),
    );
    await send(cloud, ['a1 slow', 'a2', 'fail a3', 'a4'], { MessageGroupId: 'a' });
    await send(cloud, ['b1', 'b2', 'b3'], { MessageGroupId: 'b' });
    await until('all were handed over', () => bodiesOf(cloud).includes('a4'));
    const of = (group: string) => bodiesOf(cloud).filter((body) => body.includes(group));
    // What fails is tried again before anything behind it, and parked after its last try.
    expect(of('a')).toEqual(['a1 slow', 'a2', 'fail a3', 'fail a3', 'a4']);
    expect(of('b')).toEqual(['b1', 'b2', 'b3']);
    expect(bodiesOf(cloud).indexOf('b3')).toBeLessThan(bodiesOf(cloud).indexOf('a4'));
    expect(batchesOf(cloud)[0]?.batch[0]?.attributes).toMatchObject({ MessageGroupId: 'a' });
    expect((await cloud.queues())['T-Dlq.fifo']?.waiting).toBe(1);
  });

  it('runs no more at once than its maximum concurrency', async () => {
    const cloud = await startWarm(stack({}, { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }));
    await send(
      cloud,
      Array.from({ length: 8 }, (_, index) => `slow ${index}`),
    );
    await until('all were handed over', () => bodiesOf(cloud).length === 8);
    expect(cloud.functions[0]?.counts.coldStarts).toBe(2);
  });

  it.each<[string, Parts, RegExp]>([
    ['grant to receive', stack({}, {}, CONSUME.slice(1)), /^Mapping: T-Worker may not sqs:ReceiveMessage/],
    ['grant to delete', stack({}, {}, ['sqs:R*', 'sqs:G*']), /^Mapping: T-Worker may not sqs:DeleteMessage/],
    ['visibility', stack({ VisibilityTimeout: 0 }), /^Mapping: .*shows a message again after 0 s/],
    ['window', stack({}, { BatchSize: 100 }), /^Mapping: .*needs a window/],
    [
      'kind of queue',
      stack({ FifoQueue: true }, { MaximumBatchingWindowInSeconds: 1 }),
      /^Mapping: a FIFO queue/,
    ],
    [
      'concurrency',
      stack({}, { ScalingConfig: { MaximumConcurrency: 1 } }),
      /^Mapping: .*MaximumConcurrency/,
    ],
    ['filter', stack({}, { FilterCriteria: {} }), /^Mapping: .*FilterCriteria is not understood/],
  ])('without the right %s stops, as AWS would', async (_, parts, message) => {
    await expect(startCloud(parts)).rejects.toThrow(message);
  });
});

describe('the answer to a batch', () => {
  const judge = (answer: unknown, partialResponses = true) => [
    ...succeeded(['1', '2'], answer, { partialResponses }),
  ];
  it.each([[null], [undefined], [{}], [{ batchItemFailures: [] }], [{ batchItemFailures: null }]])(
    '%j is full success',
    (answer) => expect(judge(answer)).toEqual(['1', '2']),
  );
  it.each([
    ['ok'],
    [[]],
    [{ batchItemFailures: 'x' }],
    [{ batchItemFailures: [{}] }],
    [{ batchItemFailures: [null] }],
    [{ batchItemFailures: [{ itemIdentifier: '' }] }],
    [{ batchItemFailures: [{ itemIdentifier: '3' }] }],
    [{ failures: ['1'] }],
  ])('%j is full failure', (answer) => expect(judge(answer)).toEqual([]));
  it('names what failed', () => {
    expect(judge({ batchItemFailures: [{ itemIdentifier: '1' }] })).toEqual(['2']);
  });
  it('does not matter where partial responses are off', () => {
    expect(judge('ok', false)).toEqual(['1', '2']);
  });
});
