const MARKS = /\p{M}|[\u200c-\u200d]|[\ufe0e-\ufe0f]/gu;
/** Scripts that put no space between words. */
export const NO_BOUNDS =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Only from the beginning of a word: from each of its letters, a long text without an address would take its length squared. */
export const ADDRESS = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu;

export interface Folded {
  /** In small letters, without accents, width and what joins. */
  readonly text: string;
  /** For each unit of it, where it comes from; and at last where the text ends. */
  readonly from: readonly number[];
}

/** A text in which case, accents, width and what cannot be seen make no difference. */
export function fold(text: string): Folded {
  let folded = '';
  const from: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = foldCharacter(character);
    for (let unit = 0; unit < plain.length; unit++) from.push(at);
    folded += plain;
    at += character.length;
  }
  // An accent behind a letter goes with it: what follows begins behind the accent.
  from.push(at);
  return { text: folded, from };
}

const ASCII = /^[\x20-\x7e]$/;
const foldCharacter = (character: string): string =>
  ASCII.test(character)
    ? character.toLowerCase()
    : character.normalize('NFKD').toLowerCase().normalize('NFKD').replace(MARKS, '').replace(/\s/g, ' ');
