import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { toAwsError } from '../../lib/base/aws/aws-error.ts';
import type { Clock } from '../../lib/base/clock.ts';
import { isFifo, toFifoId } from '../../lib/base/queues/fifo-id.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { type QueueUrls, queuesIn } from '../../lib/config/stack-outputs.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { isoOf } from '../frame/time-words.ts';

export interface DeadLetter {
  readonly queue: string;
  readonly id: string;
  /** Why the function parked it. Null: it was retried too often, and the function's log says why. */
  readonly reason: string | null;
  readonly sentAt: string | null;
  readonly receives: number;
  /** What it is about, as far as its text says. */
  readonly about: string;
  readonly body: string;
}

/** A message that is held for a moment, to be looked at, moved or deleted. */
export interface Held extends DeadLetter {
  readonly receipt: string;
  readonly group: string | null;
}

export interface DeadQueue extends QueueUrls {
  readonly deadLettersUrl: string;
}

const HELD_SECONDS = 60;
/** The most to show of one queue. */
const MOST_SHOWN = 200;

export async function deadQueuesOf(bridge: OpenBridge): Promise<DeadQueue[]> {
  const all = queuesIn(await bridge.outputs()).filter((one): one is DeadQueue => one.deadLettersUrl !== null);
  if (all.length === 0)
    throw new CommandError(
      `The stack of ${bridge.where} does not say where its queues are. Deploy it again.`,
    );
  return all;
}

/** `slack deliveries`, `slack-deliveries`, or an unambiguous beginning of it. */
export function pickQueue<One extends { readonly queue: string }>(
  queues: readonly One[],
  named: string,
): One {
  const typed = named.toLowerCase().replaceAll('-', ' ');
  const found = queues.filter(({ queue }) => queue === typed);
  const begun = queues.filter(({ queue }) => queue.startsWith(typed));
  const [one, other] = found.length > 0 ? found : begun;
  if (one && !other) return one;
  const names = queues.map(({ queue }) => queue.replaceAll(' ', '-'));
  const meant = nearest(named, names);
  throw new UsageError(
    `${JSON.stringify(named)} is no queue of this bridge${meant ? `: did you mean ${meant}?` : '.'} There are ${names.join(', ')}.`,
  );
}

/**
 * Receives dead letters up to a limit, and returns those that were not deleted. From a FIFO queue SQS delivers the first
 * ten of each group, and the next ones once those are gone.
 */
export async function withDeadLetters(
  { sqs }: Pick<OpenBridge, 'sqs'>,
  { queue, deadLettersUrl: QueueUrl }: DeadQueue,
  use: (held: Held) => Promise<'gone' | 'kept'>,
  most = MOST_SHOWN,
): Promise<number> {
  const kept: Held[] = [];
  const seen = new Set<string>();
  try {
    while (seen.size < most) {
      const received = await receive(sqs, QueueUrl, Math.min(10, most - seen.size));
      const fresh = received.filter(({ MessageId = '' }) => !seen.has(MessageId));
      for (const message of fresh) {
        const held = heldOf(queue, message);
        seen.add(held.id);
        // Returned to the queue, whatever happens to the next ones.
        kept.push(held);
        if ((await use(held)) === 'gone') kept.pop();
      }
      if (fresh.length === 0) break;
    }
  } finally {
    await giveBack(sqs, QueueUrl, kept);
  }
  return seen.size;
}

async function receive(sqs: OpenBridge['sqs'], QueueUrl: string, count: number): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: count,
    VisibilityTimeout: HELD_SECONDS,
    WaitTimeSeconds: 1,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['All'],
  });
  const { Messages = [] } = await sqs.send(command).catch(failed('ReceiveMessage'));
  return Messages;
}

async function giveBack(sqs: OpenBridge['sqs'], QueueUrl: string, held: readonly Held[]): Promise<void> {
  for (let at = 0; at < held.length; at += 10) {
    const Entries = held
      .slice(at, at + 10)
      .map(({ receipt: ReceiptHandle }, n) => ({ Id: String(n), ReceiptHandle, VisibilityTimeout: 0 }));
    // Otherwise they come back on their own after a minute.
    await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries })).catch(() => undefined);
  }
}

/** Sends it back where it came from before deleting it: a crash in between leaves it in both, which the ledger absorbs. */
export async function redrive(
  { sqs, clock }: Pick<OpenBridge, 'sqs'> & { readonly clock: Clock },
  { url, deadLettersUrl }: DeadQueue,
  { id, body, group, receipt }: Held,
): Promise<void> {
  if (url === null) throw new CommandError('There is no queue that these came from.');
  // A new id each time: SQS drops a message whose id it saw in the last five minutes, and this one would be lost.
  const order = isFifo(url) && {
    MessageGroupId: group ?? 'redriven',
    MessageDeduplicationId: toFifoId(`redriven.${id}.${clock.now()}`),
  };
  await sqs
    .send(new SendMessageCommand({ QueueUrl: url, MessageBody: body, ...order }))
    .catch(failed('SendMessage'));
  await drop({ sqs }, deadLettersUrl, receipt);
}

export async function drop(
  { sqs }: Pick<OpenBridge, 'sqs'>,
  QueueUrl: string,
  ReceiptHandle: string,
): Promise<void> {
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })).catch(failed('DeleteMessage'));
}

const failed = (operation: string) => (thrown: unknown) => {
  throw toAwsError(operation, thrown);
};

function heldOf(queue: string, { MessageId = '', ReceiptHandle = '', Body = '', ...message }: Message): Held {
  const { Attributes = {}, MessageAttributes = {} } = message;
  return {
    queue,
    id: MessageId,
    reason: MessageAttributes.reason?.StringValue ?? null,
    sentAt: isoOf(Number(Attributes.SentTimestamp ?? Number.NaN)),
    receives: Number(Attributes.ApproximateReceiveCount ?? 0),
    about: aboutOf(Body),
    body: Body,
    receipt: ReceiptHandle,
    group: Attributes.MessageGroupId ?? null,
  };
}

/** `case c1 for soc`, if the message is of this bridge. */
export function aboutOf(body: string): string {
  let parsed: Record<string, unknown>;
  try {
    parsed = Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return 'not JSON';
  }
  const words = ['kind', 'domain', 'deliveryId', 'caseId', 'destination']
    .map((name) => parsed[name])
    .filter((value) => typeof value === 'string');
  return words.join(' ') || 'something else';
}

/** For output: without what only SQS needs. */
export const shown = ({ receipt: _, group: __, ...letter }: Held): DeadLetter => letter;
