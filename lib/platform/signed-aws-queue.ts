import { AwsError } from './aws-error.ts';
import type { AwsOperation, CallAws } from './signed-aws.ts';

const SEND_MESSAGE: AwsOperation = {
  service: 'sqs',
  name: 'SendMessage',
  target: 'AmazonSQS',
  contentType: 'application/x-amz-json-1.0',
};

/** Sends one message to a queue without an order. Resolves only when the queue has it; it may have it twice. */
export const createSignedSend =
  (callAws: CallAws) =>
  async (queueUrl: string, body: string): Promise<void> => {
    const { MessageId } = await callAws(SEND_MESSAGE, { QueueUrl: queueUrl, MessageBody: body });
    if (typeof MessageId !== 'string')
      throw new AwsError('malformed', 'SendMessage was answered without an id');
  };
