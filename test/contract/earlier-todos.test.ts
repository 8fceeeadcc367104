import { PutItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeliveryLedger } from '../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoEarlierTodos } from '../../lib/dynamo/dynamo-earlier-todos.ts';
import { createDynamoVerdictLedger } from '../../lib/dynamo/dynamo-verdict-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock } from '../../lib/platform/clock.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { formats } from '../support/formats/read-formats.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const [first] = formats.filter(({ commit }) => commit === 'dd1e66f');
const noted = (first?.rows ?? []).filter(
  ({ name, row }) => row.unfinished && /^(verdict|delivery|item) /.test(name),
);

async function indexed() {
  const { Items = [] } = await table.client.send(new ScanCommand({ TableName: table.tableName }));
  return Items.map(({ sk, unfinished, todo }) => ({ sk: sk?.S ?? '', old: unfinished?.S, now: todo?.S }));
}

it('what dd1e66f left unfinished is taken over, and only the items of feeds stay', async () => {
  // Several of the verdicts are of one case, and differ only in how they stand: each gets a place of its own.
  for (const [n, { row }] of noted.entries()) {
    // A delivery says itself where its row is.
    const pk = row.sk?.S === 'verdict' ? `${row.pk?.S}-${n}` : row.pk?.S;
    const Item = { ...row, pk: { S: pk ?? '' } };
    await table.client.send(new PutItemCommand({ TableName: table.tableName, Item }));
  }
  const parts = { ...table, clock: systemClock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const earlier = createDynamoEarlierTodos({ ...parts, deliveries: createDeliveryLedger(rows) });
  const count = (prefix: string) => noted.filter(({ name }) => name.startsWith(prefix)).length;
  expect(count('verdict ')).toBeGreaterThan(10);
  expect(count('delivery ')).toBeGreaterThan(10);

  const dues = noted
    .filter(({ name }) => name.startsWith('verdict '))
    .map(({ row }) => Number(row.unfinishedSince?.N));
  expect(await earlier.takeVerdicts('acme', Math.min(...dues) - 1, 100)).toBe(0);
  expect(await earlier.takeVerdicts('zeta', Date.now(), 100)).toBe(0);
  expect(await earlier.takeVerdicts('acme', Math.max(...dues), 3)).toBe(3);
  expect(await earlier.takeVerdicts('acme', Math.max(...dues), 100)).toBe(count('verdict ') - 3);
  expect(await earlier.takeVerdicts('acme', Math.max(...dues), 100)).toBe(0);
  const overdue = await createDynamoVerdictLedger(parts).overdue('acme', Math.max(...dues), 100);
  expect(overdue).toHaveLength(count('verdict '));
  expect(overdue.every(({ verdict }) => verdict !== null)).toBe(true);

  const handedOver = noted.map(({ row }) => Number(row.unfinishedSince?.N));
  const deliveries = new Set(noted.flatMap(({ row }) => (row.value ? [`${row.pk?.S} ${row.sk?.S}`] : [])));
  expect(deliveries.size).toBeGreaterThan(5);
  expect(await earlier.takeDeliveries(Math.max(...handedOver), 100)).toBe(deliveries.size);
  expect(await earlier.takeDeliveries(Math.max(...handedOver), 100)).toBe(0);
  for (const { sk, old, now } of await indexed()) {
    if (sk === 'seen') expect({ old, now }).toEqual({ old: expect.stringMatching(/^acme#/), now: undefined });
    if (sk.startsWith('delivery#')) {
      expect({ old, now }).toEqual({ old: undefined, now: sk.replace('delivery#', 'deliver#') });
    }
    if (sk === 'verdict') expect({ old, now }).toEqual({ old: undefined, now: 'verdict#acme' });
  }
});
