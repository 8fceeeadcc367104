import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLongWords } from '../../../../lib/chats/teams/break-words.ts';
import { anyCharacter } from '../../any-character.ts';

describe('breakLongWords', () => {
  it('lets a word of 200 characters be broken, and its neighbours be', () => {
    const broken = breakLongWords(`see ${'x'.repeat(200)} there`);
    expect(broken.split(/[\s\u200b]/).map(({ length }) => length)).toEqual([3, 40, 40, 40, 40, 40, 5]);
  });

  it.each([
    ['a uuid', '7f3e2a10-4c1d-4b8e-8f21-6d9a2c5e7b02'],
    ['a SHA-512', 'a'.repeat(128)],
    ['an address of mail', `${'a'.repeat(64)}@${'b'.repeat(55)}`],
    ['an address of a page', `https://example.com/${'path/to/a/file-'.repeat(30)}`],
    ['a sentence', 'word '.repeat(300)],
    ['Chinese', '数据泄露'.repeat(100)],
    ['Thai', 'ข้อมูลรั่วไหล'.repeat(40)],
  ])('leaves %s as it is', (_, text) => {
    expect(breakLongWords(text)).toBe(text);
  });

  it('never cuts an emoji or an accent in two', () => {
    const family = '👩‍👩‍👧‍👦';
    const pieces = breakLongWords(family.repeat(40)).split('\u200b');
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.every((piece) => piece.replaceAll(family, '') === '')).toBe(true);
  });

  it('changes nothing but that, in any text', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 600 });
    fc.assert(
      fc.property(text, (any) => {
        const plain = any.replaceAll('\u200b', '');
        expect(breakLongWords(plain).replaceAll('\u200b', '')).toBe(plain);
      }),
    );
  });
});
