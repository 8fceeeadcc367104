import './quiet-sdk.ts';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { startFauxqs as start } from 'fauxqs';
import { LOCAL_CREDENTIALS } from './quiet-sdk.ts';

export interface LocalQueues {
  readonly client: SQSClient;
  /** Calls that sent something. */
  sends(): number;
  createQueue(kind: 'fifo' | 'standard', attributes?: Record<string, string>): string;
  /** Receives and deletes everything that is in the queue, in the order of receiving. */
  drain(queueUrl: string): Promise<Message[]>;
  stop(): Promise<void>;
}

/** SQS in this process. */
export async function startFauxqs(): Promise<LocalQueues> {
  const server = await start({ port: 0, logger: false, defaultRegion: LOCAL_CREDENTIALS.region });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient({ ...LOCAL_CREDENTIALS, endpoint, useQueueUrlAsEndpoint: false });
  let queues = 0;
  let sends = 0;
  client.middlewareStack.add(
    (next, context) => (args) => {
      if (context.commandName === 'SendMessageBatchCommand') sends++;
      return next(args);
    },
    { step: 'initialize', name: 'countSends' },
  );

  async function drain(queueUrl: string): Promise<Message[]> {
    const all: Message[] = [];
    for (;;) {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: 10,
          MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
        }),
      );
      if (Messages.length === 0) return all;
      all.push(...Messages);
      const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    }
  }

  return {
    client,
    sends: () => sends,
    createQueue(kind, attributes = {}) {
      const name = `queue-${++queues}${kind === 'fifo' ? '.fifo' : ''}`;
      const { region } = LOCAL_CREDENTIALS;
      const all = kind === 'fifo' ? { FifoQueue: 'true', ...attributes } : attributes;
      return server.createQueue(name, { region, attributes: all }).queueUrl;
    },
    drain,
    async stop() {
      client.destroy();
      await server.stop();
    },
  };
}
