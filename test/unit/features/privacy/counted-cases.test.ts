import { describe, expect, it } from 'vitest';
import { pastCaseOf, placeHash, readSent, writeSent } from '../../../../lib/case/past-entry.ts';
import { mentionsInRow } from '../../../../lib/features/privacy/counted-cases.ts';
import { judge, type PersonRow } from '../../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';

const AT_MS = Date.parse('2026-11-15T09:00:00Z');
const caseOf = (id: string, user_email: string | null, user_name: string | null = null) =>
  pastCaseOf({ case_id: id, user_email, user_name, threat_type: 'sabotage' }, AT_MS, [placeHash('soc')]);
/** All that is left of a case whose person was forgotten. */
const markOf = (one: ReturnType<typeof caseOf>) => ({ ...one, person: null, type: null, places: [] });
const rowOf = (...cases: ReturnType<typeof caseOf>[]): PersonRow => ({
  kind: 'counted',
  pk: 'past#acme',
  sk: '2026-11-15T09#abc',
  value: { v: 1, sent: writeSent(cases) },
  expiresAtMs: null,
});
const ADA = searchFor('ADA@acme.example', ['Ada Winter']);

describe('cases that are counted', () => {
  it('are forgotten where they are about the person, by address or by name, and the others stay', () => {
    const others = [caseOf('c2', 'bo@acme.example'), caseOf('c4', null)];
    const theirs = [caseOf('c1', 'ada@acme.example'), caseOf('c3', null, 'ada  winter')];
    const [judged] = judge([rowOf(...theirs, ...others)], ADA);
    expect(judged?.own).toBe(false);
    if (judged?.forgetting.do !== 'rewrite') throw new Error('expected it to be rewritten');
    const { v, sent } = judged.forgetting.value as { v: number; sent: unknown };
    expect(v).toBe(1);
    // That the case was there stays: a poller that meets it again would count it again.
    expect(readSent(sent)).toEqual([...theirs.map(markOf), ...others]);
    expect(judge([{ ...rowOf(), value: judged.forgetting.value }], ADA)).toEqual([]);
  });

  it('are left alone where the person is not', () => {
    expect(judge([rowOf(caseOf('c2', 'bo@acme.example'))], ADA)).toEqual([]);
  });

  it('are exported as when they were', () => {
    const row = rowOf(caseOf('c1', 'ada@acme.example'), caseOf('c2', 'bo@acme.example'));
    expect(mentionsInRow(row, ADA)).toEqual([{ path: 'cases', text: 'a case of 2026-11-15T09:00:00.000Z' }]);
  });
});
