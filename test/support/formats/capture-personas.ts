import { createDynamoPersonaLedger } from '../../../lib/dynamo/dynamo-persona-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { tellPersonInShort } from '../../../lib/personas/tell-person.ts';
import { peopleOf, tellServiceInShort } from '../../../lib/personas/tell-service.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

/** What is kept of a person, and of a service identity. */
export async function capturePersonas(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const rows = createDynamoVersionedRows({ client, tableName: 'ledger', clock, random: Math.random });
  const ledger = createDynamoPersonaLedger({ rows, clock });
  const persona = {
    tuid: 't1',
    overview: { summary: 'Ada works in Finance.' },
    role: { observed_role: 'Accountant', confidence: 0.6 },
    access: { directory_role_count: 0, applications: ['Mail', 'Payroll'] },
    coverage: { posture: 'insufficient' },
  };
  const ada = { as: 'person', email: 'ada@acme.example', name: 'Ada Winter' } as const;
  await ledger.keep('acme', ada, {
    about: 'person',
    name: 'Ada Winter',
    parts: tellPersonInShort(persona, null),
    people: ['ada@acme.example', 'Ada Winter'],
  });
  const detail = {
    nuid: 'n1',
    overview: { summary: 'Copies servers to the vault.' },
    stewardship: { steward_upn: 'bo@acme.example' },
  };
  const backup = { as: 'service', email: null, name: 'backup-prod-001' } as const;
  await ledger.keep('acme', backup, {
    about: 'service',
    name: 'backup-prod-001',
    parts: tellServiceInShort(detail),
    people: peopleOf(detail),
  });
  for (const row of table.rows.values()) notes.row(structuredClone(row));
}
