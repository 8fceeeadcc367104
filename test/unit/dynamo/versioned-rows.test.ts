import { afterAll, beforeAll } from 'vitest';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { systemClock } from '../../../lib/platform/clock.ts';
import { describeVersionedRows } from '../../contract/versioned-rows.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

describeVersionedRows('memory', createMemoryVersionedRows);
describeVersionedRows('DynamoDB', () =>
  createDynamoVersionedRows({ ...table, clock: systemClock, random: Math.random }),
);
