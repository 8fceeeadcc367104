import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boldParts } from '../../../../local/console/client/chat/bold-parts.ts';
import { splitEmoji } from '../../../../local/console/client/chat/split-emoji.ts';

describe('boldParts', () => {
  it('splits our own words', () => {
    expect(boldParts('**High**  ·  3 events')).toEqual([
      { text: 'High', bold: true },
      { text: '  ·  3 events', bold: false },
    ]);
  });

  it.each(['2 ** 3', '**', '****', 'a ** b ** c'])('leaves stars without a partner: %s', (text) => {
    expect(boldParts(text)).toEqual([{ text, bold: false }]);
  });
});

describe('splitEmoji', () => {
  it('draws the ones that the bridge uses, with and without their selector', () => {
    const drawn = splitEmoji('🔴 a ⚠️ b ⚠ c').map(({ text, drawing }) => [text, drawing !== null]);
    expect(drawn).toEqual([
      ['🔴', true],
      [' a ', false],
      ['⚠️', true],
      [' b ', false],
      ['⚠', true],
      [' c', false],
    ]);
  });

  it('loses nothing of any text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '🔴', '⚠', '\uFE0F', '👋', '🚩', ' ') });
    fc.assert(
      fc.property(text, (any) => {
        expect(
          splitEmoji(any)
            .map((part) => part.text)
            .join(''),
        ).toBe(any);
      }),
    );
  });
});
