import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedAws } from '../../../lib/base/aws/signed-aws.ts';
import { systemClock as clock } from '../../../lib/base/clock.ts';
import { createCaseLookUp } from '../../../lib/dynamo/case-look-up.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { Delivery } from '../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import { LOCAL_CREDENTIALS } from '../../support/aws/quiet-sdk.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { aVerdict, CASE_ID } from '../verdict/examples.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

async function lookUpIn({ client, tableName }: LocalTable) {
  const { protocol, hostname, port } = (await client.config.endpoint?.()) ?? {};
  const endpoint = `${protocol}//${hostname}:${port}`;
  const settings = { ...LOCAL_CREDENTIALS, endpoint, clock, random: Math.random, timeoutMs: 5_000 };
  return createCaseLookUp(createSignedAws(settings), tableName);
}

const delivery: Delivery = {
  key: { domain: 'acme', feed: 'cases', id: CASE_ID, destination: 'soc' },
  content: { kind: 'case', item: { case_id: CASE_ID, created_at: '2026-11-15T09:00:00Z' }, trimmed: [] },
  broadcast: false,
  thread: null,
  main: null,
  notes: {},
  begun: null,
  memory: null,
  parked: null,
  handedOverAtMs: 1,
  settled: true,
};

it('reads what the ledgers wrote of a case, and nothing of a case that they do not know', async () => {
  const parts = { ...table, clock, random: Math.random };
  await createDeliveryLedger(createDynamoVersionedRows(parts)).save(delivery, 0, null, clock.now());
  const answer = aVerdict();
  await createDynamoAnswerLedger(parts).save(answer);
  const { deliveryOf, answerOf, recordOf } = await lookUpIn(table);
  expect(await deliveryOf('acme', CASE_ID, 'soc')).toMatchObject(delivery);
  expect(await deliveryOf('acme', CASE_ID, 'elsewhere')).toBeNull();
  expect(await answerOf('acme', CASE_ID)).toEqual(answer);
  expect([await answerOf('acme', 'unknown'), await recordOf('acme', CASE_ID)]).toEqual([null, null]);
});
