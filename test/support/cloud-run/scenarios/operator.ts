import { createHash } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';

/** What an operator does to a queue by hand. Queues are given by logical id. */
export interface Operator {
  send(queue: string, body: string): Promise<void>;
  /** Takes what is there and puts it back at once. */
  look(queue: string): Promise<string[]>;
  waiting(queue: string): Promise<number>;
}

/** Works on a cloud with the key of one who may do everything. */
export async function asOperator(
  cloud: LocalCloud,
  work: (operator: Operator) => Promise<void>,
): Promise<void> {
  const { aws, operator, region } = cloud.endpoints;
  const client = new SQSClient({
    endpoint: aws,
    region,
    credentials: operator,
    useQueueUrlAsEndpoint: false,
  });
  const find = (logicalId: string) => {
    const queue = cloud.template.of('AWS::SQS::Queue').find((one) => one.logicalId === logicalId);
    if (!queue) throw new Error(`there is no queue ${logicalId}`);
    return { url: queue.identity.ref, name: queue.identity.attributes.QueueName ?? '' };
  };
  try {
    await work({
      async send(queue, MessageBody) {
        const { url: QueueUrl, name } = find(queue);
        const fifo = name.endsWith('.fifo') && {
          MessageGroupId: 'operator',
          // SQS takes no longer ones.
          MessageDeduplicationId: createHash('sha256').update(MessageBody).digest('hex'),
        };
        await client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...fifo }));
      },
      async look(queue) {
        const command = { QueueUrl: find(queue).url, MaxNumberOfMessages: 10, VisibilityTimeout: 0 };
        const { Messages = [] } = await client.send(new ReceiveMessageCommand(command));
        return Messages.map(({ Body = '' }) => Body);
      },
      waiting: async (queue) => (await cloud.queues())[find(queue).name]?.waiting ?? 0,
    });
  } finally {
    client.destroy();
  }
}
