import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDelivery } from '../../lib/delivery/delivery.ts';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoEarlierTodos } from '../../lib/dynamo/dynamo-earlier-todos.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createRestingMessages } from '../../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVerdictLedger } from '../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { newRestingRow } from '../../lib/dynamo/resting-row.ts';
import { number, type Row, text } from '../../lib/dynamo/row-values.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { aVerdict } from '../unit/verdict/examples.ts';

// The function that faces the internet may add rows of one kind. It chooses what they hold, also on which list they stand.
let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const clock = createManualClock();
const parts = () => ({ ...table, clock, random: Math.random });
const rows = () => createDynamoVersionedRows(parts());
let count = 0;

/** As the action function could add it, if somebody had taken it over. */
async function plant(more: Row): Promise<void> {
  const click = { id: `forged ${++count}`, queue: 'verdict', group: null, body: '{}', reason: 'none' };
  const { todo: _, todoAt: __, ...row } = newRestingRow(click, clock.now() - 3_600_000);
  await table.client.send(
    new PutItemCommand({ TableName: table.tableName, Item: { ...row, ...more } as Row }),
  );
}

const KEY = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
const forged = newDelivery(KEY, { kind: 'case', item: { case_id: 'c1' } as never, trimmed: [] }, 0);
const asDelivery = { value: text(JSON.stringify({ v: 2, ...forged })) };

it('a destination lists its own rows only, however many others stand before them', async () => {
  const ledger = createDeliveryLedger(rows());
  for (let n = 0; n < 5; n++)
    await plant({ todo: text('deliver#soc'), todoAt: text(`0${n}`), ...asDelivery });
  await plant({ sk: text('delivery#soc'), todo: text('deliver#soc'), todoAt: text('06'), ...asDelivery });
  await ledger.save({ ...forged, key: { ...KEY, id: 'genuine' } }, 0, '50#x', clock.now());
  const found = await ledger.todo('soc', { limit: 2 });
  expect(found.map(({ key }) => key)).toEqual([ledger.rowOf({ ...KEY, id: 'genuine' })]);
});

it('what an earlier version left is taken over only where it stands', async () => {
  const deliveries = createDeliveryLedger(rows());
  const earlier = createDynamoEarlierTodos({ ...parts(), deliveries });
  const unfinished = { unfinished: text('deliveries'), unfinishedSince: number(1) };
  await plant({ ...unfinished, ...asDelivery });
  await plant({ ...unfinished, ...asDelivery, sk: text('delivery#soc') });
  expect(await earlier.takeDeliveries(clock.now(), 10)).toBe(0);
  expect(await deliveries.load(KEY)).toBeNull();
  await plant({ unfinished: text('acme#verdicts'), unfinishedSince: number(1) });
  expect(await earlier.takeVerdicts('acme', clock.now(), 10)).toBe(0);
});

it('no message goes into another queue than its own', async () => {
  const resting = createRestingMessages({ rows: rows(), clock });
  const at = { todoAt: text(new Date(0).toISOString()) };
  await plant({ todo: text('resting#slack'), ...at });
  const other = { v: 1, id: 'x', queue: 'slack', group: null, body: '{}', reason: '', sinceMs: 0 };
  const value = text(JSON.stringify({ ...other, attempts: 0, nextAtMs: 0, parts: 0 }));
  await plant({ todo: text('resting#verdict'), ...at, value });
  expect(await resting.due('slack', 10)).toEqual([]);
  expect(await resting.due('verdict', 10)).toEqual([]);
});

it('no decision is overdue that stands nowhere', async () => {
  const verdict = text(JSON.stringify({ v: 1, ...aVerdict({ domain: 'acme' }) }));
  await plant({
    todo: text('verdict#acme'),
    todoAt: text(new Date(0).toISOString()),
    verdict,
    sk: text('verdict'),
  });
  expect(await createDynamoVerdictLedger(parts()).overdue('acme', clock.now(), 10)).toEqual([]);
});

it('the poller sends no item that it did not record', async () => {
  const feed = { domain: 'acme', feed: 'cases' } as const;
  const missing = { L: [text('soc')] };
  const item = text(JSON.stringify({ item: { case_id: 'c9' }, routes: [], trimmed: [] }));
  await plant({ unfinished: text('acme#cases'), unfinishedSince: number(1), missing, item, id: text('c9') });
  expect(await createDynamoFeedLedger(parts()).unfinished(feed, 10)).toEqual([]);
});
