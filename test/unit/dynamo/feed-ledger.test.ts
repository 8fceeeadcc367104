import { afterAll, beforeAll } from 'vitest';
import { createDynamoFeedLedger } from '../../../lib/dynamo/dynamo-feed-ledger.ts';
import { systemClock } from '../../../lib/platform/clock.ts';
import { describeFeedLedger } from '../../contract/feed-ledger.ts';
import { type LocalTable, startDynalite } from '../../support/aws/start-dynalite.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

describeFeedLedger('the in-memory ledger', createMemoryFeedLedger);
describeFeedLedger('the DynamoDB ledger', () =>
  createDynamoFeedLedger({ ...table, clock: systemClock, random: Math.random }),
);
