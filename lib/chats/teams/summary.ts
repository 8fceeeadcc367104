import { cleanWithin } from '../shared/clean-text.ts';
import type { Sentence } from '../shared/decision-text.ts';
import { utc } from '../shared/format.ts';
import { ROOM } from '../shared/message-limits.ts';

const LOOK_ALIKE: Readonly<Record<string, string>> = {
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

/**
 * Text from outside where no TextRun can be: in the line for notifications and in short answers. Nobody documents how
 * these are read, so nothing is left in it that means anything to Markdown or HTML, and no address comes alive.
 */
export const plainSaid = (text: string | null, maxLength: number = ROOM.fallbackPart): string =>
  cleanWithin(text ?? '', maxLength)
    .replace(/[<>&*_~`[\]{}#|\\]/g, (sign) => LOOK_ALIKE[sign] ?? sign)
    .replace(/[@:/.](?=\S)/g, '\u2060$&\u2060');

/** A sentence on one line, with times in UTC. */
export const plainWords = (sentence: Sentence): string =>
  sentence
    .map((part) => {
      if (typeof part === 'string') return part;
      return 'said' in part ? plainSaid(part.said, ROOM.reason) : utc(part.atMs);
    })
    .join('');

/** The one line for notifications. Its parts are harmless already. */
export const summaryOf = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part).join(' · ');
