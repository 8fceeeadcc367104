import { cleanWithin } from '../../base/text/clean-text.ts';
import type { Person } from '../../case/answer.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../document/message-limits.ts';
import { escapeMrkdwn } from './escape.ts';
import { LIMITS } from './limits.ts';
import { type Inline, linked, ours, type Style, said, when } from './render-blocks.ts';

/**
 * A sentence as rich text: times in the reader's own zone, and the words of others exactly as they are. A click brings only the
 * handle of a person. With `as-shown` the client shows the person's name: that is a mention, which notifies nobody only in an
 * update, so new messages do not have it.
 */
export const spoken = (
  sentence: Sentence,
  { names = 'as-sent' }: { names?: 'as-sent' | 'as-shown' } = {},
): readonly Inline[] =>
  sentence.map((part, index) => {
    if (typeof part === 'string') return ours(part);
    // Who did it stands first, and stands out.
    const style = index === 0 ? ({ bold: true } as const) : undefined;
    if ('said' in part) {
      const shown = names === 'as-shown' ? slackPerson(part.by, style) : null;
      return shown ?? linked(said(part.said, ROOM.reason, style) ?? ours('?'), part.link);
    }
    return when(part.atMs, part.exact ? '{time_secs}' : undefined) ?? ours('at an unknown time');
  });

const USER_ID = /^[UW][A-Z0-9]{2,30}$/;

const slackPerson = (by: Person | undefined, style: Style | undefined): Inline | null =>
  by?.surface === 'slack' && USER_ID.test(by.id)
    ? { type: 'user', user_id: by.id, ...(style && { style }) }
    : null;

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
