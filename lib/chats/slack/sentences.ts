import { cleanWithin } from '../../base/text/clean-text.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../document/message-limits.ts';
import { escapeMrkdwn } from './escape.ts';
import { LIMITS } from './limits.ts';
import { when } from './reader-time.ts';
import { type Inline, linked, ours, said } from './render-blocks.ts';

/**
 * A sentence as rich text: times in the reader's own zone, and the words of others exactly as they are. Nobody is mentioned: a
 * mention shows what people call themselves in Slack, and a new message would notify them.
 */
export const spoken = (sentence: Sentence): readonly Inline[] =>
  sentence.map((part, index) => {
    if (typeof part === 'string') return ours(part);
    // Who did it stands first, and stands out.
    const style = index === 0 ? ({ bold: true } as const) : undefined;
    if ('said' in part) {
      return linked(said(part.said, ROOM.reason, style) ?? ours('?'), part.link);
    }
    return when(part.atMs, part.exact ? '{time_secs}' : undefined) ?? ours('at an unknown time');
  });

/** Text from outside in the fallback. */
export const fallbackSaid = (text: string): string => escapeMrkdwn(cleanWithin(text, ROOM.fallbackPart));

/** The one line for notifications and screen readers. Its parts are escaped already. */
export function fallback(parts: readonly string[]): string {
  const text = parts.filter((part) => part).join(' · ');
  // At the beginning of a line even an escaped bracket makes a quotation.
  const line = text.startsWith('&gt;') ? `\u2060${text}` : text;
  // A handful of parts at five characters for one stay below, so nothing we know of is ever cut here.
  return line.slice(0, LIMITS.text).replace(/&[a-z]*$/, '');
}
