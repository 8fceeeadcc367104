/**
 * The real AWS clients on the in-memory fakes: they check, write, sign and read as in production, and only the
 * network between is missing.
 */
import { createHash } from 'node:crypto';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, type SendMessageBatchCommandInput, SQSClient } from '@aws-sdk/client-sqs';

export interface AwsClients {
  readonly dynamo: Pick<DynamoDBClient, 'send'>;
  readonly sqs: Pick<SQSClient, 'send'>;
}

type Send = (command: never) => Promise<unknown>;

const COMMANDS = {
  BatchGetItem: BatchGetItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  GetItem: GetItemCommand,
  UpdateItem: UpdateItemCommand,
  SendMessageBatch: SendMessageBatchCommand,
};

interface WireRequest {
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

export function throughSdk({ dynamo, sqs }: AwsClients): AwsClients {
  const config = {
    region: 'eu-west-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
    maxAttempts: 2,
  };
  return {
    dynamo: new DynamoDBClient({ ...config, requestHandler: handlerFor(dynamo.send.bind(dynamo)) as never }),
    sqs: new SQSClient({ ...config, requestHandler: handlerFor(sqs.send.bind(sqs)) as never }),
  };
}

const handlerFor = (send: unknown) => ({
  async handle({ headers, body }: WireRequest) {
    const [, name = ''] = (headers['x-amz-target'] ?? '').split('.');
    const input = JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
    const Command = COMMANDS[name as keyof typeof COMMANDS] as new (input: unknown) => unknown;
    const answer = await (send as Send)(new Command(input) as never);
    const said = name === 'SendMessageBatch' ? withChecksums(answer as Answer, input) : answer;
    const wire = { 'content-type': 'application/x-amz-json-1.0' };
    return { response: { statusCode: 200, headers: wire, body: Buffer.from(JSON.stringify(said)) } };
  },
});

interface Answer {
  readonly Successful: readonly { Id: string }[];
}

/** The client compares them with what it sent. */
function withChecksums(answer: Answer, { Entries = [] }: SendMessageBatchCommandInput): object {
  const Successful = Entries.map(({ Id, MessageBody = '' }) => ({
    Id,
    MessageId: Id,
    MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
  }));
  return { ...answer, Successful };
}
