import { QUARANTINE_ATTRIBUTE } from '../../lib/base/queues/quarantine.ts';
import { createQueueEdge } from '../../lib/base/queues/queue-edge.ts';
import { createBatchHandler, type ReadMessage } from '../../lib/base/queues/sqs-batch.ts';
import { createQuarantine } from '../../lib/dynamo/dynamo-quarantine.ts';
import { NOT_DEALT_WITH, VERDICT_QUEUE } from '../../lib/verdict/click-queue.ts';
import type { VerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import type { Attack } from './group.ts';

const MINUTE_MS = 60_000;
const ID = 'acme c9';

export interface ForgedQuarantineParts {
  readonly read: ReadMessage<VerdictMessage>;
  /** What the action function accepted, and quarantined. */
  readonly click: string;
  /** What somebody else sends with the id of that rest, by what it is. */
  readonly forged: Readonly<Record<string, string>>;
}

function open(read: ForgedQuarantineParts['read']) {
  const clock = createManualClock();
  const quarantine = createQuarantine({ rows: createMemoryVersionedRows(), clock });
  const client = { send: async () => ({}) } as never;
  const edge = createQueueEdge({
    ...{ client, queueUrl: 'q', deadLettersUrl: 'd', queue: VERDICT_QUEUE, quarantine },
  });
  const handle = createBatchHandler(read, async () => 'done', edge);
  return {
    keep: (body: string) =>
      quarantine.keep({ id: ID, queue: VERDICT_QUEUE, group: null, body, reason: NOT_DEALT_WITH }),
    deliver: (body: string) =>
      handle({
        Records: [
          {
            ...{ messageId: 'forged', receiptHandle: 'r', body, eventSourceARN: 'arn:aws:sqs:x:1:verdict' },
            attributes: {},
            messageAttributes: { [QUARANTINE_ATTRIBUTE]: { stringValue: ID } },
          },
        ],
      }),
    async isHeld(body: string): Promise<boolean> {
      clock.advance(MINUTE_MS);
      return (await quarantine.due(VERDICT_QUEUE, 10)).some((one) => one.body === body);
    },
  };
}

/** Messages that name the rest of somebody else's click as their own. */
export function* forgedQuarantine({ read, click, forged }: ForgedQuarantineParts): Generator<Attack> {
  for (const [what, body] of Object.entries(forged)) {
    yield {
      name: `the id under which a click is quarantined, with ${what}`,
      async run() {
        const { keep, deliver, isHeld } = open(read);
        await keep(click);
        await deliver(body);
        return (await isHeld(click)) ? null : 'the click is not quarantined any more';
      },
    };
    yield {
      name: `the id under which a click is going to be quarantined, with ${what}`,
      async run() {
        const { keep, deliver, isHeld } = open(read);
        await deliver(body);
        await keep(click);
        return (await isHeld(click)) ? null : 'another message is quarantined in the place of the click';
      },
    };
  }
}

/** Null, or in words that what the click itself says does not end its rest. */
export async function endsItsQuarantine({ read, click }: ForgedQuarantineParts): Promise<string | null> {
  const { keep, deliver, isHeld } = open(read);
  await keep(click);
  await deliver(click);
  return (await isHeld(click)) ? 'a click that was dealt with is quarantined for ever' : null;
}
