import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BRIDGE_KEY_BYTES, type BridgeKey } from '../../lib/platform/bridge-keys.ts';

export interface AwsStandIn {
  readonly url: string;
  /** Messages that the queue took. */
  readonly taken: number;
  answerAfter(delayMs: number): void;
  close(): Promise<void>;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
}

const md5 = (body: string) => createHash('md5').update(body).digest('hex');
/** With its checksum, since the SDK looks at it. */
const accepted = (body: string) => ({ MessageId: 'm', MD5OfMessageBody: md5(body) });

/** With which the buttons of the bench are sealed. */
export const KEY: BridgeKey = { secret: Buffer.alloc(BRIDGE_KEY_BYTES, 7), createdAtMs: 1 };

function keyRow({ Key }: Record<string, unknown>): object {
  if (!JSON.stringify(Key).includes('key#')) return {};
  const secret = { S: KEY.secret.toString('base64') };
  return {
    Item: { id: { S: 'k' }, secret, version: { N: '1' }, createdAtMs: { N: String(KEY.createdAtMs) } },
  };
}

/** As much of SSM, SQS and DynamoDB as a click needs, on this machine, with answers that take as long as they are told to. */
export async function startAwsStandIn(secrets: Readonly<Record<string, string>>): Promise<AwsStandIn> {
  let delayMs = 0;
  let taken = 0;

  function answer(operation: string, input: Record<string, unknown>): object {
    if (operation === 'AmazonSSM.GetParameter') return { Parameter: { Value: secrets[String(input.Name)] } };
    if (operation === 'AmazonSQS.SendMessage') {
      taken++;
      return accepted(String(input.MessageBody));
    }
    // A table that has keys and nothing else, and takes what is written.
    if (operation === 'DynamoDB_20120810.GetItem') return keyRow(input);
    if (operation.startsWith('DynamoDB_')) return {};
    if (operation !== 'AmazonSQS.SendMessageBatch') throw new Error(`not expected here: ${operation}`);
    const entries = input.Entries as Entry[];
    taken += entries.length;
    return { Successful: entries.map(({ Id, MessageBody }) => ({ Id, ...accepted(MessageBody) })) };
  }

  // Without promises: its own time is in every figure, so there should be little of it.
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const operation = String(request.headers['x-amz-target']);
      const answered = JSON.stringify(answer(operation, JSON.parse(body) as Record<string, unknown>));
      if (delayMs > 0) setTimeout(() => response.end(answered), delayMs);
      else response.end(answered);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return taken;
    },
    answerAfter(ms) {
      delayMs = ms;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
