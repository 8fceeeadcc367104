import { afterAll, beforeAll } from 'vitest';
import { systemClock } from '../../lib/base/clock.ts';
import { createDynamoAnswerLedger } from '../../lib/dynamo/dynamo-answer-ledger.ts';
import type { DynamoParts } from '../../lib/dynamo/dynamo-calls.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createQuarantine } from '../../lib/dynamo/dynamo-quarantine.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createDynamoOutcomes, createDynamoPast } from '../../lib/features/history/dynamo-past.ts';
import { createPersonaLedger } from '../../lib/features/personas/persona-ledger.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { type LocalTable, startDynalite } from '../support/aws/start-dynalite.ts';
import { createMemoryAnswerLedger } from '../support/memory/memory-answer-ledger.ts';
import { createMemoryFeedLedger } from '../support/memory/memory-feed-ledger.ts';
import { createMemoryPast } from '../support/memory/memory-past.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';
import { describeVerdictLedger } from './answer-ledger.ts';
import { describeAuditTrail } from './audit-trail.ts';
import { describeCaseLedger } from './case-ledger.ts';
import { describeDeliveryLedger } from './delivery-ledger.ts';
import { describeFeedLedger } from './feed-ledger.ts';
import { describePastLedger } from './past-ledger.ts';
import { describePersonaLedger } from './persona-ledger.ts';
import { describeQuarantine } from './quarantine.ts';
import { describeVersionedRows } from './versioned-rows.ts';

let table: LocalTable;
beforeAll(async () => {
  table = await startDynalite();
});
afterAll(() => table.stop());

const parts = { clock: systemClock, random: Math.random };
const onDynalite = () => ({ ...table, ...parts });
// What the simulation stands on passes the same suites as the real thing.
const onFake = () => {
  const client = new FakeDynamo().client(async (_label, effect) => effect());
  return { ...parts, client, tableName: 'ledger' };
};

describeFeedLedger('the in-memory ledger', createMemoryFeedLedger);
describeFeedLedger('the DynamoDB ledger', () => createDynamoFeedLedger(onDynalite()));
describeFeedLedger('the ledger on the fake DynamoDB', () => createDynamoFeedLedger(onFake()));

describeVerdictLedger('the in-memory ledger', createMemoryAnswerLedger);
describeVerdictLedger('the DynamoDB ledger', () => createDynamoAnswerLedger(onDynalite()));
describeVerdictLedger('the ledger on the fake DynamoDB', () => createDynamoAnswerLedger(onFake()));

describeAuditTrail('DynamoDB', onDynalite);
describeAuditTrail('the fake DynamoDB', onFake);

describeVersionedRows('memory', createMemoryVersionedRows);
describeVersionedRows('DynamoDB', () => createDynamoVersionedRows(onDynalite()));

describeDeliveryLedger('memory', () => createDeliveryLedger(createMemoryVersionedRows()));
describeDeliveryLedger('DynamoDB', () => createDeliveryLedger(createDynamoVersionedRows(onDynalite())));
describeDeliveryLedger('the fake DynamoDB', () => createDeliveryLedger(createDynamoVersionedRows(onFake())));

describeCaseLedger('memory', createMemoryVersionedRows);
describeCaseLedger('DynamoDB', () => createDynamoVersionedRows(onDynalite()));
describeCaseLedger('the fake DynamoDB', () => createDynamoVersionedRows(onFake()));

describePersonaLedger('memory', (clock) => createPersonaLedger({ rows: createMemoryVersionedRows(), clock }));
describePersonaLedger('DynamoDB', (clock) =>
  createPersonaLedger({ rows: createDynamoVersionedRows(onDynalite()), clock }),
);
describePersonaLedger('the fake DynamoDB', (clock) =>
  createPersonaLedger({ rows: createDynamoVersionedRows(onFake()), clock }),
);

describeQuarantine('memory', (clock) => {
  const rows = createMemoryVersionedRows();
  return createQuarantine({ rows, clock });
});
describeQuarantine('DynamoDB', (clock) => {
  const table = { ...onDynalite(), clock };
  return createQuarantine({ rows: createDynamoVersionedRows(table), clock });
});

const pastOn = (parts: DynamoParts) => {
  const kept = { keptMs: 93 * 86_400_000 };
  return { ...createDynamoPast(parts, kept), ...createDynamoOutcomes(parts, kept) };
};
describePastLedger('memory', createMemoryPast);
describePastLedger('DynamoDB', () => pastOn(onDynalite()));
describePastLedger('the fake DynamoDB', () => pastOn(onFake()));
