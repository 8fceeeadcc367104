import type { Message } from '@aws-sdk/client-sqs';
import { systemClock } from '../../../lib/base/clock.ts';
import type { Notice } from '../../../lib/case/message-content.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createEventLedger } from '../../../lib/endpoints/stored-events.ts';
import { readWakeUp, type WakeUp } from '../../../lib/outbox/wake-up.ts';
import type { PostureApiOptions } from '../../../local/posture-api/server.ts';
import { type LocalTable, startDynalite } from '../aws/start-dynalite.ts';
import { type LocalQueues, startFauxqs } from '../aws/start-fauxqs.ts';
import { type ReferenceServer, startReferenceServer } from '../posture-api.ts';
import { bundleFunction } from './bundle-function.ts';
import { type FunctionProcess, startFunction } from './function-host.ts';
import { type Gate, startGate } from './gate.ts';
import { type SsmStandIn, startSsmStandIn } from './ssm-stand-in.ts';

export const API_KEY = 'key-of-acme-8c1f0e5d7a42';
export const KEY_PARAMETER = '/posture-bridge/acme/api-key';

export interface WorldOptions {
  readonly api?: PostureApiOptions;
  readonly poll?: BridgeInput['poll'];
  readonly routes?: BridgeInput['routes'];
  /** Sees every call of the function, to whatever service. */
  readonly onCall?: (name: string) => void;
  /** In the place of the Slack queue that there is. */
  readonly slackQueueUrl?: (existing: string) => string;
  /** Besides acme. */
  readonly moreDomains?: readonly string[];
  /** Where domains have their API, if it is not the reference server. */
  readonly apiOf?: Readonly<Record<string, string>>;
}

/** Everything around the poll function, in this process; the function itself runs in its own. */
export interface PollWorld {
  readonly api: ReferenceServer;
  readonly table: LocalTable;
  readonly queues: LocalQueues;
  readonly ssm: SsmStandIn;
  readonly gates: { readonly api: Gate; readonly dynamo: Gate; readonly sqs: Gate };
  readonly queueUrls: {
    readonly webhook: string;
    readonly slack: string;
    readonly lake: string;
    readonly ticks: string;
  };
  /** The time that the API and the function live in. Only `pass` moves it apart from the real one. */
  readonly clock: { now(): number; pass(ms: number): void };
  /** Every process of the function, dead or alive. */
  readonly processes: readonly FunctionProcess[];
  start(): Promise<FunctionProcess>;
  /** Invokes the function at the time it is now. */
  poll(process: FunctionProcess, timeoutMs?: number, event?: object): ReturnType<FunctionProcess['invoke']>;
  close(): Promise<void>;
}

export async function startPollWorld(options: WorldOptions = {}): Promise<PollWorld> {
  let aheadMs = 0;
  const clock = {
    now: () => Date.now() + aheadMs,
    pass(ms: number) {
      aheadMs += ms;
    },
  };
  const domains = ['acme', ...(options.moreDomains ?? [])];
  const api = await startReferenceServer({
    keys: domains.map((domain) => ({ domain, key: apiKeyOf(domain) })),
    users: 50,
    nhi: 0,
    drift: 0,
    ...options.api,
    realClock: clock.now,
  });
  const [table, queues] = await Promise.all([startDynalite(), startFauxqs()]);
  const lake = queues.createQueue('fifo');
  const slack = queues.createQueue('fifo');
  const queueUrls = {
    webhook: queues.createQueue('standard'),
    slack: options.slackQueueUrl?.(slack) ?? slack,
    lake,
    ticks: queues.createQueue('standard'),
  };
  const { onCall = () => {} } = options;
  const [apiGate, dynamo, sqs, ssm] = await Promise.all([
    startGate(api.url, { onCall }),
    startGate(await endpointOf(table.client), { onCall }),
    startGate(await endpointOf(queues.client), { onCall }),
    startSsmStandIn(Object.fromEntries(domains.map((domain) => [keyParameterOf(domain), apiKeyOf(domain)]))),
  ]);
  const apiUrl = apiGate.url + new URL(api.url).pathname;
  const bundle = await bundleFunction(
    'poll',
    defineBridge({ monitoring: 'full', ...bridgeOf(apiUrl, options) }),
  );
  const env = {
    BRIDGE_NAME: 'posture-bridge',
    TABLE_NAME: table.tableName,
    SLACK_QUEUE_URL: queueUrls.slack,
    TEAMS_QUEUE_URL: queueUrls.lake,
    WEBHOOK_QUEUE_URL: queueUrls.webhook,
    TICK_QUEUE_URL: queueUrls.ticks,
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
    AWS_ENDPOINT_URL_SQS: sqs.url,
    AWS_ENDPOINT_URL_SSM: ssm.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'poll-function',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  const processes: FunctionProcess[] = [];

  return {
    api,
    table,
    queues,
    ssm,
    gates: { api: apiGate, dynamo, sqs },
    queueUrls,
    clock,
    processes,
    async start() {
      const process = await startFunction(bundle, env);
      processes.push(process);
      return process;
    },
    poll: (process, timeoutMs = 30_000, event = { domains: ['acme'] }) =>
      process.invoke({ event, timeoutMs, clockAheadMs: aheadMs }),
    async close() {
      await Promise.all(processes.map((process) => (process.alive ? process.kill() : null)));
      await Promise.all([apiGate, dynamo, sqs, ssm].map((server) => server.close()));
      await Promise.all([api.close(), table.stop(), queues.stop(), bundle.remove()]);
    },
  };
}

export const keyParameterOf = (domain: string) => `/posture-bridge/${domain}/api-key`;
const apiKeyOf = (domain: string) => (domain === 'acme' ? API_KEY : `key-of-${domain}-2b7c`);

const bridgeOf = (
  baseUrl: string,
  { poll, routes, moreDomains = [], apiOf = {} }: WorldOptions,
): BridgeInput => ({
  domains: Object.fromEntries(
    ['acme', ...moreDomains].map((domain) => [
      domain,
      {
        baseUrl: apiOf[domain] ?? baseUrl,
        apiKey: keyParameterOf(domain),
        consoleUrl: 'https://posture.example/{kind}/{id}',
      },
    ]),
  ),
  poll: { start: 'all', ...poll },
  destinations: {
    siem: { type: 'webhook', url: 'https://siem.example.com/hook', secret: '/posture-bridge/siem-secret' },
    soc: { type: 'slack', channel: 'C0123ABCD' },
    lake: { type: 'teams', workflowUrl: '/posture-bridge/lake' },
  },
  slack: { signingSecret: '/posture-bridge/slack-secret', botToken: '/posture-bridge/slack-token' },
  routes: routes ?? [
    { name: 'everything', to: 'siem' },
    { name: 'cases', when: { feed: 'cases' }, to: 'soc' },
    { name: 'threats', when: { feed: 'threats' }, to: 'lake' },
  ],
  verdicts: { allow: 'anyone-in-channel' },
  ops: { to: 'siem' },
});

async function endpointOf(client: LocalTable['client'] | LocalQueues['client']): Promise<string> {
  const endpoint = await client.config.endpoint?.();
  if (!endpoint) throw new Error('the client of the test has no endpoint of its own');
  return `http://${endpoint.hostname}:${endpoint.port}`;
}

/** The wake-ups in messages. Throws when one is not valid. */
export const wakeUpsIn = (messages: readonly Message[]): WakeUp[] =>
  messages.map(({ Body = '' }) => {
    const read = readWakeUp(Body);
    if (!read.ok) throw new Error(read.reason);
    return read.message;
  });

/** What a wake-up is for, as `case <id>`, `threat <id>` or `notice <id>`. */
export const itemsOf = ({ items }: WakeUp): string[] =>
  items.map(({ feed, id }) => `${feed.slice(0, -1)} ${id}`);

/** Everything that the API lists for a domain now, by the names of `itemsOf`. */
export async function listed(api: ReferenceServer, domain = 'acme'): Promise<Set<string>> {
  const client = api.client({ apiKey: apiKeyOf(domain) });
  const all = new Set<string>();
  for await (const { items } of client.cases.pages()) for (const one of items) all.add(`case ${one.case_id}`);
  for await (const { items } of client.threats.pages())
    for (const one of items) all.add(`threat ${one.event_id}`);
  return all;
}

/** What the ledger has of the notices that wake-ups are for. */
export async function noticesFor(
  { table }: Pick<PollWorld, 'table'>,
  wakeUps: readonly WakeUp[],
): Promise<readonly Notice[]> {
  const ledger = createEventLedger(
    createDynamoVersionedRows({ ...table, clock: systemClock, random: Math.random }),
  );
  const keys = wakeUps.flatMap(({ domain, destination, items }) =>
    items.filter(({ feed }) => feed === 'notices').map(({ id }) => ({ domain, destination, id })),
  );
  const found = await Promise.all(keys.map((key) => ledger.ofItem({ ...key, feed: 'notices' })));
  return found
    .flat()
    .flatMap(({ value: { content } }) => (content?.kind === 'notice' ? [content.notice] : []));
}
