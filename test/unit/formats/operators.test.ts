import { describe, expect, it } from 'vitest';
import { readAskMessage } from '../../../lib/commands/ask-message.ts';
import { readAuditEntry } from '../../../lib/dynamo/verdict-row.ts';
import { ASKED, OPERATION } from '../../support/formats/capture-operators.ts';
import { formats } from '../../support/formats/read-formats.ts';
import { SEAL } from '../../support/sealed.ts';

const operated = formats.flatMap(({ commit, rows }) =>
  rows.filter(({ name }) => name === 'audit operated').map(({ row }) => ({ commit, row })),
);
const asked = formats.flatMap(({ commit, messages }) =>
  messages.filter(({ name }) => name.startsWith('ask ')).map((one) => ({ commit, ...one })),
);

it('were kept by at least one version', () => {
  expect([operated.length > 0, asked.length > 0]).toEqual([true, true]);
});

describe.each(operated)('what an operator did, as $commit wrote it', ({ row }) => {
  it('is read from the trail', () => {
    expect(readAuditEntry(row.entry?.S ?? '')).toEqual(OPERATION);
  });
});

describe.each(asked)('the message "$name" of $commit', ({ body }) => {
  it('is understood as it was asked', () => {
    const read = readAskMessage(body, SEAL);
    expect(read).toMatchObject({ ok: true });
    expect(ASKED).toContainEqual(read?.ok ? read.message : null);
  });
});
