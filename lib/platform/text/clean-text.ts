import { clip } from './clip.ts';

const LONE_SURROGATE = /\p{Surrogate}/gu;
// Line breaks of every kind are in here, so no text can begin a line of its own.
const BLANK = /[\p{Cc}\p{Z}\u2800\u3164\uffa0\u115f\u1160]+/gu;
// What cannot be seen: bidi controls of every kind, zero-width characters, tags. The joiners of Persian and of emoji
// and the selectors of emoji stay.
const INVISIBLE = /(?![\u200c-\u200d]|[\ufe0e-\ufe0f])[\p{DI}\p{Noncharacter_Code_Point}\ufff9-\ufffb]/gu;
// Towers of accents grow over the lines above and below.
const TOO_MANY_MARKS = /(\p{Mn}{4})\p{Mn}+/gu;
const NOTHING_TO_SEE = /^(?:[\u200c-\u200d]|[\ufe0e-\ufe0f]|\s)*$/;

/** Text from outside on one line, without anything that moves or hides other text. Empty when nothing is left to see. */
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

/** How much of a text is looked at for each character that is shown. */
const LOOKED_AT = 8;

/** The beginning of a text from outside, clean, within a length. However long the text is, it costs no more. */
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

/** These signs mean something to Markdown or HTML. What only looks like them does not. */
export const withLookAlikes = (text: string, signs: RegExp): string =>
  text.replace(signs, (sign) => LOOK_ALIKES[sign] ?? sign);

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** Their own controls are gone; ours keep the direction of a text from reaching its neighbours. */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** How much `isolate` adds. */
const ISOLATE_LENGTH = 2;

/** Text from outside as it may stand anywhere: clean, within a length, and in a direction of its own. */
export const shownText = (text: string | null, maxLength: number): string =>
  isolate(cleanWithin(text ?? '', maxLength - ISOLATE_LENGTH));
