import { describe, expect, it } from 'vitest';
import type { OpenBridge } from '../../cli/aws/open-bridge.ts';
import { statusOfHealth, tellProblems } from '../../cli/look/status-of-health.ts';
import { judgeBridge } from '../../console/health/judge-bridge.ts';
import { openLedger } from '../../console/ledger-reader.ts';
import type { Source } from '../../console/source.ts';
import { createQueueDepth } from '../../lib/base/queues/queue-depth.ts';
import { plain } from '../../lib/base/terminal.ts';
import { renderAnswer } from '../../lib/chats/slack/renderer.ts';
import { createDynamoBudget } from '../../lib/dynamo/dynamo-budget.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoHealthLedger } from '../../lib/dynamo/dynamo-health-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { endpointWork } from '../../lib/endpoints/endpoint-work.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { commands } from '../../lib/features/health/commands.ts';
import type { HealthAnswer } from '../../lib/features/health/health-answer.ts';
import { reconcile } from '../../lib/features/health/reconcile.ts';
import { type FeedState, initialState } from '../../lib/feed/feed-state.ts';
import type { Trouble } from '../../lib/outbox/outage.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { createFindings } from '../../lib/reconcile/findings.ts';
import { chatWork, createWakeWaiting, workByDestination } from '../../lib/reconcile/wake-waiting.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryOutbox } from '../support/memory/memory-outbox.ts';
import { healthConfig, MINUTE } from '../unit/features/health/health-world.ts';

const FEED = { domain: 'acme', feed: 'cases' } as const;
const RULES = { start: 'now', pollEveryMs: 0, lookbackMs: 0, sweepEveryMs: 0, sweepWindowMs: 0 } as const;
const TEAMS_APP = '7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02';
const DEAD = [
  { subject: 'slack deliveries', queueUrl: 'slack-dead' },
  { subject: 'verdicts', queueUrl: 'verdicts-dead' },
];

/** One table and its queues, and the four who say how the bridge is. */
function setUp() {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 9));
  const client = new FakeDynamo().client(async (_label, effect) => effect());
  const table = { client, tableName: 'ledger', clock, random: Math.random };
  const config = healthConfig({
    poll: { feeds: ['cases'] },
    teams: { appId: TEAMS_APP, tenantId: TEAMS_APP, password: '/teams/password' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      ops: { type: 'slack', channel: 'C0OPS00001' },
      gone: { type: 'teams', channel: '19:5d0fa9be8c7f4bb7a7d5a4f3a1b2c3d4@thread.tacv2' },
    },
  });
  const rows = createDynamoVersionedRows(table);
  const [deliveries, events] = [createDeliveryLedger(rows), createEventLedger(rows)];
  const dead = new Map<string, number>();
  const sqs = {
    send: async ({ input: { QueueUrl = '' } }: { input: { QueueUrl?: string } }) => ({
      Attributes: { ApproximateNumberOfMessages: String(dead.get(QueueUrl) ?? 0) },
    }),
  } as never;
  const depthOf = createQueueDepth({ sqs, abortAfter: (ms) => AbortSignal.timeout(ms) });
  const log = () => undefined;
  const kit = { config, clock, log, table, rows, deliveries, events, depthOf, deadLetters: DEAD };

  async function byCommand() {
    const outputs = async () => ({
      SlackDeliveriesDeadLetters: 'slack-dead',
      VerdictsDeadLetters: 'verdicts-dead',
    });
    return statusOfHealth({ ledger: table, clock, sqs, outputs } as unknown as OpenBridge, config);
  }
  function byConsole(): Promise<HealthAnswer> {
    const queue = (id: string, url: string) => ({ id, dead: dead.get(url) ?? 0 });
    const queues = async () => [queue('slack', 'slack-dead'), queue('verdict', 'verdicts-dead')];
    return judgeBridge({ config, ledger: openLedger(table), now: clock.now, queues } as unknown as Source);
  }
  async function inChat(): Promise<string> {
    const { status } = commands.create(kit as never);
    if (!status || !('answerOnce' in status)) throw new Error('there is no such command');
    return JSON.stringify(renderAnswer(await status.answerOnce([{ name: 'acme', show: 'full' }])).blocks);
  }
  /** A run of the reconciler, as far as it judges. */
  async function inMetric(): Promise<number> {
    const findings = createFindings();
    const values: number[] = [];
    const metrics = (_: unknown, __: unknown, value: object) => {
      if ('Healthy' in value) values.push(Number(value.Healthy));
    };
    const work = { chats: chatWork(deliveries), endpoints: endpointWork(events) };
    const destinations = workByDestination(config, work);
    const wake = async () => undefined;
    const wakeAll = createWakeWaiting({
      destinations,
      wake,
      clock,
      log,
      metrics,
      findings,
      ops: 'ops',
    } as never);
    await wakeAll(clock.now() + MINUTE);
    const run = reconcile.create({
      ...kit,
      ...{ findings, metrics, domains: ['acme'], queueUrls: {}, outbox: createMemoryOutbox() },
      overview: createDynamoHealthLedger(table),
    } as never);
    await run.afterAll?.([]);
    return values.at(-1) ?? Number.NaN;
  }

  const feeds = createDynamoFeedLedger(table);
  return {
    clock,
    dead,
    async polled(changes: Partial<FeedState> = {}) {
      const version = (await feeds.load(FEED))?.version ?? 0;
      const state = { ...initialState(RULES, 0), polledAtMs: clock.now(), ...changes };
      await feeds.save(FEED, { holder: 'x', version, nowMs: clock.now(), leaseMs: 1, state, release: true });
    },
    async closed(destination: string, kind: Trouble['kind']) {
      const about = { kind, reason: 'no', sinceMs: clock.now() - MINUTE, probes: 0, told: true };
      const outage = { ...about, nextProbeMs: clock.now() + MINUTE };
      await deliveries.saveOutage(destination, outage, 0, clock.now());
      const at = `20#${String(clock.now()).padStart(14, '0')}`;
      const todo = { under: `deliver#${destination}`, at };
      await rows.write(
        { pk: 'item#x', sk: `delivery#${destination}` },
        {},
        { version: 0, expiresAtMs: 0, todo },
      );
    },
    /** The API answered 429. */
    turnedAway: () => createDynamoBudget({ ...table, key: 'acme', onProblem: log }).close('read', MINUTE),
    byCommand,
    byConsole,
    inChat,
    inMetric,
  };
}
type World = ReturnType<typeof setUp>;

/** The reconciler first: since when, only it knows of some problems. */
async function expectOneAnswer(
  world: World,
  expected: readonly (readonly [string, string, string | null])[],
  metric: number,
) {
  expect(await world.inMetric()).toBe(metric);
  world.clock.advance(20_000);
  const [shown, told, chat] = await Promise.all([world.byConsole(), world.byCommand(), world.inChat()]);
  expect(shown.problems.map(({ heading, of, note }) => [heading, of, note])).toEqual(expected);
  expect(told).toEqual({
    headline: shown.headline,
    problems: shown.problems.map(({ heading, of, sinceMs, note }) => ({
      ...{ problem: heading, of, note },
      since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    })),
  });
  expect(chat).toContain(shown.headline);
  const lines = tellProblems(told.problems, world.clock.now()).map(plain);
  for (const [n, { heading, of, sinceMs, note }] of shown.problems.entries()) {
    for (const words of [heading, of, note ?? heading]) {
      expect(chat).toContain(words);
      expect(lines[n]).toContain(words);
    }
    // The same moment, which each chat writes in the reader's own zone.
    expect(sinceMs).not.toBeNull();
    expect(chat).toContain(`"timestamp":${Math.floor((sinceMs ?? 0) / 1_000)}`);
  }
}

const PASSES = 'may pass by itself';

describe('how the bridge is, the command, the console, the chats and the metric say in the same words', () => {
  it.each<
    [
      string,
      (world: World) => Promise<unknown>,
      readonly (readonly [string, string, string | null])[],
      number,
    ]
  >([
    ['nothing is wrong', async () => undefined, [], 1],
    [
      'Slack refuses',
      (world) => world.closed('soc', 'place'),
      [['Destination is closed', 'soc', PASSES]],
      0.5,
    ],
    [
      'Teams refuses',
      (world) => world.closed('gone', 'unreachable'),
      [['Destination is closed', 'gone', PASSES]],
      0.5,
    ],
    [
      'the API is down',
      (world) => world.polled({ failingSinceMs: world.clock.now() - 5_000 }),
      [['No successful poll', 'acme cases', PASSES]],
      0.5,
    ],
    [
      'a feed is stale',
      (world) => world.polled({ polledAtMs: world.clock.now() - 11 * MINUTE }),
      [['No successful poll', 'acme cases', null]],
      0,
    ],
    [
      'the key is revoked',
      (world) =>
        world.polled({
          pause: { because: 'unauthorized', untilMs: 0, sinceMs: world.clock.now() - MINUTE, told: true },
        }),
      [['Key refused', 'acme', null]],
      0,
    ],
    [
      'the requests of a key are used up',
      (world) => world.turnedAway(),
      [['Request budget is used up', 'acme', PASSES]],
      0.5,
    ],
    [
      'there is a dead letter',
      async (world) => world.dead.set('verdicts-dead', 1),
      [['Deliveries gave up', 'verdicts', null]],
      0,
    ],
  ])('while %s', async (_, breakIt, expected, metric) => {
    const world = setUp();
    await world.polled();
    await breakIt(world);
    await expectOneAnswer(world, expected, metric);
  });
});
