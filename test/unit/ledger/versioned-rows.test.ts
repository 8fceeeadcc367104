import { afterAll, beforeAll } from 'vitest';
import { createDynamoVersionedRows } from '../../../lib/ledger/dynamo-versioned-rows.ts';
import { createMemoryVersionedRows } from '../../../lib/ledger/memory-versioned-rows.ts';
import { systemClock } from '../../../lib/platform/clock.ts';
import { describeVersionedRows } from '../../contract/versioned-rows.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

describeVersionedRows('memory', createMemoryVersionedRows);
describeVersionedRows('DynamoDB', () =>
  createDynamoVersionedRows({ ...table, clock: systemClock, random: Math.random }),
);
