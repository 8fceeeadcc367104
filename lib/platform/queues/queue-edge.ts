import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { toAwsError } from '../aws/aws-error.ts';
import { type AbortAfter, systemAbortAfter } from '../clock.ts';
import { isFifo, toFifoId } from './fifo-id.ts';
import type { RestingMessages } from './resting-messages.ts';
import type { SqsBatchOptions } from './sqs-batch.ts';

export interface QueueEdgeOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
  /** The name of the queue among those of the bridge, and where its messages rest. */
  readonly queue: string;
  readonly resting: Pick<RestingMessages, 'keep' | 'holds' | 'end'>;
  readonly timeoutMs?: number;
  readonly abortAfter?: AbortAfter;
}

/** SQS lets a message rest for no longer than 12 hours from when it was received. */
const MAX_REST_SECONDS = 11 * 3600;
const MAX_REASON = 1_000;

/** What a consumer does with messages itself: park them, let them rest, hold them back, or delete them early. */
export function createQueueEdge({
  client,
  queueUrl,
  deadLettersUrl,
  queue,
  resting,
  timeoutMs = 5_000,
  abortAfter = systemAbortAfter,
}: QueueEdgeOptions): Required<
  Pick<SqsBatchOptions, 'park' | 'rest' | 'restIsOver' | 'postpone' | 'release'>
> {
  const within = () => ({ abortSignal: abortAfter(timeoutMs) });
  return {
    async park({ body, reason, meta }) {
      const command = new SendMessageCommand({
        QueueUrl: deadLettersUrl,
        MessageBody: body,
        MessageAttributes: { reason: { DataType: 'String', StringValue: printable(reason) } },
        // A repeat of the same parking is one message.
        ...(isFifo(deadLettersUrl) && {
          MessageGroupId: toFifoId(meta.group ?? 'parked'),
          MessageDeduplicationId: toFifoId(meta.messageId),
        }),
      });
      try {
        await client.send(command, within());
      } catch (thrown) {
        throw toAwsError('SendMessage', thrown);
      }
    },
    // A message that comes again before it was deleted has the same id, and so the same row.
    async rest({ body, reason, meta: { restingId, messageId, group } }) {
      const rests = restingId !== undefined && (await resting.holds({ id: restingId, queue, body }));
      await resting.keep({ id: rests ? restingId : messageId, queue, group, body, reason });
    },
    restIsOver: (id, body) => resting.end({ id, queue, body }),
    async postpone({ receiptHandle }, ms) {
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(MAX_REST_SECONDS, Math.max(0, Math.ceil(ms / 1000))),
      });
      try {
        await client.send(command, within());
      } catch (thrown) {
        throw toAwsError('ChangeMessageVisibility', thrown);
      }
    },
    // At most ten: as many as a batch of a queue in order has.
    async release(metas) {
      const Entries = metas.map(({ receiptHandle: ReceiptHandle }, index) => ({
        Id: String(index),
        ReceiptHandle,
      }));
      try {
        await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }), within());
      } catch (thrown) {
        throw toAwsError('DeleteMessageBatch', thrown);
      }
    },
  };
}

/** As SQS takes it in an attribute: not empty, and without control characters. */
const printable = (reason: string): string =>
  reason.replace(/[^\x20-\x7e\u00a0-\ud7ff]/g, '?').slice(0, MAX_REASON) || 'no reason given';
