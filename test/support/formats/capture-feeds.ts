import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { askFeed } from '../../../cli/act/ask-feed.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createDeliveryOutbox } from '../../../lib/delivery/delivery-outbox.ts';
import { createAlikeLedger } from '../../../lib/dynamo/dynamo-alike-ledger.ts';
import { createDynamoBudget } from '../../../lib/dynamo/dynamo-budget.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoLifeLedger } from '../../../lib/dynamo/dynamo-life-ledger.ts';
import { createMuteLedger } from '../../../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoPast } from '../../../lib/dynamo/dynamo-past.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoWaitingLedger } from '../../../lib/dynamo/dynamo-waiting-ledger.ts';
import { createPollers } from '../../../lib/feed/create-pollers.ts';
import { createTickQueue } from '../../../lib/feed/tick-queue.ts';
import type { PostureClient } from '../../../lib/posture/client.ts';
import { NotReadyError, type PostureError, UnauthorizedError } from '../../../lib/posture/errors.ts';
import { startDynalite } from '../aws/start-dynalite.ts';
import { fixture } from '../fixture.ts';
import { createManualClock } from '../manual-clock.ts';
import { createMemoryOutbox } from '../memory/memory-outbox.ts';
import type { FormatNotes } from './format-notes.ts';

const MINUTE = 60_000;
const PAGE_MS = 500;
/** Time for a page or two, above what a poll keeps in reserve. */
const CUT_OFF_MS = 2_000 + 2 * PAGE_MS;
const QUEUES = { slack: 'https://sqs/slack.fifo', teams: 'https://sqs/teams.fifo' };
const TICKS = 'https://sqs/ticks';

type Item = { readonly created_at: string; readonly updated_at?: string } & Record<string, unknown>;
const itemsOf = (page: string) => {
  const { items, data } = fixture(page) as { items?: Item[]; data?: Item[] };
  return items ?? data ?? [];
};

/** All that the events of a page come from. */
const sourcesOf = (page: string): string[] =>
  itemsOf(page).flatMap(({ events }) => ((events ?? []) as { source: string }[]).map(({ source }) => source));

const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    ops: { type: 'slack', channel: 'C0OPS00001' },
  },
  routes: [
    { name: 'all', to: ['soc'] },
    { name: 'in the channel too', to: ['ops'], broadcast: true },
  ],
  verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
  ops: { to: 'ops' },
  connectors: { cloud_directory: { sources: sourcesOf('cases-page') } },
});

/** Polls feeds of an API that answers in every way, and notes every row and every message after each poll. */
export async function captureFeeds(notes: FormatNotes): Promise<void> {
  const table = await startDynalite();
  const clock = createManualClock(Date.parse('2026-02-03T10:00:00Z'));
  const parts = { client: table.client, tableName: table.tableName, clock, random: Math.random };
  const outbox = createMemoryOutbox();
  const lists = { cases: [] as Item[], threats: [] as Item[] };
  let failure: PostureError | null = null;
  let newestFirst = true;

  const listOf = (name: keyof typeof lists, idKey: string) => ({
    async page({ cursor }: { cursor?: string | undefined }) {
      if (failure) throw failure;
      clock.advance(PAGE_MS);
      const sorted = lists[name].toSorted(
        (a, b) => (Date.parse(b.created_at) - Date.parse(a.created_at)) * (newestFirst ? 1 : -1),
      );
      const start = cursor === undefined ? 0 : sorted.findIndex((item) => item[idKey] === cursor) + 1;
      const items = sorted.slice(start, start + 3);
      const nextCursor = start + 3 < sorted.length ? String(items.at(-1)?.[idKey]) : null;
      return { items, rejected: [], repairs: [], nextCursor, serverTimeMs: clock.now() };
    },
  });
  const client = {
    cases: listOf('cases', 'case_id'),
    threats: listOf('threats', 'event_id'),
    integration: async (type: string) => ({
      connector_type: type,
      display_name: 'Cloud Directory',
      status: 'degraded',
    }),
  };

  async function note(): Promise<void> {
    const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.tableName }));
    for (const row of Items) notes.row(row);
    for (const [queue, url] of Object.entries({ ...QUEUES, ticks: TICKS })) {
      for (const { body } of outbox.accepted(url)) notes.message(queue, body);
    }
  }
  const pollersNow = () =>
    createPollers({
      config,
      domain: 'acme',
      client: client as unknown as PostureClient,
      ledger: createDynamoFeedLedger(parts),
      past: createDynamoPast(parts, { keptMs: 93 * 86_400_000 }),
      muted: createMuteLedger(createDynamoVersionedRows(parts)),
      alike: createAlikeLedger(createDynamoVersionedRows(parts)),
      waiting: createDynamoWaitingLedger({ rows: createDynamoVersionedRows(parts), clock: parts.clock }),
      lives: createDynamoLifeLedger({ rows: createDynamoVersionedRows(parts), clock: parts.clock }),
      deliveries: createDeliveryLedger(createDynamoVersionedRows(parts)),
      log: () => undefined,
      outbox: {
        // Just now the feed is leased.
        async send(...sent) {
          await note();
          return outbox.send(...sent);
        },
      },
      queueUrls: QUEUES,
      clock,
      holder: 'poller-1',
      onUnrouted: () => undefined,
      onShadow: () => undefined,
    });
  /** As the outbox of the poll function writes it into the ledger. */
  async function keepFirstWithFacts(): Promise<void> {
    const ledger = createDeliveryLedger(createDynamoVersionedRows(parts));
    const keeping = createDeliveryOutbox({ outbox: createMemoryOutbox(), ledger, severeFrom: 'none', clock });
    const envelopes = outbox.accepted(QUEUES.slack).map(({ body }) => JSON.parse(body));
    const envelope = envelopes.find(({ facts }) => facts?.past && facts.connectors);
    const { deliveryId, destination: group } = envelope;
    await keeping.send(QUEUES.slack, [{ deliveryId, group, body: '', envelope }]);
  }
  let pollers = pollersNow();
  async function poll(withinMs = MINUTE): Promise<void> {
    for (const { poller } of pollers) await poller.poll(clock.now() + withinMs);
    await note();
    clock.advance(MINUTE);
  }
  const add = (name: keyof typeof lists, idKey: string, of: Item, count: number) => {
    for (let n = 0; n < count; n++) {
      const at = new Date(clock.now() - n * 1_000).toISOString();
      const id = `${name}-${lists[name].length}`;
      lists[name].push({
        ...of,
        [idKey]: id,
        created_at: at,
        ...(idKey === 'case_id' && { updated_at: at }),
      });
    }
  };
  const [aCase] = itemsOf('cases-page');
  const [aThreat] = itemsOf('threats-page');
  if (!aCase || !aThreat) throw new Error('the fixtures have no items');

  await createTickQueue({ outbox, queueUrl: TICKS, everyMs: 5_000, clock }).sendAhead(['acme']);
  // History, and a first walk that its time cuts off.
  add('cases', 'case_id', aCase, 12);
  add('threats', 'event_id', aThreat, 12);
  clock.advance(MINUTE);
  await poll(CUT_OFF_MS);
  await poll();
  for (const [name, key, of] of [
    ['cases', 'case_id', aCase],
    ['threats', 'event_id', aThreat],
  ] as const) {
    add(name, key, of, 1);
  }
  await poll();
  // It changed.
  const [, ...others] = lists.cases.toReversed();
  const changed = { ...(lists.cases.at(-1) as Item), updated_at: new Date(clock.now()).toISOString() };
  lists.cases.splice(0, lists.cases.length, ...others, changed);
  await poll();
  // A walk that the time cuts off, while one queue takes nothing.
  outbox.refuse(() => 'QueueDoesNotExist');
  add('cases', 'case_id', aCase, 9);
  add('threats', 'event_id', aThreat, 9);
  await poll(CUT_OFF_MS);
  await poll();
  outbox.refuse(() => null);
  failure = new NotReadyError('GET /cases answered 423', { days_until_ready: 2 } as never);
  await poll();
  failure = null;
  clock.advance(120 * MINUTE);
  await poll();
  failure = new UnauthorizedError('GET /cases answered 401');
  await poll();
  failure = null;
  clock.advance(10 * MINUTE);
  newestFirst = false;
  pollers = pollersNow();
  for (let n = 0; n < 4; n++) {
    add('threats', 'event_id', aThreat, 4);
    await poll();
    clock.advance(20 * MINUTE);
  }
  // What operators want looked at again: a backfill, and one item that is to be replayed.
  const ledger = createDynamoFeedLedger(parts);
  const fromMs = clock.now() - 60 * MINUTE;
  await askFeed(ledger, clock, { domain: 'acme', feed: 'cases' }, { id: 'a1', again: 'history', fromMs });
  const replayed = { id: 'a2', again: 'all', only: 'threats-3', fromMs } as const;
  await askFeed(ledger, clock, { domain: 'acme', feed: 'threats' }, replayed);
  await note();
  await keepFirstWithFacts();
  const budget = createDynamoBudget({ ...parts, key: 'acme', onProblem: () => undefined });
  await budget.take('read', 'live');
  await budget.close('write', 30_000);
  await note();
  await table.stop();
}
