import { describe, expect, it } from 'vitest';
import { createDynamoPersonaLedger } from '../../../lib/dynamo/dynamo-persona-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { readValue } from '../../../lib/dynamo/packed-value.ts';
import type { KeptPersona } from '../../../lib/personas/read-persona.ts';
import type { Subject } from '../../../lib/personas/subjects.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const HOUR = 3_600_000;
const kept = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name.startsWith('persona of ')).map((one) => ({ commit, ...one })),
);

it('some rows of personas are kept', () => expect(kept.length).toBeGreaterThan(1));

describe.each(kept)('the row "$name" of $commit', ({ name, row }) => {
  const { readAtMs, of, about, parts } = readValue(row) as KeptPersona;
  const isPerson = name.endsWith('person');
  const subject: Subject = isPerson
    ? { as: 'person', email: of, name: null }
    : { as: 'service', email: null, name: of };
  const ledgerOf = (one: typeof row, nowMs: number) => {
    const { parts } = tableWith([{ name, row: one }], createManualClock());
    return createDynamoPersonaLedger({ rows: createDynamoVersionedRows(parts), clock: { now: () => nowMs } });
  };

  it('says who somebody is, for a day', async () => {
    expect(await ledgerOf(row, readAtMs + 23 * HOUR).load('acme', subject)).toMatchObject({ about, parts });
    expect(about).toBe(isPerson ? 'person' : 'service');
    expect(await ledgerOf(row, readAtMs + 24 * HOUR).load('acme', subject)).toBeNull();
  });

  it('rests in a version that does not know its format', async () => {
    const unpacked = Object.fromEntries(Object.entries(row).filter(([field]) => !field.startsWith('packed')));
    const newer = { ...unpacked, value: { S: JSON.stringify({ v: 99 }) } };
    await expect(ledgerOf(newer, readAtMs).load('acme', subject)).rejects.toMatchObject({ code: 'rests' });
  });
});
