import { createAlikeLedger } from '../../../lib/dynamo/dynamo-alike-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

const SINCE = Date.parse('2026-11-17T09:00:00Z');
const HOUR = 3_600_000;

/** A window that is opened, folds something, and is listed. */
export async function captureAlike(notes: FormatNotes): Promise<void> {
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock: createManualClock(SINCE), random: Math.random };
  const ledger = createAlikeLedger(createDynamoVersionedRows(parts));
  const note = () => {
    for (const row of table.rows.values()) notes.row(structuredClone(row));
  };
  const first = { feed: 'cases', id: 'c1', createdAtMs: SINCE, what: 'Sabotage', severity: 'high' } as const;
  const key = '0123456789abcdef01234567';
  const about = {
    id: `${key}-mi2x0q1c-0`,
    domain: 'acme',
    route: 'all',
    by: ['user', 'threatType'],
  } as const;
  const window = { ...about, first, at: ['soc', 'duty'], sinceMs: SINCE, untilMs: SINCE + HOUR };
  await ledger.open({ key, window, version: 0 });
  await ledger.note(window, [{ ...first, id: 'c2', severity: null, at: ['soc'] }]);
  note();
  const folding = await ledger.load(window);
  if (folding) await ledger.setListed(folding);
  note();
}
