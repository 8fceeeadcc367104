import { newDelivery } from '../../../lib/delivery/delivery.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoPeople } from '../../../lib/dynamo/dynamo-people.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { deliveryPartition } from '../../../lib/dynamo/row-keys.ts';
import { judge } from '../../../lib/privacy/forget.ts';
import { searchFor } from '../../../lib/privacy/person.ts';
import { FakeDynamo } from '../../simulation/fake-dynamo.ts';
import { createManualClock } from '../manual-clock.ts';
import type { FormatNotes } from './format-notes.ts';

const DANA = 'dana@acme.example';

/** A case of a person who is forgotten, and one of somebody else that named them. */
export async function captureForgotten(notes: FormatNotes): Promise<void> {
  const clock = createManualClock();
  const table = new FakeDynamo();
  const client = table.client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const ledger = createDeliveryLedger(createDynamoVersionedRows(parts));
  const people = createDynamoPeople(parts);
  for (const [id, user_email, destination] of [
    ['c1', DANA, 'soc'],
    ['c2', 'joe@acme.example', 'duty'],
  ] as const) {
    const key = { domain: 'acme', feed: 'cases', id, destination } as const;
    const created_at = new Date(clock.now()).toISOString();
    const item = { case_id: id, created_at, user_email, threat_brief: `Mail to ${DANA}`, events: [] };
    const ref = { channel: 'C0', ts: '1.1', conversation: '19:duty@thread.tacv2', activity: '1' };
    const shown = newDelivery(key, { kind: 'case', item, trimmed: [], eventsLeftOut: 0 }, clock.now());
    await ledger.save(
      { ...shown, main: { ref, hash: 'of what is shown' }, settled: true },
      0,
      null,
      clock.now(),
    );
    const found = judge(await people.read(deliveryPartition(key)), searchFor(DANA, []));
    for (const judged of found) await people.apply(judged);
  }
  for (const row of table.rows.values()) notes.row(structuredClone(row));
}
