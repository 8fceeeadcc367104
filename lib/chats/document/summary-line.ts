import { cleanWithin } from '../../base/text/clean-text.ts';
import { utc, utcSecond } from '../../base/text/format.ts';
import type { Summary } from './document.ts';
import { ROOM } from './message-limits.ts';

type SummaryPart = Summary[number];

/** Text from outside as a part of a summary; `or`: our words where the text shows nothing. */
export const named = (text: string | null, or?: string): SummaryPart => {
  const isSeen = text !== null && cleanWithin(text, ROOM.fallbackPart) !== '';
  return isSeen ? [{ said: text, room: ROOM.fallbackPart }] : or === undefined ? [] : [or];
};

/** A part, or any sentence, on one line, with times in UTC. `say` makes text from outside harmless, as its chat needs it. */
export const sentenceLine = (part: SummaryPart, say: (text: string, room?: number) => string): string =>
  part
    .map((one) => {
      if (typeof one === 'string') return one;
      if ('said' in one) return say(one.said, one.room);
      return one.exact ? utcSecond(one.atMs) : utc(one.atMs);
    })
    .join('');
