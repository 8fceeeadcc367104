import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createQuarantine } from '../../lib/dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { PACKED_ATTRIBUTE } from '../../lib/dynamo/packed-value.ts';
import { newQuarantineRow } from '../../lib/dynamo/quarantine-row.ts';
import { type Row, text } from '../../lib/dynamo/row-values.ts';
import { itemRow } from '../../lib/dynamo/seen-row.ts';
import { quarantineRow } from '../../lib/ledger/bridge-rows.ts';
import { newDelivery } from '../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { aVerdict } from '../unit/verdict/examples.ts';

// The function that faces the internet may add rows of one kind. It chooses what they hold, also on which list they stand.
let table: LocalTable;
beforeEach(async () => {
  table = await startDynalite();
});
afterEach(() => table.stop());

const clock = createManualClock();
const parts = () => ({ ...table, clock, random: Math.random });
const rows = () => createDynamoVersionedRows(parts());
let count = 0;

/** As the action function could add it, if somebody had taken it over. */
async function plant(more: Row): Promise<void> {
  const click = { id: `forged ${++count}`, queue: 'verdict', group: null, body: '{}', reason: 'none' };
  const {
    todo: _,
    todoAt: __,
    [PACKED_ATTRIBUTE]: packed,
    ...row
  } = newQuarantineRow(click, clock.now() - 3_600_000);
  const said = more.value ? {} : { [PACKED_ATTRIBUTE]: packed };
  await table.client.send(
    new PutItemCommand({ TableName: table.tableName, Item: { ...row, ...said, ...more } as Row }),
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
  await plant({
    pk: text('item#acme#cases#c1'),
    todo: text('deliver#soc'),
    todoAt: text('07'),
    ...asDelivery,
  });
  await ledger.save({ ...forged, key: { ...KEY, id: 'genuine' } }, 0, '50#x', clock.now());
  const found = await ledger.todo('soc', { limit: 2 });
  expect(found.map(({ key }) => key)).toEqual([ledger.rowOf({ ...KEY, id: 'genuine' })]);
});

/** The row of a quarantined message, with what somebody else put into it. */
const asMessage = (more: object) => {
  const kept = { id: 'x', queue: 'verdict', group: null, body: '{}', reason: '', sinceMs: 0 };
  return { value: text(JSON.stringify({ v: 1, ...kept, attempts: 0, nextAtMs: 0, parts: 0, ...more })) };
};
const LONG_DUE = text(new Date(0).toISOString());
const rowOf = (queue: string, id: string): Row => {
  const { pk, sk } = quarantineRow.key(queue, id);
  return { pk: text(pk), sk: text(sk) };
};

it.each([
  ['is of another queue', { ...rowOf('verdict', 'a'), ...asMessage({ id: 'a', queue: 'slack' }) }],
  ['is another message', { ...rowOf('verdict', 'b'), ...asMessage({ id: 'x' }) }],
  ['stands elsewhere', { ...rowOf('verdict', 'c'), sk: text('part#00'), ...asMessage({ id: 'c' }) }],
  ['has ended', { ...rowOf('verdict', 'd'), ...asMessage({ id: 'd', ended: true }) }],
  ['is not due', { ...rowOf('verdict', 'e'), ...asMessage({ id: 'e', nextAtMs: 8e15 }) }],
  ['says no date', { ...rowOf('verdict', 'f'), ...asMessage({ id: 'f', sinceMs: 1e300 }) }],
  ['is no JSON', { ...rowOf('verdict', 'g'), value: text('{') }],
  ['has no version', { ...rowOf('verdict', 'h'), ...asMessage({ id: 'h' }), version: text('1') }],
])('a quarantined message that %s goes nowhere, and out of the way', async (_what, row) => {
  const quarantine = createQuarantine({ rows: rows(), clock });
  const own = { id: `own ${++count}`, queue: 'verdict', group: null, body: '{}', reason: 'none' };
  await quarantine.keep(own);
  clock.advance(60_000);
  await plant({ todo: text('quarantine#verdict'), todoAt: LONG_DUE, ...row });
  expect(await quarantine.due('verdict', 1)).toEqual([]);
  expect(await quarantine.due('verdict', 1)).toMatchObject([own]);
  await quarantine.end(own);
});

it('a queue lists its own messages only, however many others stand before them', async () => {
  const quarantine = createQuarantine({ rows: rows(), clock });
  const own = { id: 'own', queue: 'slack', group: null, body: '{}', reason: 'none' };
  await quarantine.keep(own);
  clock.advance(60_000);
  for (let n = 0; n < 5; n++)
    await plant({ todo: text('quarantine#slack'), todoAt: LONG_DUE, ...asMessage({ queue: 'slack' }) });
  expect(await quarantine.due('slack', 2)).toMatchObject([own]);
});

it('no decision is overdue that stands nowhere', async () => {
  const verdict = text(JSON.stringify({ v: 1, ...aVerdict({ domain: 'acme' }) }));
  const overdue = { todo: text('verdict#acme'), todoAt: LONG_DUE, verdict };
  await plant({ ...overdue, sk: text('verdict') });
  await plant({ ...overdue, pk: text('item#acme#cases#c1') });
  expect(
    await createDynamoAnswerLedger(parts()).overdue('acme', { untilMs: clock.now(), limit: 10 }),
  ).toEqual([]);
});

it('the poller sends no item that it did not record, and finds its own behind them', async () => {
  const feed = { domain: 'acme', feed: 'cases' } as const;
  const item = { item: { case_id: 'c9' }, routes: [], trimmed: [] };
  const record = { id: 'c9', createdAtMs: 1, missing: ['soc'], item };
  const ledger = createDynamoFeedLedger(parts());
  for (let n = 0; n < 3; n++) {
    const { pk: _, sk: __, ...row } = itemRow(feed, record);
    await plant(row);
  }
  const own = { ...record, id: 'own', createdAtMs: 2 };
  await plant(itemRow(feed, own));
  expect(await ledger.unfinished(feed, 2)).toEqual([own]);
});
