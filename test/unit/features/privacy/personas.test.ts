import { describe, expect, it } from 'vitest';
import type { KnownPersona } from '../../../../lib/case/persona-note.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createPersonaLedger } from '../../../../lib/features/personas/persona-ledger.ts';
import { type Subject, subjectId } from '../../../../lib/features/personas/subjects-of-case.ts';
import { createDynamoPeople } from '../../../../lib/features/privacy/dynamo-people.ts';
import { judge } from '../../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import { personaRow } from '../../../../lib/ledger/past-rows.ts';
import { type Delivery, newDelivery } from '../../../../lib/outbox/delivery.ts';
import { FakeDynamo } from '../../../support/aws/fake-dynamo.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const DANA: Subject = { as: 'person', email: 'dana@acme.example', name: 'Dana Frost' };
const BACKUP: Subject = { as: 'service', email: null, name: 'backup-1' };
const TEXT = { is: 'text', text: 'A clerk.' } as const;
const forgetDana = searchFor('Dana@acme.example', ['Dana Frost']);

/** What has to become of what is kept, for somebody who is forgotten. */
async function judged(subject: Subject, persona: Partial<KnownPersona>) {
  const clock = createManualClock();
  const client = new FakeDynamo().client(async (_label, effect) => effect());
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const ledger = createPersonaLedger({ rows: createDynamoVersionedRows(parts), clock });
  const known: KnownPersona = { about: subject.as, name: 'x', parts: [], people: [], ...persona };
  await ledger.keep('acme', subject, known);
  const rows = await createDynamoPeople(parts).read(personaRow.key('acme', subjectId(subject)).pk);
  return judge(rows, forgetDana).map(({ own, forgetting }) => ({ own, ...forgetting }));
}

describe('what the platform said of somebody who is forgotten', () => {
  it('is deleted, and is theirs, though it names them nowhere', async () => {
    expect(await judged(DANA, { parts: [{ is: 'text', text: 'A clerk.' }] })).toEqual([
      { own: true, do: 'delete' },
    ]);
  });

  it('is deleted where a service identity names them, and is not theirs', async () => {
    const lines = [['Steward: ', { said: 'dana@acme.example' }]];
    expect(await judged(BACKUP, { parts: [{ is: 'lines', lines }] })).toEqual([{ own: false, do: 'delete' }]);
    expect(await judged(BACKUP, { people: ['DANA@acme.example'] })).toEqual([{ own: false, do: 'delete' }]);
  });

  it('leaves the message of a case of theirs, though it names them nowhere; and that of others without them', () => {
    const saysWho = { key: 'who:person', about: 'person', name: 'D.', parts: [TEXT], people: [] } as const;
    const forgottenIn = (user_email: string, parts: KnownPersona['parts'], people: string[] = []) => {
      const key = { domain: 'acme', feed: 'cases', id: 'c1', destination: 'soc' } as const;
      const item = { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', user_email };
      const content = { kind: 'case', item, trimmed: [] } as const;
      const value = { ...newDelivery(key, content, 0), saysWho: { ...saysWho, parts, people } };
      const [judged] = judge(
        [{ kind: 'delivery', says: 'value', pk: '', sk: '', value } as never],
        forgetDana,
      );
      return (judged?.forgetting as { readonly value?: Delivery } | undefined)?.value;
    };
    const theirs = forgottenIn('dana@acme.example', [TEXT]);
    expect([theirs?.forgotten, theirs?.saysWho]).toEqual(['item', undefined]);
    const told = { is: 'text', text: 'Reports to Dana Frost.' } as const;
    const others = forgottenIn('bo@acme.example', [told]);
    expect(others?.saysWho?.name).toBe('D.');
    expect(JSON.stringify(others)).not.toContain('Dana');
    expect(forgottenIn('bo@acme.example', [TEXT])).toBeUndefined();
    // The case was about them when its message was posted.
    expect(forgottenIn('bo@acme.example', [TEXT], ['dana@acme.example'])?.saysWho).toBeUndefined();
  });

  it('leaves what was said of others', async () => {
    const bo: Subject = { as: 'person', email: 'bo@acme.example', name: null };
    expect(await judged(bo, { name: 'Bo Lind', parts: [{ is: 'text', text: 'A clerk.' }] })).toEqual([]);
    expect(await judged(BACKUP, {})).toEqual([]);
  });
});
