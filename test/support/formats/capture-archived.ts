import { createDynamoArchiveNotes } from '../../../lib/dynamo/dynamo-archive-notes.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

/** What the archive notes of a day that it has put into its bucket. */
export async function captureArchived(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const archived = createDynamoArchiveNotes(parts, 'archive-bucket');
  const keptUntilMs = clock.now() + 400 * 86_400_000;
  await archived.add('acme', { day: '2026-11-14', seq: 12, hash: 'ab'.repeat(32), keptUntilMs });
  for (const row of table.rows.values()) notes.row(structuredClone(row));
}
