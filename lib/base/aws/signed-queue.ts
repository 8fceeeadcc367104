import { AwsError } from './aws-error.ts';
import type { AwsOperation, CallAws } from './signed-aws.ts';

const SEND_MESSAGE: AwsOperation = {
  service: 'sqs',
  name: 'SendMessage',
  target: 'AmazonSQS',
  contentType: 'application/x-amz-json-1.0',
};

/** For a FIFO queue: the group within which messages keep their order, and the id by which SQS recognises a repeat. */
export interface InOrder {
  readonly group: string;
  readonly id: string;
}

export interface SendOptions {
  readonly order?: InOrder;
  /** For a queue without an order: whose message it is. SQS lets nobody's messages delay those of others for long. */
  readonly group?: string;
  /** Text attributes of the message, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Sends one message to a queue. Resolves only when the queue has it; without an order, the queue may get it twice. */
export const createSignedSend =
  (callAws: CallAws) =>
  async (queueUrl: string, body: string, { order, group, attributes }: SendOptions = {}): Promise<void> => {
    const { MessageId } = await callAws(SEND_MESSAGE, {
      QueueUrl: queueUrl,
      MessageBody: body,
      ...(group !== undefined && { MessageGroupId: group }),
      ...(order && { MessageGroupId: order.group, MessageDeduplicationId: order.id }),
      ...(attributes && {
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, StringValue]) => [
            name,
            { DataType: 'String', StringValue },
          ]),
        ),
      }),
    });
    if (typeof MessageId !== 'string')
      throw new AwsError('malformed', 'SendMessage was answered without an id');
  };
