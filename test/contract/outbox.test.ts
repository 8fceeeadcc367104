import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSqsOutbox } from '../../lib/base/queues/sqs-outbox.ts';
import { FakeSqs } from '../support/aws/fake-sqs.ts';
import { type LocalQueues, startFauxqs } from '../support/aws/start-fauxqs.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryOutbox } from '../support/memory/memory-outbox.ts';
import { describeOutbox } from './outbox.ts';

let queues: LocalQueues;
beforeAll(async () => {
  queues = await startFauxqs();
});
afterAll(() => queues.stop());

let names = 0;
describeOutbox('the in-memory outbox', () => {
  const outbox = createMemoryOutbox();
  return {
    outbox,
    newQueue: (kind) => `memory-${++names}${kind === 'fifo' ? '.fifo' : ''}`,
    bodies: async (queue) => outbox.accepted(queue).map(({ body }) => body),
  };
});

const newOutbox = () =>
  createSqsOutbox({ client: queues.client, clock: createManualClock(), random: Math.random });
describeOutbox('the SQS outbox', () => ({
  outbox: newOutbox(),
  newQueue: (kind) => queues.createQueue(kind),
  bodies: async (queue) => (await queues.drain(queue)).map(({ Body = '' }) => Body),
}));

// What the simulation stands on passes the same suite as the real thing.
describeOutbox('the outbox on the fake SQS', () => {
  const sqs = new FakeSqs();
  const client = sqs.client(async (_label, effect) => effect());
  return {
    outbox: createSqsOutbox({ client, clock: createManualClock(), random: Math.random }),
    newQueue: (kind) => `fake-${++names}${kind === 'fifo' ? '.fifo' : ''}`,
    bodies: async (queue) =>
      sqs.delivered.filter(({ queueUrl }) => queueUrl === queue).map(({ body }) => body),
  };
});

const two = [1, 2].map((n) => ({ deliveryId: `d${n}`, group: 'soc', body: 'x'.repeat(2_000 * n) }));

it('returns everything, and does not throw, when the queue does not exist or nobody answers', async () => {
  const missing = queues.createQueue('standard').replace(/queue-\d+/, 'missing');
  expect((await newOutbox().send(missing, two)).map(({ deliveryId }) => deliveryId)).toEqual(['d1', 'd2']);
});
