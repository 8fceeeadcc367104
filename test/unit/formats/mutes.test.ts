import { describe, expect, it } from 'vitest';
import { createMuteLedger } from '../../../lib/dynamo/dynamo-mute-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import { HIDDEN, MUTES, PROPOSALS } from '../../support/formats/capture-mutes.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const kept = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => /^muted?s?\b/.test(name)).map((row) => ({ commit, ...row })),
);

it('what is muted, proposed and hidden was kept by at least one version', () => {
  expect([...new Set(kept.map(({ name }) => name))].sort()).toEqual([
    'muted',
    'mutes',
    'mutes with proposals',
  ]);
});

describe.each(kept)('the row "$name" of $commit', ({ name, row }) => {
  it('is read as it was written', async () => {
    const { parts } = tableWith([{ name, row }], createManualClock());
    const ledger = createMuteLedger(createDynamoVersionedRows(parts));
    if (name === 'muted') return expect(await ledger.hiddenBy('acme', HIDDEN.muteId)).toEqual([HIDDEN]);
    const { mutes, proposals } = await ledger.load('acme');
    expect(mutes).toEqual(MUTES);
    expect(proposals.all).toEqual(name === 'mutes' ? [] : PROPOSALS);
  });
});
