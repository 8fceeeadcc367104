import fc from 'fast-check';

/**
 * Every character of Unicode, as `unit: 'binary'` of fast-check. That one writes down a million characters before the
 * first text, in every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  )
  .map(
    (point) => String.fromCodePoint(point),
    (character) => {
      if (typeof character !== 'string' || [...character].length !== 1) throw new Error('not one character');
      return character.codePointAt(0) as number;
    },
  );
