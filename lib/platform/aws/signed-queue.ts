import { AwsError } from './aws-error.ts';
import type { AwsOperation, CallAws } from './signed-aws.ts';

const SEND_MESSAGE: AwsOperation = {
  service: 'sqs',
  name: 'SendMessage',
  target: 'AmazonSQS',
  contentType: 'application/x-amz-json-1.0',
};

/** For a queue in order: what it is one after the other with, and the name by which a repeat is known. */
export interface InOrder {
  readonly group: string;
  readonly id: string;
}

export interface SendOptions {
  readonly order?: InOrder;
  /** Texts that come with it, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Sends one message to a queue. Resolves only when the queue has it; one without an order may have it twice. */
export const createSignedSend =
  (callAws: CallAws) =>
  async (queueUrl: string, body: string, { order, attributes }: SendOptions = {}): Promise<void> => {
    const { MessageId } = await callAws(SEND_MESSAGE, {
      QueueUrl: queueUrl,
      MessageBody: body,
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
