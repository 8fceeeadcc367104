import { describe, expect, it } from 'vitest';
import { createAlikeLedger } from '../../../lib/dynamo/dynamo-alike-ledger.ts';
import { createDynamoVersionedRows } from '../../../lib/dynamo/dynamo-versioned-rows.ts';
import type { NotedRow } from '../../support/formats/format-notes.ts';
import { formats, tableWith } from '../../support/formats/read-formats.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const kept = formats
  .map(({ commit, rows }) => ({
    commit,
    rows: rows.filter(({ row }) => /^(alike|folded)#/.test(row.pk?.S ?? '')),
  }))
  .filter(({ rows }) => rows.length > 0);
const ledgerOf = (rows: readonly NotedRow[]) =>
  createAlikeLedger(createDynamoVersionedRows(tableWith(rows, createManualClock()).parts));

it('some rows of windows are kept', () => expect(kept.length).toBeGreaterThan(0));

describe.each(kept)('the windows of $commit', ({ rows }) => {
  const named = (name: string) => {
    const found = rows.find((one) => one.name === name);
    if (!found) throw new Error(`no row "${name}" is kept`);
    return found;
  };
  const window = named('window of what is alike');
  const [, , key = ''] = window.row.pk?.S?.split('#') ?? [];

  it('say who is first, where and how long', async () => {
    expect(await ledgerOf([window]).window('acme', key)).toMatchObject({
      window: { first: { id: 'c1', severity: 'high' }, at: ['soc', 'duty'], by: ['user', 'threatType'] },
      version: 1,
    });
  });

  it('say what they folded, until it is listed', async () => {
    const ledger = ledgerOf([named('folding window to list'), named('folded item')]);
    const [unlisted] = await ledger.unlisted(10);
    if (!unlisted) throw new Error('none is to be listed');
    expect(await ledger.load(unlisted)).toMatchObject({
      isListed: false,
      folded: [{ id: 'c2', at: ['soc'] }],
    });
    const listed = ledgerOf([named('folding window'), named('folded item')]);
    expect(await listed.unlisted(10)).toEqual([]);
    expect(await listed.load(unlisted)).toMatchObject({ isListed: true });
  });

  it('rest in a version that does not know their format', async () => {
    const newer = { ...window, row: { ...window.row, value: { S: '{"v":99}' } } };
    await expect(ledgerOf([newer]).window('acme', key)).rejects.toMatchObject({ code: 'rests' });
  });
});
