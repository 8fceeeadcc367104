import { clip } from './clip.ts';

const LONE_SURROGATE = /\p{Surrogate}/gu;
// Includes line breaks of every kind, so that no text can begin a line of its own.
const BLANK = /[\p{Cc}\p{Z}\u2800\u3164\uffa0\u115f\u1160]+/gu;
// Invisible characters: bidi controls of every kind, zero-width characters, tags. The joiners of Persian and of emoji and
// the variation selectors of emoji stay.
const INVISIBLE = /(?![\u200c-\u200d]|[\ufe0e-\ufe0f])[\p{DI}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;
// Stacks of accents grow over the lines above and below.
const TOO_MANY_MARKS = /(\p{Mn}{4})\p{Mn}+/gu;
const NOTHING_TO_SEE = /^(?:[\u200c-\u200d]|[\ufe0e-\ufe0f]|\s)*$/;

/** Text from outside on one line, without anything that moves or hides other text. Empty if nothing visible is left. */
export function clean(text: string): string {
  const cleaned = text
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(BLANK, ' ')
    .replace(INVISIBLE, '')
    .replace(TOO_MANY_MARKS, '$1')
    .replace(/ {2,}/g, ' ')
    .trim();
  return NOTHING_TO_SEE.test(cleaned) ? '' : cleaned;
}

/** How many characters are examined for each one shown. */
const LOOKED_AT = 8;

/** The clean beginning of a text from outside, within a length. A longer text costs no more. */
export function cleanWithin(text: string, maxLength: number): string {
  const looked = LOOKED_AT * maxLength;
  if (text.length <= looked) return clip(clean(text), maxLength);
  return clip(`${clean(text.slice(0, looked).replace(/[\ud800-\udbff]$/, ''))}…`, maxLength);
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '&': '＆',
  '*': '∗',
  _: 'ˍ',
  '~': '∼',
  '`': 'ˋ',
  '[': '［',
  ']': '］',
  '{': '｛',
  '}': '｝',
  '#': '＃',
  '|': '∣',
  '\\': '＼',
};

/** These characters mean something in Markdown or HTML. Their look-alikes do not. */
export const withLookAlikes = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => LOOK_ALIKES[sign] ?? sign);

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** The text's own controls were removed; ours keep its direction from affecting its neighbours. */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** How many characters `isolate` adds. */
const ISOLATE_LENGTH = 2;

/** Text from outside that is safe anywhere: clean, within a length, and isolated in its direction. */
export const shownText = (text: string | null, maxLength: number): string =>
  isolate(cleanWithin(text ?? '', maxLength - ISOLATE_LENGTH));
