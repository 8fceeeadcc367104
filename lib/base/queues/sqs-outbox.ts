import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { codeOfName, toAwsError } from '../aws/aws-error.ts';
import { backoffMs } from '../backoff.ts';
import { type AbortAfter, type Clock, type Random, systemAbortAfter } from '../clock.ts';
import { isFifo, toFifoId } from './fifo-id.ts';
import { SQS_MAX_BYTES, whyImpossible } from './message-text.ts';
import type { Outbox, OutMessage, Unsent } from './outbox.ts';
import { QUARANTINE_ATTRIBUTE } from './quarantine.ts';

export interface SqsOutboxOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly attempts?: number;
  /** How long one call may take, the SDK's own retries included. */
  readonly timeoutMs?: number;
  readonly abortAfter?: AbortAfter;
}

/** What one call to SQS takes. */
const BATCH = { count: 10, bytes: SQS_MAX_BYTES };

interface Rejection {
  readonly message: OutMessage;
  readonly reason: string;
  /** False: the same message will be refused again. */
  readonly retryable: boolean;
}

interface BatchOutcome {
  /** Those that the queue did not take, in the order of the batch. */
  readonly rejected: readonly Rejection[];
  /** The call as a whole failed: it says something about the queue and nothing about these messages. */
  readonly noAnswer: boolean;
}

/**
 * Hands messages to SQS, ten at a time and one call after the other: all are wake-ups, clicks and ticks, so they are few and
 * small. What SQS refuses goes again before the rest. Whatever was not accepted is in the answer; it does not throw.
 */
export function createSqsOutbox(options: SqsOutboxOptions): Outbox {
  const { client, clock, random, attempts = 4, timeoutMs = 10_000, abortAfter = systemAbortAfter } = options;

  /** Never throws: every message was taken, or is in the outcome. */
  async function sendBatch(QueueUrl: string, batch: readonly OutMessage[]): Promise<BatchOutcome> {
    try {
      const Entries = batch.map((message, index) => entryOf(message, index, isFifo(QueueUrl)));
      const command = new SendMessageBatchCommand({ QueueUrl, Entries });
      const answer = await client.send(command, { abortSignal: abortAfter(timeoutMs) });
      // Asked the other way round, an entry that is in neither list would count as sent.
      const taken = new Set((answer.Successful ?? []).map(({ Id }) => Id));
      const failed = new Map((answer.Failed ?? []).map((entry) => [entry.Id, entry]));
      const rejected = batch.flatMap((message, index): Rejection[] => {
        if (taken.has(String(index))) return [];
        const { Code = 'no answer for this message', Message, SenderFault } = failed.get(String(index)) ?? {};
        const reason = Message ? `${Code}: ${Message.slice(0, 200)}` : Code;
        return [{ message, reason, retryable: !SenderFault || codeOfName(Code) === 'throttled' }];
      });
      return { rejected, noAnswer: false };
    } catch (thrown) {
      const { message: reason, retryable } = toAwsError('SendMessageBatch', thrown);
      return { rejected: batch.map((message) => ({ message, reason, retryable })), noAnswer: true };
    }
  }

  return {
    async send(queueUrl, messages) {
      // Found here, so that one such message does not fail the nine that would have travelled with it.
      const unsent = messages.flatMap((message) => unsentFor([message], whyImpossible(message.body)));
      let waiting = messages.filter(({ body }) => whyImpossible(body) === null);
      const tries = new Map<OutMessage, number>();
      while (waiting.length > 0) {
        const batch = firstBatch(waiting);
        const rest = waiting.slice(batch.length);
        const { rejected, noAnswer } = await sendBatch(queueUrl, batch);
        for (const { message } of rejected) tries.set(message, (tries.get(message) ?? 0) + 1);
        const triesOf = (message: OutMessage) => tries.get(message) ?? 0;
        const isLost = ({ message, retryable }: Rejection) => !retryable || triesOf(message) >= attempts;
        const lost = rejected.filter(isLost);
        for (const { message, reason } of lost) unsent.push(...unsentFor([message], reason));
        const again = rejected.filter((one) => !isLost(one)).map(({ message }) => message);
        // The queue is out of reach: to try the rest one batch at a time would only take longer to say so.
        if (noAnswer && again.length === 0) return [...unsent, ...unsentFor(rest, lost[0]?.reason ?? '')];
        waiting = [...again, ...rest];
        if (again.length > 0) await clock.sleep(backoffMs(Math.max(...again.map(triesOf)), random));
      }
      return unsent;
    },
  };
}

const entryOf = (
  { deliveryId, group, body, delaySeconds, quarantineId }: OutMessage,
  n: number,
  fifo: boolean,
) => ({
  Id: String(n),
  MessageBody: body,
  ...(delaySeconds !== undefined && !fifo && { DelaySeconds: delaySeconds }),
  ...(quarantineId !== undefined && {
    MessageAttributes: { [QUARANTINE_ATTRIBUTE]: { DataType: 'String', StringValue: quarantineId } },
  }),
  // In a queue without an order SQS uses the group to be fair: no group's messages delay those of others for long.
  MessageGroupId: toFifoId(group),
  ...(fifo && { MessageDeduplicationId: toFifoId(deliveryId) }),
});

/** As many as one call takes; always one. */
function firstBatch(messages: readonly OutMessage[]): readonly OutMessage[] {
  let bytes = 0;
  const end = messages.findIndex(({ body }, index) => {
    bytes += Buffer.byteLength(body);
    return index > 0 && (index === BATCH.count || bytes > BATCH.bytes);
  });
  return end < 0 ? messages : messages.slice(0, end);
}

const unsentFor = (messages: readonly OutMessage[], reason: string | null): Unsent[] =>
  reason === null ? [] : messages.map(({ deliveryId }) => ({ deliveryId, reason }));
