import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, writeCsv } from '../../../../local/console/verdicts/write-csv.ts';
import type { VerdictRow } from '../../../../local/console/wire.ts';
import { NOW } from './harness.ts';

const row: VerdictRow = {
  atMs: NOW,
  domain: 'acme',
  caseId: 'case-1',
  n: 1,
  what: 'recorded',
  outcome: 'SAFE',
  by: 'Ada "the first", Winter',
  surface: 'slack',
  place: 'soc',
  comment: '=HYPERLINK("http://evil.example")',
  answer: 'two\nlines',
  decisionId: 'd1',
  threatType: null,
  toVerdictMs: 61_500,
};

describe('the audit trail as CSV', () => {
  it('has a title and a line for each row', () => {
    const [title, line, ...rest] = writeCsv([row]).split('\r\n');
    expect(title).toBe(
      'time,domain,case,what,outcome,by,surface,place,comment,answer,decision,threat type,seconds to verdict',
    );
    expect(line).toBe(
      '2026-11-15T09:00:00.000Z,acme,case-1,recorded,SAFE,"Ada ""the first"", Winter",slack,soc,' +
        '"\'=HYPERLINK(""http://evil.example"")","two\nlines",d1,,61.5',
    );
    expect(rest).toEqual(['']);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=x'])('makes a text of %j', (text) => {
    expect(cell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('gives back every text when it is read again', () => {
    const read = (csv: string) => (csv.startsWith('"') ? csv.slice(1, -1).replaceAll('""', '"') : csv);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",\'a é') }), (text) => {
        const back = read(cell(text));
        return (back === text || back === `'${text}`) && !/^[=+\-@\t\r\n]/.test(back);
      }),
    );
  });
});
