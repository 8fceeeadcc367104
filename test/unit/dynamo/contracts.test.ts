import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../../lib/base/clock.ts';
import { createDynamoAnswerLedger } from '../../../lib/dynamo/dynamo-answer-ledger.ts';
import type { DynamoParts } from '../../../lib/dynamo/dynamo-calls.ts';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { describeVerdictLedger } from '../../contract/answer-ledger.ts';
import { describeFeedLedger } from '../../contract/feed-ledger.ts';
import { describeVersionedRows } from '../../contract/versioned-rows.ts';
import { FakeDynamo } from '../../support/aws/fake-dynamo.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const onTable = (): DynamoParts => ({ ...table, clock: systemClock, random: Math.random });
const onFake = (): DynamoParts => {
  const client = new FakeDynamo().client(async (_label, effect) => effect());
  return { client, tableName: 'ledger', clock: systemClock, random: Math.random };
};

describeFeedLedger('the in-memory ledger', createMemoryFeedLedger);
describeFeedLedger('the DynamoDB ledger', () => createDynamoFeedLedger(onTable()));

describeVerdictLedger('the in-memory ledger', createMemoryAnswerLedger);
describeVerdictLedger('the DynamoDB ledger', () => createDynamoAnswerLedger(onTable()));
describeVerdictLedger('the ledger on the fake DynamoDB', () => createDynamoAnswerLedger(onFake()));

describeVersionedRows('memory', createMemoryVersionedRows);
describeVersionedRows('DynamoDB', () => createDynamoVersionedRows(onTable()));
