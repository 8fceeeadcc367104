import { graphemes } from './graphemes.ts';

/** Emoji families take about 30; anything longer than this was made to hide text. */
const LONGEST_GRAPHEME = 64;
const ELLIPSIS = '…';

/**
 * The beginning of a text, with an ellipsis. Never cuts an emoji, an accent or a surrogate pair in two; of a "character"
 * longer than any real one, it keeps whole code points.
 */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = maxLength - ELLIPSIS.length;
  if (cut < 0) return '';
  return text.slice(0, wholeBefore(text, cut)).trimEnd() + ELLIPSIS;
}

function wholeBefore(text: string, cut: number): number {
  const at = graphemes()
    .segment(text.slice(0, cut + LONGEST_GRAPHEME))
    .containing(cut);
  return at === undefined || at.segment.length > LONGEST_GRAPHEME ? startOfPair(text, cut) : at.index;
}

const startOfPair = (text: string, index: number): number =>
  isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1)) ? index - 1 : index;

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
