import { clip } from './clip.ts';

/*
 * Where text from outside goes:
 *  - into `text` elements of rich_text, which Slack shows as they are: no brackets, no names, no links, no `*`. What an
 *    analyst copies from there is what the API sent.
 *  - into plain_text where Slack allows nothing else (menus), made unmistakable by `plainSafe`.
 *  - into the fallback `text`, the one place with markup, through `escapeMrkdwn`.
 * Never into a mrkdwn object.
 */

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

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

/** Their own controls are gone; ours keep the direction of a text from reaching its neighbours. */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** How much `isolate` adds. */
export const ISOLATE_LENGTH = 2;

const LOOK_ALIKE: Readonly<Record<string, string>> = {
  '<': '‹',
  '>': '›',
  '&': '＆',
  '*': '∗',
  _: 'ˍ',
  '~': '∼',
  '`': 'ˋ',
};

/** For plain_text: nothing in it does anything, and nothing in it looks as if it did when a client errs. */
export const plainSafe = (text: string): string => text.replace(/[<>]/g, (sign) => LOOK_ALIKE[sign] ?? sign);

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * For the fallback `text`. Entities close the documented door. Word joiners, which nobody sees, keep `@here`, `#soc`
 * and addresses from coming alive whatever `parse` the sender sets; and formatting characters become their likeness.
 * Takes at most five characters for one.
 */
export const escapeMrkdwn = (text: string): string =>
  text
    .replace(/[&<>]/g, (sign) => ENTITY[sign] ?? sign)
    .replace(/[@#:/.](?=\S)/g, '\u2060$&\u2060')
    .replace(/[*_~`]/g, (sign) => LOOK_ALIKE[sign] ?? sign);
