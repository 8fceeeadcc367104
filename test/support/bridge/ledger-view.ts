import {
  type AttributeValue,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { systemClock as clock } from '../../../lib/base/clock.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { ConnectorWatch } from '../../../lib/features/connectors/connector-changes.ts';
import { createDedupeLedger } from '../../../lib/features/dedupe/dedupe-ledger.ts';
import { HEALTH_ROW } from '../../../lib/features/health/check-health.ts';
import { WELL } from '../../../lib/features/health/health-state.ts';
import type { FeedState } from '../../../lib/feed/feed-state.ts';
import { reportedRow } from '../../../lib/ledger/bridge-rows.ts';
import { seenRow } from '../../../lib/ledger/item-rows.ts';
import { listedRow } from '../../../lib/ledger/withheld-rows.ts';
import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { waitFor } from '../wait-for.ts';
import type { BridgeWorld } from './bridge-world.ts';
import type { PostedCase } from './posted-case.ts';

const asOperator = ({ cloud: { endpoints } }: BridgeWorld) => ({
  endpoint: endpoints.aws,
  region: endpoints.region,
  credentials: endpoints.operator,
});

const tableOf = ({ cloud }: BridgeWorld): string => cloud.outputs.LedgerTableName ?? '';

async function withTable<T>(world: BridgeWorld, use: (client: DynamoDBClient) => Promise<T>): Promise<T> {
  const client = new DynamoDBClient(asOperator(world));
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

/** The audit trail of a case as an auditor reads it, yesterday's too: a test may run over midnight. */
export const trailOf = (world: BridgeWorld, { id }: Pick<PostedCase, 'id'>): Promise<AuditEntry[]> =>
  withTable(world, async (client) => {
    const ledger = createDynamoAnswerLedger({
      client,
      tableName: tableOf(world),
      clock,
      random: Math.random,
    });
    const entries: AuditEntry[] = [];
    for (const day of [clock.now() - 86_400_000, clock.now()]) {
      for await (const page of ledger.readTrail('acme', new Date(day))) entries.push(...page);
    }
    return entries.filter(({ caseId }) => caseId === id);
  });

/** The steps of the trail in order, once they are these. */
export const trailShowing = (
  world: BridgeWorld,
  posted: Pick<PostedCase, 'id'>,
  steps: readonly AuditEntry['what'][],
): Promise<AuditEntry[]> =>
  waitFor(async () => {
    const trail = await trailOf(world, posted);
    const whats = trail.map(({ what }) => what);
    if (whats.join() !== steps.join()) throw new Error(`the trail is ${whats.join()}`);
    return trail;
  });

/** Has a case waited for an answer for so much longer, as if that time had passed. */
export const waitedLonger = (world: BridgeWorld, { id }: Pick<PostedCase, 'id'>, ms: number): Promise<void> =>
  withTable(world, async (client) => {
    const table = { client, tableName: tableOf(world), clock, random: Math.random };
    const answers = createDynamoAnswerLedger(table);
    const cases = createCaseLedger(createDynamoVersionedRows(table));
    const moved = (atMs: number | null | undefined) => (atMs == null ? null : atMs - ms);
    await waitFor(async () => {
      if (!(await cases.load('acme', id))) throw new Error('there is no record of it yet');
      const answer = await answers.load('acme', id);
      if (answer?.owed) throw new Error('a step is under way');
      if (!answer) return;
      const steps = answer.steps?.map((step) => ({ ...step, atMs: step.atMs - ms }));
      const next = { ...answer, version: answer.version + 1, steps, lookMs: moved(answer.lookMs) };
      if ((await answers.save(next)) !== 'saved') throw new Error('another was quicker');
    });
    await cases.change('acme', id, (one) => ({
      ...one,
      sinceMs: one.sinceMs - ms,
      lookMs: moved(one.lookMs),
    }));
  });

/** Has a case been missing in the platform for so much longer, as if that time had passed. */
export const missedLonger = (world: BridgeWorld, { id }: Pick<PostedCase, 'id'>, ms: number): Promise<void> =>
  withTable(world, async (client) => {
    const table = { client, tableName: tableOf(world), clock, random: Math.random };
    await createCaseLedger(createDynamoVersionedRows(table)).change('acme', id, (record) => {
      if (!record.missed) throw new Error('it is not missing');
      const { looks, sinceMs, lastMs } = record.missed;
      return { ...record, missed: { looks, sinceMs: sinceMs - ms, lastMs: lastMs - ms } };
    });
  });

/** Has the last successful poll of the cases been so much longer ago, as if that time had passed. */
export const polledLongerAgo = (world: BridgeWorld, ms: number): Promise<void> =>
  withTable(world, async (client) => {
    const ledger = createDynamoFeedLedger({ client, tableName: tableOf(world), clock, random: Math.random });
    const feed = { domain: 'acme', feed: 'cases' } as const;
    await waitFor(async () => {
      const row = await ledger.load(feed);
      if (!row) throw new Error('it was never polled');
      const state = row.state as FeedState;
      const next = { ...state, polledAtMs: (state.polledAtMs ?? clock.now()) - ms };
      const save = { holder: 'test', version: row.version, nowMs: clock.now(), leaseMs: 1_000 };
      if ((await ledger.save(feed, { ...save, state: next, release: true })) === null)
        throw new Error('another was quicker');
    });
  });

/** Has the reconciler remember no problem, as if that had been over for long. */
export const forgetProblems = (world: BridgeWorld): Promise<void> =>
  withTable(world, async (client) => {
    const table = { client, tableName: tableOf(world), clock, random: Math.random };
    const rows = createDynamoVersionedRows(table);
    await waitFor(async () => {
      const row = await rows.read(HEALTH_ROW);
      const version = row?.version ?? 0;
      const expiresAtMs = clock.now() + 86_400_000;
      if ((await rows.write(HEALTH_ROW, WELL, { version, expiresAtMs })) === null)
        throw new Error('another was quicker');
    });
  });

/** The reconciler looks for open cases, as it does at once when it was just deployed. */
export async function lookAtLives({ cloud }: BridgeWorld): Promise<void> {
  const reconcile = cloud.functions.find(({ settings }) => /ReconcileFunction/.test(settings.logicalId));
  if (!reconcile) throw new Error('there is no reconciler');
  reconcile.updateCode(reconcile.settings.bundleDir);
  const outcome = await reconcile.invoke({});
  if (!outcome.ok) throw new Error(`the reconciler failed: ${outcome.errorMessage}`);
}

/** Makes the ledger forget everything about a case. */
export const forgetCase = (world: BridgeWorld, { id }: Pick<PostedCase, 'id'>): Promise<void> =>
  withTable(world, async (client) => {
    const { pk } = rowKey(seenRow.key({ domain: 'acme', feed: 'cases' }, id));
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName: tableOf(world),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk ?? { S: '' } },
        ConsistentRead: true,
      }),
    );
    // The poller's own mark stays, or the case would be new again.
    const rows = Items.filter(({ sk }) => sk?.S !== 'seen');
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [tableOf(world)]: rows.map(({ pk, sk }) => ({
            DeleteRequest: { Key: { pk: pk ?? { S: '' }, sk: sk ?? { S: '' } } },
          })),
        },
      }),
    );
  });

/** What was put aside so far, with the reasons. They stay where they are. */
export async function parkedIn(
  world: BridgeWorld,
  named: RegExp,
): Promise<{ body: string; reason: string }[]> {
  const queue = world.cloud.template
    .of('AWS::SQS::Queue')
    .find(({ logicalId }) => named.test(logicalId) && logicalId.includes('DeadLetters'));
  const client = new SQSClient({ ...asOperator(world), useQueueUrlAsEndpoint: false });
  try {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queue?.identity.ref ?? '',
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
        VisibilityTimeout: 0,
      }),
    );
    return Messages.map(({ Body = '', MessageAttributes }) => ({
      body: Body,
      reason: MessageAttributes?.reason?.StringValue ?? '',
    }));
  } finally {
    client.destroy();
  }
}

/** Has the bridge look for mutes to propose as if it never had. */
export const forgetProposals = (world: BridgeWorld): Promise<void> =>
  withTable(world, async (client) => {
    const Key = { pk: { S: 'mutes#acme' }, sk: { S: 'mutes' } };
    await client.send(new DeleteItemCommand({ TableName: tableOf(world), Key }));
  });

/** Has every connector been as it is for so much longer; fails while the bridge has noted no change. */
export const connectorsOlder = (world: BridgeWorld, ms: number): Promise<void> =>
  withTable(world, async (client) => {
    const rows = createDynamoVersionedRows({
      client,
      tableName: tableOf(world),
      clock,
      random: Math.random,
    });
    const key = reportedRow.key('connectors', 'acme');
    const row = await rows.read(key);
    const book = ConnectorWatch.parse(row?.value);
    if (!Object.values(book.connectors).some(({ next }) => next)) throw new Error('no change is noted yet');
    const aged = Object.entries(book.connectors).map(([type, { next, ...one }]) => [
      type,
      next ? { ...one, next: { ...next, sinceMs: next.sinceMs - ms } } : one,
    ]);
    const expiresAtMs = clock.now() + 86_400_000;
    const value = { ...book, connectors: Object.fromEntries(aged) };
    if ((await rows.write(key, value, { version: row?.version ?? 0, expiresAtMs })) === null)
      throw new Error('another was quicker');
  });

/** Has the windows that deduped so many items been open for so much longer, as if that time had passed; their ids. */
export const windowsOlder = (world: BridgeWorld, items: number, ms: number): Promise<readonly string[]> =>
  withTable(world, async (client) => {
    const table = { client, tableName: tableOf(world), clock, random: Math.random };
    const rows = createDynamoVersionedRows(table);
    const ledger = createDedupeLedger(rows);
    const windows = await waitFor(async () => {
      const unlisted = await ledger.unlisted(10);
      const found = await Promise.all(unlisted.map(ledger.load));
      let deduped = 0;
      for (const one of unlisted)
        for await (const page of ledger.dedupedBy(one)) deduped += page.items.length;
      if (deduped !== items) throw new Error(`${deduped} items were deduped`);
      return found.flatMap((one) => one ?? []);
    });
    for (const { window, version } of windows) {
      const older = { ...window, sinceMs: window.sinceMs - ms, untilMs: window.untilMs - ms };
      const todo = { under: listedRow.list, at: new Date(older.untilMs).toISOString() };
      const expiresAtMs = clock.now() + 86_400_000;
      await rows.write(listedRow.key(window), { v: 1, ...older }, { version, todo, expiresAtMs });
      const [key = ''] = window.id.split('-');
      const now = await ledger.window('acme', key);
      await ledger.open({ key, window: older, version: now.version });
    }
    return windows.map(({ window }) => window.id);
  });

/** Every row of the table, as an operator reads it. */
export const rowsOf = (world: BridgeWorld): Promise<Record<string, AttributeValue>[]> =>
  withTable(world, async (client) => {
    const { Items = [] } = await client.send(new ScanCommand({ TableName: tableOf(world) }));
    return Items;
  });
