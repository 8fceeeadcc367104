import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caseHash,
  pastCaseOf,
  personHash,
  readCases,
  readOutcomes,
  secondsOf,
  writeCases,
  writeOutcomes,
} from '../../../lib/facts/past-entry.ts';
import { readPast, writePast } from '../../../lib/facts/past-fact.ts';
import { OUTCOMES } from '../../../lib/posture/schemas/verdict.ts';
import { anyCharacter } from '../any-character.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });
const maybeText = fc.option(anyText, { nil: null });
const anyCase = fc
  .record({ case_id: anyText, user_email: maybeText, user_name: maybeText, threat_type: maybeText })
  .chain((item) => fc.double().map((ms) => pastCaseOf(item, ms)));
const anyOutcome = fc.record({
  id: anyText.map(caseHash),
  outcome: fc.constantFrom(...OUTCOMES),
  atSeconds: fc.nat().map((n) => n),
});

describe('what is remembered of a case', () => {
  it('is read as it was written, whatever the case said', () => {
    fc.assert(
      fc.property(fc.array(anyCase), fc.array(anyOutcome), (cases, outcomes) => {
        expect(readCases(writeCases(cases))).toEqual(cases);
        expect(readOutcomes(writeOutcomes(outcomes))).toEqual(outcomes);
      }),
    );
  });

  it('says nothing of the case and the person but that it is the same one', () => {
    const item = { case_id: 'C-1', user_email: 'Ada.Winter@acme.example', threat_type: 'sabotage' };
    const written = writeCases([pastCaseOf(item, 0)]);
    expect(written).toMatch(/^[\w.-]{27}$/);
    expect(written).not.toMatch(/ada|winter|acme|sabotage/i);
    expect(pastCaseOf({ ...item, user_email: ' ada.winter@ACME.example' }, 0).person).toBe(
      personHash('ada.winter@acme.example'),
    );
    expect(pastCaseOf({ ...item, user_email: '', user_name: null }, 0).person).toBeNull();
  });

  it('is never read wrong: what is no entry is left out', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { atSeconds } of [...readCases(text), ...readOutcomes(text)])
          expect(atSeconds).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(secondsOf(Number.NaN)).toBe(0);
    expect(secondsOf(-5)).toBe(0);
  });
});

describe('what was before a case', () => {
  const anyTally = fc.option(
    fc.record({
      cases: fc.integer({ min: 1, max: 1_000_000 }),
      decided: fc.dictionary(fc.constantFrom(...OUTCOMES), fc.integer({ min: 1, max: 1_000_000 })),
    }),
    { nil: null },
  );

  it('is read as it was written, in few bytes', () => {
    fc.assert(
      fc.property(fc.nat(4_000), fc.boolean(), anyTally, anyTally, (days, atLeast, person, type) => {
        const fact = { days, atLeast, person, type };
        expect(readPast(writePast(fact))).toEqual(fact);
      }),
    );
    const person = { cases: 3, decided: { SAFE: 2 } };
    const type = { cases: 14, decided: { FALSE_POSITIVE: 9 } };
    expect(writePast({ days: 90, atLeast: true, person, type })).toBe('90+|3s2|14f9');
  });

  it('is nothing where it is not understood, and an outcome that is not known is left out', () => {
    for (const text of ['', '90', '90|3', 'x|1|2', '90|-1|2', '90|1|2|3', '90|1 |2'])
      expect(readPast(text)).toBeNull();
    expect(readPast('90|3s1z2|')).toMatchObject({ person: { cases: 3, decided: { SAFE: 1 } }, type: null });
  });
});
