import { expect, it } from 'vitest';
import { pastCaseOf, placeHash, writeSent } from '../../../../lib/case/past-entry.ts';
import { createDynamoPast } from '../../../../lib/features/history/dynamo-past.ts';
import { FakeDynamo } from '../../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const HOUR_MS = 3_600_000;
const AT_MS = Date.parse('2026-11-16T09:20:00Z');
const RANGE = { fromMs: 0, mostRows: 10 };
const one = pastCaseOf({ case_id: 'c1', user_email: 'ada', threat_type: 'sabotage' }, AT_MS, [
  placeHash('soc'),
]);

function createWorld() {
  const table = new FakeDynamo();
  const clock = createManualClock();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const ledger = createDynamoPast(parts, { keptMs: 93 * 86_400_000 });
  const rowWith = (value: object) => {
    const key = { pk: { S: 'past#acme' }, sk: { S: '2026-11-16T09#abc' } };
    table.rows.set('another', { ...key, version: { N: '1' }, value: { S: JSON.stringify(value) } });
  };
  return { table, ledger, rowWith };
}

it('writes where cases went', async () => {
  const { table, ledger } = createWorld();
  await ledger.addCases('acme', [one], AT_MS);
  const [row] = [...table.rows.values()];
  expect(JSON.parse(row?.value?.S ?? '')).toEqual({ v: 1, sent: writeSent([one]) });
});

it('cases of a newer version are not known, and it says from when on all is there', async () => {
  const { ledger, rowWith } = createWorld();
  rowWith({ v: 2, sent: writeSent([one]) });
  const cutAtMs = Date.parse('2026-11-16T09:00:00Z') + HOUR_MS;
  expect(await ledger.cases('acme', RANGE)).toEqual({ entries: [], cutAtMs });
});
