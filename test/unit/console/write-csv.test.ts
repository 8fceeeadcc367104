import { describe, expect, it } from 'vitest';
import { writeCsv } from '../../../console/verdicts/write-csv.ts';
import type { VerdictRow } from '../../../console/wire.ts';
import { NOW } from './harness.ts';

const row: VerdictRow = {
  atMs: NOW,
  domain: 'acme',
  caseId: 'case-1',
  n: 1,
  what: 'recorded',
  outcome: 'SAFE',
  by: 'Ada "the first", Winter',
  decidedBy: 'Bo Larsen',
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
      '"time","domain","case","what","outcome","by","surface","place","comment","answer","decision","threat type","seconds to verdict","decided by"',
    );
    expect(line).toBe(
      '"2026-11-15T09:00:00.000Z","acme","case-1","recorded","SAFE","Ada ""the first"", Winter","slack","soc",' +
        '"\'=HYPERLINK(""http://evil.example"")","two\nlines","d1","","61.5","Bo Larsen"',
    );
    expect(rest).toEqual(['']);
  });
});
