import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BRIDGE_KEY_BYTES, type BridgeKey, newKey, writeStoredKey } from '../../lib/base/bridge-keys.ts';
import { TEAM } from '../support/slack-requests.ts';

export interface AwsStandIn {
  readonly url: string;
  /** Of Slack's Web API. */
  readonly slackUrl: string;
  /** Messages that the queue took. */
  readonly taken: number;
  answerAfter(delayMs: number): void;
  close(): Promise<void>;
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
}

/** Who presses in the requests of the tests. */
const ANALYST = 'U0ANALYST1';

const md5 = (body: string) => createHash('md5').update(body).digest('hex');
/** With its checksum, since the SDK looks at it. */
const accepted = (body: string) => ({ MessageId: 'm', MD5OfMessageBody: md5(body) });

/** With which the buttons of the bench are sealed. */
export const KEY: BridgeKey = { secret: Buffer.alloc(BRIDGE_KEY_BYTES, 7), others: [] };
const STORED = newKey(() => KEY.secret, 1);

/** What Slack says of the app and of who clicks. */
const SLACK: Readonly<Record<string, object>> = {
  '/slack/auth.test': { team_id: TEAM },
  '/slack/users.info': {
    user: { id: ANALYST, team_id: TEAM, real_name: 'Mira', is_restricted: false, is_ultra_restricted: false },
  },
};

/**
 * As much of SSM, SQS and DynamoDB as a click needs, and of Slack, on this machine, with answers that take as long as they
 * are told to.
 */
export async function startAwsStandIn(secrets: Readonly<Record<string, string>>): Promise<AwsStandIn> {
  let delayMs = 0;
  let taken = 0;

  function answer(operation: string, input: Record<string, unknown>): object {
    if (operation === 'AmazonSSM.GetParameter') {
      const name = String(input.Name);
      return { Parameter: { Value: name.includes('/keys/') ? writeStoredKey(STORED) : secrets[name] } };
    }
    if (operation === 'AmazonSQS.SendMessage') {
      taken++;
      return accepted(String(input.MessageBody));
    }
    // A table that has nothing, and takes what is written.
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
      const [path = ''] = (request.url ?? '').split('?');
      const said = SLACK[path];
      const operation = String(request.headers['x-amz-target']);
      const answered = JSON.stringify(
        said ? { ok: true, ...said } : answer(operation, JSON.parse(body) as Record<string, unknown>),
      );
      if (delayMs > 0) setTimeout(() => response.end(answered), delayMs);
      else response.end(answered);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    slackUrl: `${url}/slack/`,
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
