import type { SendMessageBatchCommandInput } from '@aws-sdk/client-sqs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutMessage } from '../../../../lib/base/queues/outbox.ts';
import { createSqsOutbox, type SqsOutboxOptions } from '../../../../lib/base/queues/sqs-outbox.ts';
import { awsFault, scriptClient } from '../../../support/aws/scripted-client.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

type Input = SendMessageBatchCommandInput;
type Options = Partial<Pick<SqsOutboxOptions, 'attempts' | 'timeoutMs'>>;

const FIFO = 'https://sqs.eu-west-1.amazonaws.com/123456789012/slack.fifo';
const STANDARD = 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake';

const entriesOf = (input: Input) => input.Entries ?? [];
const success = (input: Input) => ({ Successful: entriesOf(input).map(({ Id }) => ({ Id })) });
const messages = (count: number, groups = 1): OutMessage[] =>
  Array.from({ length: count }, (_, n) => ({ deliveryId: `d${n}`, group: `g${n % groups}`, body: `${n}` }));

function setUp(answer: (input: Input, call: number) => unknown, options: Options = {}) {
  const clock = createManualClock();
  const { client, calls } = scriptClient(answer);
  return { outbox: createSqsOutbox({ client, clock, random: () => 0.5, ...options }), calls, clock };
}

/** Takes all entries but those with these numbers. */
const failing = (input: Input, which: readonly string[], fault: object) => ({
  Successful: entriesOf(input).filter(({ MessageBody }) => !which.includes(MessageBody ?? '')),
  Failed: entriesOf(input)
    .filter(({ MessageBody }) => which.includes(MessageBody ?? ''))
    .map(({ Id }) => ({ Id, ...fault })),
});
const PASSING = { Code: 'InternalError', SenderFault: false };
const FINAL = { Code: 'InvalidParameterValue', Message: 'too long', SenderFault: true };

describe('entries that SQS did not take', () => {
  it('are sent again when it was not our fault, and only they', async () => {
    const { outbox, calls, clock } = setUp((input, call) =>
      call < 3 ? failing(input, ['1', '4'], PASSING) : success(input),
    );
    expect(await outbox.send(STANDARD, messages(6))).toEqual([]);
    expect(calls.map(({ input }) => entriesOf(input).map(({ MessageBody }) => MessageBody))).toEqual([
      ['0', '1', '2', '3', '4', '5'],
      ['1', '4'],
      ['1', '4'],
    ]);
    expect(clock.slept).toHaveLength(2);
  });

  it('are returned at once with the reason when it was', async () => {
    const { outbox, calls } = setUp((input) => failing(input, ['1'], FINAL));
    expect(await outbox.send(FIFO, messages(3))).toEqual([
      { deliveryId: 'd1', reason: 'InvalidParameterValue: too long' },
    ]);
    expect(calls).toHaveLength(1);
  });

  it('are returned after the last attempt', async () => {
    const { outbox, calls } = setUp((input) => failing(input, ['1'], PASSING), { attempts: 3 });
    expect(await outbox.send(STANDARD, messages(3))).toEqual([{ deliveryId: 'd1', reason: 'InternalError' }]);
    expect(calls).toHaveLength(3);
  });

  it('count as not taken when the answer does not mention them', async () => {
    const { outbox } = setUp(() => ({}), { attempts: 2 });
    expect(await outbox.send(STANDARD, messages(2))).toHaveLength(2);
  });
});

describe('a call that fails as a whole', () => {
  it('is repeated when it was throttled or lost', async () => {
    const { outbox, calls } = setUp((input, call) => {
      if (call === 1) throw awsFault('RequestThrottled', 403);
      if (call === 2) throw Object.assign(new Error('x'), { code: 'ECONNRESET' });
      return success(input);
    });
    expect(await outbox.send(FIFO, messages(10))).toEqual([]);
    expect(calls).toHaveLength(3);
  });

  it('is not repeated when it was refused, and nothing behind it is tried', async () => {
    const { outbox, calls } = setUp(() => {
      throw awsFault('QueueDoesNotExist', 400, 'The specified queue does not exist.');
    });
    const unsent = await outbox.send(FIFO, messages(40));
    expect(unsent).toHaveLength(40);
    expect(unsent[39]?.reason).toContain('does not exist');
    expect(calls).toHaveLength(1);
  });

  it('takes at most the attempts of one batch when the queue is out of reach', async () => {
    const { outbox, calls } = setUp(() => {
      throw awsFault('ServiceUnavailable', 503);
    });
    expect(await outbox.send(STANDARD, messages(500))).toHaveLength(500);
    expect(calls).toHaveLength(4);
  });

  it('ends at its time limit', async () => {
    const clock = createManualClock();
    const send = (_command: unknown, { abortSignal }: { abortSignal: AbortSignal }) =>
      new Promise<never>((_, reject) =>
        abortSignal.addEventListener('abort', () => reject(abortSignal.reason)),
      );
    const client = { send: send as never };
    const outbox = createSqsOutbox({ client, clock, random: () => 0, timeoutMs: 5, attempts: 2 });
    // The signal's timer does not keep a process alive, as a request under way would.
    const alive = setInterval(() => undefined, 1_000);
    expect((await outbox.send(STANDARD, messages(1)))[0]?.reason).toContain('TimeoutError');
    clearInterval(alive);
  });
});

it('makes 20 calls for 200 messages', async () => {
  const { outbox, calls } = setUp(success);
  await outbox.send(FIFO, messages(200, 7));
  expect(calls).toHaveLength(20);
});

/** A queue that takes, refuses and loses at random. Like SQS it takes a delivery id once. */
function shakyQueue(next: () => number) {
  const taken = new Map<string, string[]>();
  const answer = async (input: Input) => {
    await new Promise((resolve) => setImmediate(resolve));
    const chance = next();
    if (chance < 0.1) throw awsFault('ServiceUnavailable', 503);
    const Successful: object[] = [];
    const Failed: object[] = [];
    for (const { Id, MessageBody = '', MessageGroupId = '' } of entriesOf(input)) {
      const fate = next();
      if (fate < 0.15) Failed.push({ Id, ...PASSING });
      else if (fate < 0.2) Failed.push({ Id, ...FINAL });
      else if (fate < 0.22) continue;
      else {
        const group = taken.get(MessageGroupId) ?? [];
        if (!group.includes(MessageBody)) group.push(MessageBody);
        taken.set(MessageGroupId, group);
        Successful.push({ Id });
      }
    }
    if (chance < 0.2) throw Object.assign(new Error('answer lost'), { code: 'ECONNRESET' });
    return { Successful, Failed };
  };
  return { taken, answer };
}

const chances = fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }));

describe('whatever the queue does', () => {
  it.each([
    ['standard', STANDARD],
    ['FIFO', FIFO],
  ] as const)('every message was taken or is returned, each once, from a %s queue', async (_what, queue) => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(80),
        fc.integer({ min: 1, max: 12 }),
        chances,
        async (count, groups, stream) => {
          const { taken, answer } = shakyQueue(() => Number(stream.next().value));
          const { outbox } = setUp(answer, { attempts: 3 });
          const sent = messages(count, groups);
          const unsent = (await outbox.send(queue, sent)).map(({ deliveryId }) => deliveryId.slice(1));
          const accepted = new Set([...taken.values()].flat());
          expect(new Set(unsent).size).toBe(unsent.length);
          for (const { body } of sent) expect(accepted.has(body) || unsent.includes(body)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('no later batch overtakes what goes again', async () => {
    const { outbox, calls } = setUp((input, call) =>
      call === 1 ? failing(input, ['3', '4'], PASSING) : success(input),
    );
    await outbox.send(FIFO, messages(25));
    const order = calls.flatMap(({ input }) =>
      entriesOf(input).map(({ MessageBody }) => Number(MessageBody)),
    );
    expect(order.slice(10)).toEqual([3, 4, ...Array.from({ length: 15 }, (_, n) => n + 10)]);
  });
});
