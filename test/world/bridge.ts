import {
  type DynamoDBClient,
  ExecuteTransactionCommand,
  GetItemCommand,
  QueryCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { CallAws } from '../../lib/base/aws/signed-aws.ts';
import type { KeyStore } from '../../lib/base/bridge-keys.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  type Transport,
  TransportError,
} from '../../lib/base/http/http-transport.ts';
import { createAction } from '../../lib/compose/action.ts';
import { createNotifySlack } from '../../lib/compose/notify-slack.ts';
import { createNotifyTeams } from '../../lib/compose/notify-teams.ts';
import { createNotifyWebhook } from '../../lib/compose/notify-webhook.ts';
import { createPoll } from '../../lib/compose/poll.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';
import { createReconcile } from '../../lib/compose/reconcile.ts';
import { createVerdict } from '../../lib/compose/verdict.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import './packed-once.ts';
import { SECRET } from './config.ts';
import { type ModelQueue, sqsClient } from './model-queue.ts';
import { inNewerFormat } from './newer-format.ts';
import type { Platform } from './platform.ts';
import type { Receiver } from './receiver.ts';
import type { Slack } from './slack.ts';
import type { Teams } from './teams.ts';
import type { Instance, World } from './world.ts';

export interface Queues {
  readonly slack: ModelQueue;
  readonly teams: ModelQueue;
  readonly webhook: ModelQueue;
  readonly verdict: ModelQueue;
}
export interface Around {
  readonly world: World;
  readonly table: FakeDynamo;
  /** The keys that the bridge has made. */
  readonly keys: Map<string, string>;
  readonly queues: Queues;
  readonly platform: Platform;
  readonly slack: Slack;
  readonly teams: Teams;
  readonly receiver: Receiver;
  /** Planted at the ports of every function, by name. */
  readonly plant: (ports: HttpPorts, kind: string) => HttpPorts;
}

const SECRETS: Readonly<Record<string, string>> = {
  '/key': 'api-key-of-acme',
  '/token': 'xoxb-token',
  '/signing': 'signing-secret-of-slack',
  '/password': 'password-of-the-bot',
  '/hook': SECRET,
};
const neverAborted = new AbortController().signal;

/** All functions of the bridge, composed as on AWS, each in processes that the world owns. */
export function createBridge(around: Around, config: BridgeConfig, version: 'earlier' | 'now' = 'now') {
  const { world, table, queues, platform, slack, teams, receiver } = around;
  const { call, random, isFaulty, count } = world;
  const all = Object.values(queues);

  /** Not taken, too much, taken without an answer, or lost on the way. */
  function withFaults<T>(effect: () => T, failed: () => T): () => T {
    if (!isFaulty()) return effect;
    count('faults');
    const kind = Math.floor(random() * 3);
    return () => {
      if (kind === 0) return failed();
      if (kind === 1) effect();
      throw new TransportError('reset', true);
    };
  }

  /** Through the public address: another function answers, or dies. */
  async function toBridge(process: Instance, { headers, body }: HttpRequest): Promise<HttpAnswer> {
    await call(process, 'POST canary', () => null);
    const event = { rawPath: '/s/canary', headers, requestContext: { http: { method: 'POST' } }, body };
    const late = process.clock.sleep(10_000).then(() => Promise.reject(new TransportError('timeout', true)));
    const answered = bridge.action(world.createInstance('action'))(event as never);
    const { statusCode } = await Promise.race([answered, late]);
    return { status: statusCode, headers: {}, body: '' };
  }

  const transportOf = (process: Instance): Transport => ({
    send: (request) => {
      const { hostname, pathname } = request.url;
      if (hostname === 'bridge.example') return toBridge(process, request);
      const answer =
        hostname === 'api.example' ? platform.answer : /slack/.test(hostname) ? slack.answer : teams.answer;
      const failed = () => ({ status: 429, headers: { 'retry-after': '2' }, body: '' });
      return call(
        process,
        `${request.method} ${hostname}${pathname}`,
        withFaults(() => answer(request), failed),
      );
    },
    close: () => undefined,
  });

  const clientOf = (process: Instance): Pick<DynamoDBClient, 'send'> =>
    table.client((label, effect) => call(process, label, faultyTable(effect)));

  /** Refused, taken twice because the first answer was lost, or taken and never answered. */
  function faultyTable<T>(effect: () => T): () => T {
    if (!isFaulty()) return effect;
    count('faults');
    const kind = Math.floor(random() * 3);
    return () => {
      if (kind > 0) quietly(effect);
      if (kind === 1) return effect();
      throw Object.assign(new Error('no answer'), {
        name: kind === 0 ? 'ThrottlingException' : 'TimeoutError',
      });
    };
  }

  /** As SSM has them: each call can fail, or be taken without an answer. */
  const keysOf = (process: Instance): KeyStore => ({
    read: (name) =>
      twice(() =>
        call(
          process,
          'GetParameter',
          faultyTable(() => around.keys.get(name) ?? null),
        ),
      ),
    create: (name, value) =>
      call(
        process,
        'PutParameter',
        faultyTable(() => void (around.keys.has(name) || around.keys.set(name, value))),
      ),
  });

  function portsOf(process: Instance): HttpPorts {
    const { clock, kind } = process;
    const abortAfter = () => neverAborted;
    const client = clientOf(process);
    // Where all functions are of one version, there is no other format to be met.
    const isNewer = version === 'now' && world.has('rolling');
    const ports = around.plant(
      {
        table: { client, tableName: 'ledger', clock, random, abortAfter },
        sqs: sqsClient(world, process, all),
        transport: transportOf(process),
        readSecret: async (name) => SECRETS[name] ?? 'none',
        keys: keysOf(process),
        clock,
        random,
        newId: () => {
          const [a = '', b = ''] = [random(), random()].map((one) => Math.floor(one * 1e12).toString(16));
          return `${a.padStart(12, '0').slice(0, 8)}-0000-4000-8000-${b.padStart(12, '0').slice(0, 12)}`;
        },
        randomBytes: (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256))),
        abortAfter,
        log: (event, fields) => {
          if (event === 'canary came back') count(event);
          if (event !== 'polled')
            world.say(() => `${process.name} logs ${event} ${JSON.stringify(fields ?? {}).slice(0, 300)}`);
        },
        metrics: () => undefined,
      },
      kind,
    );
    return isNewer ? inNewerFormat(ports) : ports;
  }

  /** Calls without the SDK: what the action function asks of AWS. */
  const callAwsOf =
    (process: Instance, { table: { client } }: HttpPorts): CallAws =>
    async ({ name, service }, input) => {
      if (service === 'ssm') return { Parameter: { Value: SECRETS[(input as { Name: string }).Name] } };
      if (service === 'sqs') {
        const { QueueUrl, ...entry } = input as { QueueUrl: string };
        return call(process, 'SendMessage', () => {
          all.find(({ url }) => url === QueueUrl)?.send(entry);
          return { MessageId: 'm' };
        });
      }
      if (name === 'GetItem')
        return (await twice(() => client.send(new GetItemCommand(input as never)))) as never;
      if (name === 'Query')
        return (await twice(() => client.send(new QueryCommand(input as never)))) as never;
      try {
        return (await client.send(
          new ExecuteTransactionCommand({ TransactStatements: [input as never] }),
        )) as never;
      } catch (thrown) {
        throw thrown instanceof TransactionCanceledException ? new Error('DuplicateItem') : thrown;
      }
    };

  const urls = {
    TABLE_NAME: 'ledger',
    TICK_QUEUE_URL: 'ticks',
    SLACK_QUEUE_URL: queues.slack.url,
    ...(config.teams && { TEAMS_QUEUE_URL: queues.teams.url }),
    ...(config.destinations.hook && { WEBHOOK_QUEUE_URL: queues.webhook.url }),
  };
  const consumer = ({ url }: ModelQueue) => ({ ...urls, QUEUE_URL: url, DEAD_LETTERS_URL: `${url}/dead` });
  const decides = config.verdicts && { VERDICT_QUEUE_URL: queues.verdict.url };

  const links = config.destinations.hook && { LINK_URL: 'https://bridge.example/s/verdict-link' };
  const canary = config.canary && { CANARY_URL: 'https://bridge.example/s/canary' };

  const bridge = {
    config,
    portsOf,
    poll: (process: Instance) => createPoll(config, { ...portsOf(process), env: urls }),
    reconcile: (process: Instance) =>
      createReconcile(config, {
        ...portsOf(process),
        env: { ...urls, ...decides, ...canary },
        deadLetters: [],
      }),
    slack: (process: Instance) =>
      createNotifySlack(config, { ...portsOf(process), env: consumer(queues.slack) }).handler,
    teams: (process: Instance) =>
      createNotifyTeams(config, { ...portsOf(process), env: consumer(queues.teams) }).handler,
    webhook: (process: Instance) => {
      const ports = portsOf(process);
      const callAws = callAwsOf(process, ports);
      return createNotifyWebhook(config, {
        ...ports,
        ...{
          env: { ...consumer(queues.webhook), ...links },
          bridge: 'world',
          callAws,
          callIn: () => callAws,
        },
        post: (request) => call(process, 'POST hook', () => receiver.answer(request)),
      });
    },
    verdict: (process: Instance) =>
      createVerdict(config, { ...portsOf(process), env: consumer(queues.verdict), deadLetters: [] }).handler,
    action: (process: Instance) => {
      const ports = portsOf(process);
      const env = { ...urls, VERDICT_QUEUE_URL: queues.verdict.url };
      return createAction(config, { ...ports, env, callAws: callAwsOf(process, ports) });
    },
  };
  return bridge;
}
export type Bridge = ReturnType<typeof createBridge>;

/** As calls without the SDK, and those for secrets, are tried. */
const twice = <T>(attempt: () => Promise<T>): Promise<T> => attempt().catch(attempt);

function quietly(effect: () => unknown): void {
  try {
    effect();
  } catch {}
}
