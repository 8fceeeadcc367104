import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  caseHash,
  pastCaseOf,
  personHash,
  placeHash,
  readOutcomes,
  readSent,
  secondsOf,
  writeOutcomes,
  writeSent,
} from '../../../lib/case/past-entry.ts';
import { readPast, writePast } from '../../../lib/case/past-fact.ts';
import { OUTCOMES } from '../../../lib/posture/schemas/verdict-schema.ts';
import { anyCharacter } from '../any-character.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 40 });
const maybeText = fc.option(anyText, { nil: null });
const anyCase = fc
  .record({ case_id: anyText, user_email: maybeText, user_name: maybeText, threat_type: maybeText })
  .chain((item) =>
    fc
      .tuple(fc.double(), fc.array(anyText.map(placeHash), { maxLength: 4 }))
      .map(([ms, places]) => pastCaseOf(item, ms, places)),
  );
const anyOutcome = fc.record({
  id: anyText.map(caseHash),
  outcome: fc.constantFrom(...OUTCOMES),
  atSeconds: fc.nat().map((n) => n),
});

describe('what is remembered of a case', () => {
  it('is read as it was written, whatever the case said', () => {
    fc.assert(
      fc.property(fc.array(anyCase), fc.array(anyOutcome), (cases, outcomes) => {
        const byId = (all: typeof cases) =>
          all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
        expect(byId(readSent(JSON.parse(JSON.stringify(writeSent(cases)))))).toEqual(byId(cases));
        expect(readOutcomes(writeOutcomes(outcomes))).toEqual(outcomes);
      }),
    );
  });

  it('says nothing of the case and the person but that it is the same one', () => {
    const item = { case_id: 'C-1', user_email: 'Ada.Winter@acme.example', threat_type: 'sabotage' };
    const places = ['slack C0SOC00001', 'slack C0HR000001'].map(placeHash);
    const written = writeSent([pastCaseOf(item, 0, places), pastCaseOf(item, 1, places.toReversed())]);
    expect(JSON.stringify(written)).toMatch(/^\{"[\w-]{12}":"[\w.-]{54}"\}$/);
    expect(JSON.stringify(written)).not.toMatch(/ada|winter|acme|sabotage|C0/i);
    const personOf = (more: object) => pastCaseOf({ ...item, ...more }, 0, []).person;
    expect(personOf({ user_email: ' ada.winter@ACME.example' })).toBe(personHash('ada.winter@acme.example'));
    expect(personOf({ user_email: '', user_name: null })).toBeNull();
  });

  it('has no type where the case has none', () => {
    const typeOf = (threat_type: string | null) => pastCaseOf({ case_id: 'c', threat_type }, 0, []).type;
    for (const nothing of ['', ' ', null]) expect(typeOf(nothing)).toBeNull();
    expect(typeOf('Sabotage ')).toBe(typeOf('sabotage'));
  });

  it('is never read wrong: what is no entry is left out', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { atSeconds } of [...readSent({ [text]: text }), ...readOutcomes(text)])
          expect(atSeconds).toBeGreaterThanOrEqual(0);
      }),
    );
    for (const odd of [null, 7, 'text', { key: 7 }, { key: null }]) expect(readSent(odd)).toEqual([]);
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
