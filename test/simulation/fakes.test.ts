import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { systemClock } from '../../lib/platform/clock.ts';
import { createSqsOutbox } from '../../lib/queues/sqs-outbox.ts';
import { describeFeedLedger } from '../contract/feed-ledger.ts';
import { describeOutbox } from '../contract/outbox.ts';
import { FakeDynamo } from './fake-dynamo.ts';
import { FakeSqs } from './fake-sqs.ts';

// What the simulation stands on passes the same suites as the real thing.

const atOnce = async <T>(_label: string, effect: () => T): Promise<T> => effect();
const parts = { clock: systemClock, random: Math.random };

describeFeedLedger('the ledger on the fake DynamoDB', () =>
  createDynamoFeedLedger({ ...parts, client: new FakeDynamo().client(atOnce), tableName: 'ledger' }),
);

let queues = 0;
describeOutbox('the outbox on the fake SQS', () => {
  const sqs = new FakeSqs();
  return {
    outbox: createSqsOutbox({ ...parts, client: sqs.client(atOnce) }),
    newQueue: (kind) => `queue-${++queues}${kind === 'fifo' ? '.fifo' : ''}`,
    bodies: async (queueUrl) =>
      sqs.delivered.filter((message) => message.queueUrl === queueUrl).map(({ body }) => body),
  };
});
