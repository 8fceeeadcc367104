import { request } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depthOf } from '../../cli/look/status-of-queues.ts';
import { createAwsSource } from '../../console/aws/aws-source.ts';
import { openLedger } from '../../console/ledger-reader.ts';
import { createLocalSource } from '../../console/local-home/local-source.ts';
import { createFunctionLogs } from '../../console/local-home/logs/function-logs.ts';
import type { Source } from '../../console/source.ts';
import type { Health, OpenCases, Story, Verdicts } from '../../console/wire.ts';
import { systemClock as clock } from '../../lib/base/clock.ts';
import type { MeteredCall } from '../../local/cloud/meter/call-meter.ts';
import { keepsSourceContract } from '../contract/console-source.ts';
import { decide } from '../support/bridge/analyst.ts';
import { closeAtRest } from '../support/bridge/at-rest.ts';
import { type BridgeWorld, startBridgeWorld } from '../support/bridge/bridge-world.ts';
import { destinationsOf, type Lanes, routesOf } from '../support/bridge/lanes.ts';
import { ANNA, BEN } from '../support/bridge/people.ts';
import { channelOf } from '../support/bridge/places.ts';
import { openCase, type PostedCase, postCase } from '../support/bridge/posted-case.ts';
import { writeConfigFile } from '../support/config-file.ts';
import { type ConsolePage, openPage } from '../support/console-page.ts';
import { type ConsoleProcess, runConsole } from '../support/run-console.ts';
import { waitFor } from '../support/wait-for.ts';

const LANES: Lanes = { slack: ['local', 'remote', 'shown', 'shut'] };
const LONG_MS = 600_000;

let world: BridgeWorld;
let reading: ConsoleProcess;
let acting: ConsoleProcess;
let page: ConsolePage;
let sqs: SQSClient;
let dynamo: DynamoDBClient;
let sources: { local: Source; aws: Source };
const calls: MeteredCall[] = [];
const logs = createFunctionLogs({ now: Date.now, secrets: [], soon: (then) => then() });
const config = writeConfigFile({
  destinations: destinationsOf(LANES),
  routes: routesOf(LANES),
  poll: { every: '5s', feeds: ['cases'] },
  verdicts: { allow: { slackUsers: [ANNA, BEN] }, outcomes: { ESCALATED: { approval: true } } },
  // As AWS calls the person whose credentials the console has.
  people: { 'the-operator': { name: 'Anna Operator', slack: ANNA } },
  ops: { to: 'ops' },
});

beforeAll(async () => {
  world = await startBridgeWorld(LANES, {
    onLine: (from, line) => logs.read(from, line),
    onAwsCall: (call) => {
      if (call.caller === 'the operator') calls.push(call);
    },
  });
  const { endpoints, outputs } = world.cloud;
  const client = { endpoint: endpoints.aws, region: endpoints.region, credentials: endpoints.operator };
  [sqs, dynamo] = [new SQSClient(client), new DynamoDBClient(client)];
  const table = { client: dynamo, tableName: outputs.LedgerTableName ?? '', clock, random: Math.random };
  const shared = { config: world.config, ledger: openLedger(table), now: Date.now };
  sources = {
    local: createLocalSource({ ...shared, cloud: world.cloud, logs }),
    aws: createAwsSource({
      ...shared,
      outputs,
      explain: () => null,
      async depthOf(url) {
        const [waiting = 0, inFlight = 0, delayed = 0] = await depthOf({ sqs }, url);
        return { waiting, inFlight, delayed };
      },
    }),
  };
});
afterAll(async () => {
  await page?.close();
  await Promise.all([reading?.stop(), acting?.stop()]);
  for (const client of [sqs, dynamo]) client?.destroy();
  config.remove();
  await closeAtRest(world);
});

const park = async () => {
  const QueueUrl = world.cloud.outputs.VerdictsDeadLetters ?? '';
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"kind":"odd","v":1}' }));
};

describe.each(['local', 'aws'] as const)('a bridge in the home %s', (home) => {
  const posted = new Map<string, PostedCase>();
  keepsSourceContract({
    source: () => sources[home],
    async postCase() {
      const one = await postCase(world, home === 'local' ? 'local' : 'remote');
      posted.set(one.id, one);
      return one.id;
    },
    decide: async (id) => void (await decide(world, posted.get(id) as PostedCase, 'TRUE_POSITIVE', ANNA)),
    park,
  });
});

describe('the console of a deployed bridge, without --act', () => {
  let shown: PostedCase;
  beforeAll(async () => {
    calls.length = 0;
    reading = await runConsole(world.cloud, config.path);
    page = await openPage(reading.url, '');
  });

  it('has the pages that make sense without stand-ins', () => {
    const { about, people, trouble } = page.now();
    expect(about.pages).toEqual(['cases', 'chat', 'verdicts', 'health', 'flow', 'config']);
    expect([about.acts, people, trouble]).toEqual([false, [], null]);
  });

  it('shows an item as it comes, and its story', async () => {
    shown = await postCase(world, 'shown');
    await page.until(
      ({ items }) => items.find(({ id, stage }) => id === shown.id && stage === 'shown'),
      LONG_MS,
    );
    const story = await page.get<Story>(`/api/items/acme/cases/${shown.id}`);
    expect(story.effects.map(({ text }) => text)).toContain('Shown in shown');
  });

  it('shows a verdict as it is recorded', async () => {
    await decide(world, shown, 'FALSE_POSITIVE', ANNA);
    await page.until(
      ({ items }) => items.find(({ id, stage }) => id === shown.id && stage === 'recorded'),
      LONG_MS,
    );
    const { rows } = await page.get<Verdicts>('/api/verdicts');
    expect(rows.find(({ caseId }) => caseId === shown.id)).toMatchObject({ outcome: 'FALSE_POSITIVE' });
    expect(page.now().activity.some(({ text }) => text.includes('recorded, false positive'))).toBe(true);
  });

  it('shows a destination that is closed, and what waits for it', async () => {
    world.slack.archive(channelOf('shut'));
    await openCase(world, 'shut');
    await waitFor(async () => {
      const { destinations } = await page.get<Health>('/api/health');
      expect(destinations.find(({ destination }) => destination === 'shut')).toMatchObject({
        closed: { kind: 'place', reason: expect.stringContaining('is_archived') },
        waiting: 1,
      });
    });
  });

  it('refuses everything that would change something, and answers nobody else', async () => {
    const json = { 'Content-Type': 'application/json', Origin: new URL(reading.url).origin };
    const body = JSON.stringify({ do: 'redrive', queue: 'verdict' });
    const send = async (path: string, headers: Record<string, string>, method = 'POST') =>
      (await fetch(new URL(path, reading.url), { method, headers, ...(method === 'POST' && { body }) }))
        .status;
    expect(await page.post('/api/act', { do: 'redrive', queue: 'verdict' })).toEqual({
      error: expect.stringContaining('only reads'),
    });
    for (const path of ['api/world', 'api/slack/click', 'api/teams/click', 'api/health', 'api/config'])
      expect(await send(path, json), path).toBe(404);
    // Without the key of the address; as a page elsewhere; without an Origin; in a form.
    expect(await send('/console/api/health', {}, 'GET')).toBe(403);
    expect(await send(`/console/${'A'.repeat(22)}/events`, {}, 'GET')).toBe(403);
    expect(await send('api/health', { Origin: 'https://evil.example' }, 'GET')).toBe(403);
    expect(await send('api/health', { 'Sec-Fetch-Site': 'cross-site' }, 'GET')).toBe(403);
    expect(await send('api/act', { 'Content-Type': 'application/json' })).toBe(403);
    expect(await send('api/act', { ...json, 'Content-Type': 'text/plain' })).toBe(415);
    expect(await underName('rebound.example')).toBe(403);
    expect(await underName(new URL(reading.url).host)).toBe(200);
  });

  it('has made no call that changes anything', () => {
    const made = new Set(calls.map(({ service, operation }) => `${service}:${operation}`));
    expect([...made].toSorted()).toEqual([
      'cloudformation:DescribeStacks',
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:Scan',
      'sqs:GetQueueAttributes',
    ]);
  });
});

/** As a browser asks that was told that this name is at 127.0.0.1. */
const underName = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(reading.url);
    request({ host: hostname, port, path: `${pathname}api/config`, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

describe('the console of a deployed bridge, with --act', () => {
  let able: ConsolePage;
  beforeAll(async () => {
    acting = await runConsole(world.cloud, config.path, '--act');
    able = await openPage(acting.url, '');
  });
  afterAll(() => able?.close());

  const operated = async () => {
    const { rows } = await able.get<Verdicts>('/api/verdicts');
    return rows.filter(({ what }) => what === 'operated').map(({ answer }) => answer ?? '');
  };
  const agree = async (act: object) => {
    const { plan } = await able.post<{ plan: string }>('/api/act', act);
    return { plan, done: await able.post<{ said: string }>('/api/act', { ...act, agreed: plan }) };
  };

  it('says what it would do and does nothing, until somebody agrees to just that', async () => {
    await park();
    const act = { do: 'redrive', queue: 'verdict' };
    const { plan } = await able.post<{ plan: string }>('/api/act', act);
    expect(plan).toContain('all dead letters of verdicts are sent to the queue once more');
    expect(await able.post('/api/act', { ...act, agreed: 'something else' })).toEqual({ plan });
    expect(await operated()).toEqual([]);
    const { done } = await agree(act);
    expect(done.said).toMatch(/^\d+ messages? of verdicts sent back\.$/);
    expect(await operated()).toEqual(['dlq redrive verdicts all']);
  });

  it('has a closed destination tried, once it is mended', async () => {
    world.slack.archive(channelOf('shut'), false);
    const { destinations } = await able.get<Health>('/api/health');
    const isClosed = destinations.some(({ destination, closed }) => destination === 'shut' && closed);
    // The bridge itself may have been quicker.
    if (isClosed) {
      await agree({ do: 'reopen', destination: 'shut' });
      expect(await operated()).toContain('reopen shut');
    }
    await waitFor(async () => {
      const now = await able.get<Health>('/api/health');
      expect(now.destinations.filter(({ closed }) => closed)).toEqual([]);
    });
    expect(await able.post('/api/act', { do: 'reopen', destination: 'shut' })).toEqual({
      error: expect.stringContaining('shut is open'),
    });
  });

  it('decides as the operator, by a click like any other: noted, proven, judged twice, and recorded', async () => {
    const { id } = await postCase(world, 'shown');
    const press = { person: 'the-operator', domain: 'acme', id };
    expect(able.now().people).toMatchObject([{ id: 'the-operator', role: 'operator' }]);
    await able.post('/api/cases/press', { ...press, press: 'claim' });
    await waitFor(async () => {
      const { cases } = await able.get<OpenCases>(`/api/cases?text=${id}&as=the-operator`);
      expect(cases).toMatchObject([{ id, isMine: true, places: ['shown'] }]);
    });
    const decided = { ...press, press: 'decide', outcome: 'FALSE_POSITIVE', comment: 'From the console.' };
    // An operator may choose by which name AWS calls them, and could be both people.
    expect(await able.post('/api/cases/press', { ...decided, outcome: 'ESCALATED' })).toMatchObject({
      told: [{ kind: 'error', text: expect.stringContaining('takes two people') }],
    });
    expect(await able.post('/api/cases/press', decided)).toEqual({ told: [] });
    await able.until(({ items }) => items.find((one) => one.id === id && one.stage === 'recorded'), LONG_MS);
    const { rows } = await able.get<Verdicts>('/api/verdicts');
    const steps = rows.filter(({ caseId }) => caseId === id);
    expect(steps.find(({ what }) => what === 'requested')).toMatchObject({
      ...{ outcome: 'FALSE_POSITIVE', byId: ANNA, comment: 'From the console.', place: 'shown' },
    });
    expect(await operated()).toContain(`decide FALSE_POSITIVE of case ${id}`);
  });

  it('hands an item over once more', async () => {
    const { id } = await postCase(world, 'shown');
    const { plan, done } = await agree({ do: 'replay', domain: 'acme', feed: 'cases', id });
    expect(plan).toContain('It is at shown already, and is not posted there again.');
    expect(done.said).toContain(id);
    expect(await operated()).toContain(`replay cases ${id}`);
  });
});
