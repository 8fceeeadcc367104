import { describe, expect, it } from 'vitest';
import { createDynamoArchiveNotes } from '../../../lib/dynamo/dynamo-archive-notes.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const archived = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name === 'archived').map((one) => ({ commit, ...one })),
);

it('a note of the archive is among the formats that are kept', () => {
  expect(archived.length).toBeGreaterThan(0);
});

describe.each(archived)('the row "$name" of $commit', (noted) => {
  it('says which day is in the archive, with which chain, and for how long it counts', async () => {
    const { parts } = tableWith([noted], createManualClock());
    const [, bucket = '', domain = ''] = noted.row.pk?.S?.split('#') ?? [];
    expect(await createDynamoArchiveNotes(parts, bucket).of(domain)).toEqual([
      {
        day: '2026-11-14',
        seq: 12,
        hash: 'ab'.repeat(32),
        keptUntilMs: Number(noted.row.keptUntilMs?.N),
      },
    ]);
    expect(await createDynamoArchiveNotes(parts, 'another').of(domain)).toEqual([]);
  });
});
