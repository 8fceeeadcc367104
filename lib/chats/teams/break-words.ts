import { graphemes } from '../../base/text/graphemes.ts';

/** Longer than any id, hash or address of mail: those are copied, and stay as they are. */
const LONGEST_WHOLE = 128;
const EACH = 40;
const ZERO_WIDTH_SPACE = '\u200b';

/** Clients break lines after these by themselves, and within words of these scripts. */
const UNBROKEN = new RegExp(
  `[^\\s/?\\-\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]{${LONGEST_WHOLE + 1},}`,
  'gu',
);

/**
 * Lets a client break a very long word. The schema has `wrap` for TextBlocks only, and Microsoft's own renderer breaks words
 * only there: in a TextRun such a word would reach out of the card.
 */
export const breakLongWords = (text: string): string =>
  text.length <= LONGEST_WHOLE
    ? text
    : text.replace(UNBROKEN, (word) => {
        const pieces: string[] = [''];
        for (const { segment } of graphemes().segment(word)) {
          if ((pieces.at(-1) ?? '').length + segment.length > EACH) pieces.push('');
          pieces[pieces.length - 1] += segment;
        }
        return pieces.filter((piece) => piece !== '').join(ZERO_WIDTH_SPACE);
      });
