import { createRestingMessages } from '../../lib/dynamo/dynamo-resting-messages.ts';
import { createQueueEdge } from '../../lib/platform/queues/queue-edge.ts';
import { RESTING_ATTRIBUTE } from '../../lib/platform/queues/resting-messages.ts';
import { createBatchHandler, type ReadMessage } from '../../lib/platform/queues/sqs-batch.ts';
import { NOT_DEALT_WITH, VERDICT_QUEUE } from '../../lib/verdict/click-queue.ts';
import type { VerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import type { Attack } from './group.ts';

const MINUTE_MS = 60_000;
const ID = 'acme c9';

export interface ForgedRestParts {
  readonly read: ReadMessage<VerdictMessage>;
  /** What the action function accepted, and put to rest. */
  readonly click: string;
  /** What somebody else sends with the id of that rest, by what it is. */
  readonly forged: Readonly<Record<string, string>>;
}

function open(read: ForgedRestParts['read']) {
  const clock = createManualClock();
  const resting = createRestingMessages({ rows: createMemoryVersionedRows(), clock });
  const client = { send: async () => ({}) } as never;
  const edge = createQueueEdge({
    ...{ client, queueUrl: 'q', deadLettersUrl: 'd', queue: VERDICT_QUEUE, resting },
  });
  const handle = createBatchHandler(read, async () => 'done', edge);
  return {
    keep: (body: string) =>
      resting.keep({ id: ID, queue: VERDICT_QUEUE, group: null, body, reason: NOT_DEALT_WITH }),
    deliver: (body: string) =>
      handle({
        Records: [
          {
            ...{ messageId: 'forged', receiptHandle: 'r', body, eventSourceARN: 'arn:aws:sqs:x:1:verdict' },
            attributes: {},
            messageAttributes: { [RESTING_ATTRIBUTE]: { stringValue: ID } },
          },
        ],
      }),
    async rests(body: string): Promise<boolean> {
      clock.advance(MINUTE_MS);
      return (await resting.due(VERDICT_QUEUE, 10)).some((one) => one.body === body);
    },
  };
}

/** Messages that name the rest of somebody else's click as their own. */
export function* forgedRests({ read, click, forged }: ForgedRestParts): Generator<Attack> {
  for (const [what, body] of Object.entries(forged)) {
    yield {
      name: `the id under which a click rests, with ${what}`,
      async run() {
        const { keep, deliver, rests } = open(read);
        await keep(click);
        await deliver(body);
        return (await rests(click)) ? null : 'the click does not rest any more';
      },
    };
    yield {
      name: `the id under which a click is going to rest, with ${what}`,
      async run() {
        const { keep, deliver, rests } = open(read);
        await deliver(body);
        await keep(click);
        return (await rests(click)) ? null : 'another message rests in the place of the click';
      },
    };
  }
}

/** Null, or in words that what the click itself says does not end its rest. */
export async function endsItsRest({ read, click }: ForgedRestParts): Promise<string | null> {
  const { keep, deliver, rests } = open(read);
  await keep(click);
  await deliver(click);
  return (await rests(click)) ? 'a click that was dealt with rests for ever' : null;
}
