import { describe, expect, it } from 'vitest';
import { readSubmissionRow } from '../../../lib/dynamo/submission-row.ts';
import { SENT } from '../../support/formats/capture-systems.ts';
import { formats } from '../../support/formats/read-formats.ts';

const kept = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name === 'submitted submission').map((row) => [commit, row] as const),
);

describe('what a system sent is read as it was written', () => {
  it('by at least one version', () => expect(kept.length).toBeGreaterThan(0));

  it.each(kept)('by %s', (_, { row }) => {
    expect(readSubmissionRow(row, SENT.atMs)).toEqual(SENT);
  });
});
