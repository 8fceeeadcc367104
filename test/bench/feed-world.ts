/** The real feed, ledger and outbox on in-memory AWS clients, where every call takes a while and is counted. */
import { setImmediate } from 'node:timers/promises';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type Clock, systemClock } from '../../lib/base/clock.ts';
import { createSqsOutbox } from '../../lib/base/queues/sqs-outbox.ts';
import { openHandOver } from '../../lib/compose/open-hand-over.ts';
import { openPollFeatures } from '../../lib/compose/poll-features.ts';
import { type BridgeConfig, defineBridge } from '../../lib/config/define-bridge.ts';
import type { Feed } from '../../lib/config/poll-settings.ts';
import { createDynamoBudget } from '../../lib/dynamo/dynamo-budget.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createPollers } from '../../lib/feed/create-pollers.ts';
import { createPostureClient } from '../../lib/posture/client.ts';
import type { RequestBudget } from '../../lib/posture/request-budget.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { FakeSqs } from '../support/aws/fake-sqs.ts';
import { createListTransport, type ListOptions } from './feed-list.ts';
import { throughSdk } from './feed-sdk.ts';

export interface WorldOptions {
  readonly threats?: ListOptions;
  readonly cases?: ListOptions;
  readonly prepared?: boolean;
  /** Of every call to AWS and to the API. None: a turn of the event loop. */
  readonly latencyMs?: number;
  readonly queues?: 'standard' | 'fifo' | 'three';
  readonly budget?: 'shared' | 'unlimited';
  /** Items are not kept: for more of them than this process could hold. */
  readonly forgets?: boolean;
  readonly sdk?: boolean;
}

export type World = ReturnType<typeof createWorld>;

const DOMAIN = 'acme';
const TABLE = 'ledger';
const RUN_MS = 50_000;
const unlimited: RequestBudget = { take: async () => ({ granted: true }), close: async () => {} };

export function createWorld(options: WorldOptions) {
  const { threats, cases, prepared, latencyMs = 0, forgets = false } = options;
  const { queues = 'standard', budget = 'shared', sdk = false } = options;
  const calls = new Map<string, number>();
  let aheadMs = 0;
  const clock: Clock = { now: () => Date.now() + aheadMs, sleep: systemClock.sleep };

  async function call<T>(label: string, effect: () => T): Promise<T> {
    calls.set(label, (calls.get(label) ?? 0) + 1);
    // Never only a promise: the timers of the calls themselves would not get a turn.
    await (latencyMs > 0 ? systemClock.sleep(latencyMs) : setImmediate());
    return effect();
  }

  const table = new FakeDynamo();
  let messages = 0;
  const fakeSqs = new FakeSqs(() => {
    messages++;
    fakeSqs.delivered.length = 0;
  });
  const fakes = { dynamo: dynamoOn(table, call, forgets), sqs: fakeSqs.client(call) };
  const { dynamo, sqs } = sdk ? throughSdk(fakes) : fakes;
  const parts = { client: dynamo, tableName: TABLE, clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const caseLedger = createCaseLedger(rows);
  const onProblem = (problem: unknown) => {
    throw problem;
  };
  const transport = createListTransport({ threats, cases, prepared, clock, call });
  const client = createPostureClient({
    baseUrl: 'https://posture.example/api/v1/external',
    apiKey: 'bench-key',
    clock,
    transport,
    budget: budget === 'shared' ? createDynamoBudget({ ...parts, key: DOMAIN, onProblem }) : unlimited,
  });
  const feeds: Feed[] = [...(cases ? (['cases'] as const) : []), ...(threats ? (['threats'] as const) : [])];
  const config = configFor(feeds, queues);
  const queueUrls = { slack: `${QUEUES}/slack.fifo`, webhook: `${QUEUES}/webhook` };
  const handOver = openHandOver(
    config,
    createDynamoVersionedRows(parts),
    createSqsOutbox({ client: sqs, clock, random: Math.random, timeoutMs: 5_000 }),
    clock,
  );
  /** Items that are in the ledger, with somebody woken up for them. */
  let delivered = 0;
  const counted: typeof handOver = {
    async send(queueUrl, messages) {
      const unsent = await handOver.send(queueUrl, messages);
      delivered += messages.length - unsent.length;
      return unsent;
    },
  };
  const pollers = createPollers({
    config,
    domain: DOMAIN,
    client,
    ledger: createDynamoFeedLedger(parts),
    ...openPollFeatures({
      config,
      domain: DOMAIN,
      client,
      table: parts,
      rows,
      cases: caseLedger,
      clock,
      log: () => undefined,
    }),
    cases: caseLedger,
    log: () => undefined,
    outbox: counted,
    queueUrls,
    clock,
    holder: 'bench',
    onShadow: () => {},
    onUnrouted: () => {},
  });

  return {
    ...{ client, dynamo, sqs, calls, config, queueUrls, table, clock },
    get delivered() {
      return delivered;
    },
    /** In the queues. */
    get messages() {
      return messages;
    },
    /** Lets so much time pass. */
    advance(ms: number) {
      aheadMs += ms;
    },
    /** One poll of every feed; true when there is more to do. */
    async poll(): Promise<boolean> {
      const reports = await Promise.all(pollers.map(({ poller }) => poller.poll(clock.now() + RUN_MS)));
      const odd = reports.find(({ outcome }) => outcome !== 'polled');
      if (odd) throw new Error(`a poll ended as ${odd.outcome}: ${odd.error?.message ?? 'without an error'}`);
      return reports.some(({ behind }) => behind);
    },
  };
}

/** Polls until nothing is left over. The number of polls that took. */
export async function pollUntilDone(world: World): Promise<number> {
  for (let polls = 1; ; polls++) if (!(await world.poll())) return polls;
}

/** The fake, and what it lacks for this: answering with the row after an update, and forgetting items. */
function dynamoOn(
  table: FakeDynamo,
  call: <T>(label: string, effect: () => T) => Promise<T>,
  forgets: boolean,
): Pick<DynamoDBClient, 'send'> {
  const fake = table.client(call);
  async function send(command: unknown): Promise<unknown> {
    if (forgets && command instanceof BatchWriteItemCommand) return call('BatchWriteItemCommand', () => ({}));
    if (forgets && command instanceof BatchGetItemCommand) return call('BatchGetItemCommand', () => ({}));
    const answer: object = await fake.send(command as never);
    if (!(command instanceof UpdateItemCommand)) return answer;
    const { pk, sk } = command.input.Key ?? {};
    const name = `${pk?.S}|${sk?.S}`;
    const Attributes = table.rows.get(name);
    if (forgets && name.startsWith('item#')) table.rows.delete(name);
    return command.input.ReturnValues === 'ALL_NEW' ? { ...answer, Attributes } : answer;
  }
  return { send } as unknown as Pick<DynamoDBClient, 'send'>;
}

const QUEUES = 'https://sqs.eu-west-1.amazonaws.com/123456789012';

/** Every item goes to one destination, or to three; some routes have to look at it first. */
function configFor(feeds: Feed[], queues: NonNullable<WorldOptions['queues']>): BridgeConfig {
  const main = queues === 'fifo' ? 'soc-slack' : 'soc-webhook';
  const extra = ['lake', 'archive'] as const;
  return defineBridge({
    domains: {
      [DOMAIN]: {
        baseUrl: 'https://posture.example/api/v1/external',
        apiKey: '/posture-bridge/acme/api-key',
      },
    },
    poll: { feeds, start: 'all' },
    destinations: {
      'soc-slack': { type: 'slack', channel: 'C0123ABCD' },
      'soc-webhook': { type: 'webhook', url: 'https://soc.example/hook', secret: '/posture-bridge/webhook' },
      lake: { type: 'sqs', queueUrl: `${QUEUES}/lake` },
      archive: { type: 'sqs', queueUrl: `${QUEUES}/archive` },
    },
    slack: { signingSecret: '/posture-bridge/slack/secret', botToken: '/posture-bridge/slack/token' },
    routes: [
      {
        name: 'executives',
        when: { user: ['ceo@example.com', '*@board.example.com'] },
        to: main,
        final: true,
      },
      { name: 'travel', when: { subcategory: 'impossible_travel', source: 'signin_logs' }, to: main },
      { name: 'everything', to: queues === 'three' ? [main, ...extra] : main },
    ],
    verdicts: { allow: 'anyone-in-channel' },
  });
}
