import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { toAwsError } from '../aws/aws-error.ts';
import { type AbortAfter, systemAbortAfter } from '../clock.ts';
import { isFifo, toFifoId } from './fifo-id.ts';
import type { Quarantine } from './quarantine.ts';
import type { SqsBatchOptions } from './sqs-batch.ts';

export interface QueueEdgeOptions {
  readonly client: Pick<SQSClient, 'send'>;
  readonly queueUrl: string;
  readonly deadLettersUrl: string;
  /** The name of the queue among those of the bridge, and the one under which its messages are quarantined. */
  readonly queue: string;
  readonly quarantine: Pick<Quarantine, 'keep' | 'holds' | 'end'>;
  readonly timeoutMs?: number;
  readonly abortAfter?: AbortAfter;
}

/** SQS holds a message back for no longer than 12 hours from when it was received. */
const MAX_DELAY_SECONDS = 11 * 3600;
const MAX_REASON = 1_000;

/** What a consumer does with messages itself: park them, quarantine them, hold them back, or delete them early. */
export function createQueueEdge({
  client,
  queueUrl,
  deadLettersUrl,
  queue,
  quarantine,
  timeoutMs = 5_000,
  abortAfter = systemAbortAfter,
}: QueueEdgeOptions): Required<
  Pick<SqsBatchOptions, 'park' | 'quarantine' | 'endQuarantine' | 'postpone' | 'release'>
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
    async quarantine({ body, reason, meta: { quarantineId, messageId, group } }) {
      const isHeld =
        quarantineId !== undefined && (await quarantine.holds({ id: quarantineId, queue, body }));
      await quarantine.keep({ id: isHeld ? quarantineId : messageId, queue, group, body, reason });
    },
    endQuarantine: (id, body) => quarantine.end({ id, queue, body }),
    async postpone({ receiptHandle }, ms) {
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(ms / 1000))),
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
