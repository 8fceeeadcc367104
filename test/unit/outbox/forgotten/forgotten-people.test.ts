import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personHash } from '../../../../lib/case/past-entry.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import {
  newForgottenList,
  readForgotten,
  withPerson,
  writeForgotten,
} from '../../../../lib/outbox/forgotten/forgotten-list.ts';
import { createForgottenPeople } from '../../../../lib/outbox/forgotten/forgotten-people.ts';
import { shareOf } from '../../../support/extent.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const EMAIL = 'dana.frost@acme.com';
const ALSO = ['Dana Frost', 'U0DANA123', 'Dänä O’Frost', '王小明'];
const list = withPerson(newForgottenList(Buffer.alloc(16, 7)), [EMAIL, ...ALSO], NOON);
const people = createForgottenPeople(readForgotten(writeForgotten(list)));
const since = people.since(NOON - 1_000);

const spelled = fc.constantFrom(
  ...[EMAIL, EMAIL.toUpperCase(), 'Dana.Frost@Acme.com', ...ALSO, 'DANA FROST', 'dänä o’frost', 'u0dana123'],
  ...['Da\u200bna Frost', 'Ｄａｎａ Ｆｒｏｓｔ', 'Da\u0301na Frost', "'dana.frost@acme.com'", 'x王小明y'],
);
const other = fc.constantFrom(
  ...['joe.dana.frost@acme.com', 'dana.frost@acme.com.evil', 'Danaë Frosty', 'Dana', 'Frost', 'dana-frost'],
  ...['mailed', 'to', 'himself', '王小', 'U0DANA1234', 'a@b', 'é', '@', '<b>', '\n'],
);
const between = fc.constantFrom(' ', ', ', ' (', ') ', ': ', '', '-', '.', "'", '@', '\t', '/');
const texts = fc
  .array(fc.tuple(fc.oneof(spelled, other), between), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join(''));

describe('people who were forgotten, known by hashes alone', () => {
  it('are found in a text exactly where a search by their names finds them', () => {
    const byName = searchFor(EMAIL, ALSO);
    fc.assert(
      fc.property(texts, (text) => {
        const without = since?.without(text) ?? text;
        expect(byName.isNamedIn(without)).toBe(false);
        if (!byName.isNamedIn(text)) expect(without).toBe(text);
      }),
      { numRuns: shareOf(5_000) },
    );
  });

  it('are not on the list by any word that they are known by', () => {
    expect(writeForgotten(list)).not.toMatch(/dana|frost|acme|U0|王/i);
    expect(writeForgotten(list).length).toBeLessThan(400);
    const again = withPerson(newForgottenList(Buffer.alloc(16, 8)), [EMAIL], NOON);
    expect(list.names.map(({ hash }) => hash)).not.toContain(again.names[0]?.hash);
  });

  it('are told of again in what was created after they were forgotten', () => {
    expect(people.since(NOON + 60_001)).toBeNull();
    const later = createForgottenPeople(withPerson(list, ['bo@acme.com'], NOON + 3_600_000));
    const [before, after] = [later.since(NOON - 1), later.since(NOON + 120_000)];
    expect(before?.without(`${EMAIL} and bo@acme.com`)).toBe('Forgotten on request and Forgotten on request');
    expect(after?.without(`${EMAIL} and bo@acme.com`)).toBe(`${EMAIL} and Forgotten on request`);
  });

  it('are known where cases are counted', () => {
    expect(since?.isCounted(personHash('Dana.Frost@ACME.com'))).toBe(true);
    expect(since?.isCounted(personHash('Dänä O’Frost'))).toBe(true);
    expect(since?.isCounted(personHash('bo@acme.com'))).toBe(false);
  });

  it('are refused as a list that this version does not understand', () => {
    expect(() => readForgotten('{"v":2,"key":"k","names":""}')).toThrow(/not one that this version/);
    expect(() => readForgotten('{"v":1,"key":"k","names":"abc"}')).toThrow(/not one that this version/);
  });
});
