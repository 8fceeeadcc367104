import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { codeOfName, isNamed, toAwsError } from '../platform/aws/aws-error.ts';
import { type AbortAfter, systemAbortAfter } from '../platform/clock.ts';
import { isFifo, toFifoId } from './fifo-id.ts';
import type { OutMessage } from './outbox.ts';
import { RESTING_ATTRIBUTE } from './resting-messages.ts';

export interface Rejection {
  readonly message: OutMessage;
  readonly reason: string;
  /** False: the same message will be refused again. */
  readonly retryable: boolean;
}

export interface BatchOutcome {
  /** Those that the queue did not take, in the order of the batch. */
  readonly rejected: readonly Rejection[];
  /** The call as a whole failed: it says something about the queue and nothing about these messages. */
  readonly unanswered: boolean;
}

export type SendBatch = (queueUrl: string, batch: readonly OutMessage[]) => Promise<BatchOutcome>;

/** Sends up to ten messages with one call. Never throws: every message was taken, or is in the outcome. */
export function createSendBatch(
  client: Pick<SQSClient, 'send'>,
  timeoutMs: number,
  abortAfter: AbortAfter = systemAbortAfter,
): SendBatch {
  return async function sendBatch(queueUrl, batch) {
    const fifo = isFifo(queueUrl);
    const Entries = batch.map(({ deliveryId, group, body, delaySeconds, restingId }, index) => ({
      Id: String(index),
      MessageBody: body,
      ...(delaySeconds !== undefined && !fifo && { DelaySeconds: delaySeconds }),
      ...(restingId !== undefined && {
        MessageAttributes: { [RESTING_ATTRIBUTE]: { DataType: 'String', StringValue: restingId } },
      }),
      ...(fifo && { MessageGroupId: toFifoId(group), MessageDeduplicationId: toFifoId(deliveryId) }),
    }));
    try {
      const command = new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries });
      const answer = await client.send(command, { abortSignal: abortAfter(timeoutMs) });
      // Asked the other way round, an entry that is in neither list would count as sent.
      const taken = new Set((answer.Successful ?? []).map(({ Id }) => Id));
      const failed = new Map((answer.Failed ?? []).map((entry) => [entry.Id, entry]));
      const rejected = batch.flatMap((message, index): Rejection[] => {
        if (taken.has(String(index))) return [];
        const {
          Code = 'no answer for this message',
          Message,
          SenderFault = false,
        } = failed.get(String(index)) ?? {};
        const reason = Message ? `${Code}: ${Message.slice(0, 200)}` : Code;
        return [{ message, reason, retryable: !SenderFault || codeOfName(Code) === 'throttled' }];
      });
      return { rejected, unanswered: false };
    } catch (thrown) {
      // A queue may be set to take less than 1 MiB, which only it knows.
      if (isNamed(thrown, 'BatchRequestTooLong') && batch.length > 1) return inHalves(queueUrl, batch);
      const { message: reason, retryable } = toAwsError('SendMessageBatch', thrown);
      return { rejected: batch.map((message) => ({ message, reason, retryable })), unanswered: true };
    }
  };

  /** One after the other, and the second only when the first is through: the order of a group matters. */
  async function inHalves(queueUrl: string, batch: readonly OutMessage[]): Promise<BatchOutcome> {
    const sendBatch = createSendBatch(client, timeoutMs);
    const middle = Math.ceil(batch.length / 2);
    const first = await sendBatch(queueUrl, batch.slice(0, middle));
    const later = batch.slice(middle);
    if (first.rejected.some(({ retryable }) => retryable)) {
      const waiting = later.map((message) => ({
        message,
        reason: 'waits for an earlier message',
        retryable: true,
      }));
      return { rejected: [...first.rejected, ...waiting], unanswered: false };
    }
    const second = await sendBatch(queueUrl, later);
    return { rejected: [...first.rejected, ...second.rejected], unanswered: false };
  }
}
