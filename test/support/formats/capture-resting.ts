import { createRestingMessages } from '../../../lib/dynamo/dynamo-resting-messages.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

/** A message that rests, one that is too large for a row, and one whose rest is over. */
export async function captureResting(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const resting = createRestingMessages({
    rows: createDynamoVersionedRows(parts),
    clock,
  });
  const about = { queue: 'slack', group: 'soc', reason: 'the message has version 2, this function reads 1' };
  await resting.keep({ ...about, id: 'm1', body: '{"v":2}' });
  await resting.keep({ ...about, id: 'm2', body: 'x'.repeat(100_001) });
  for (const row of table.rows.values()) notes.row(structuredClone(row));
  await resting.end({ queue: 'slack', id: 'm1', body: '{"v":2}' });
  for (const row of table.rows.values()) notes.row(structuredClone(row));
}
