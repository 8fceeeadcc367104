import { withLookAlikes } from '../../base/text/clean-text.ts';

/*
 * Where text from outside goes:
 *  - into `text` elements of rich_text, which Slack shows as they are: no brackets, no names, no links, no `*`. What an
 *    analyst copies from there is what the API sent.
 *  - into plain_text where Slack allows nothing else (menus), made unmistakable by `plainSafe`.
 *  - into the fallback `text`, the one place with markup, through `escapeMrkdwn`.
 * Never into a mrkdwn object.
 */

/** For plain_text: nothing in it does anything, and nothing in it looks as if it did when a client errs. */
export const plainSafe = (text: string): string => withLookAlikes(text, /[<>]/g);

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * For the fallback `text`. Entities keep Slack from reading mentions and links. Invisible word joiners keep `@here`, `#soc` and
 * addresses plain, whatever `parse` says and whatever words of ours follow. Formatting characters become look-alikes. One
 * character becomes at most five.
 */
export const escapeMrkdwn = (text: string): string =>
  withLookAlikes(
    text.replace(/[&<>]/g, (sign) => ENTITY[sign] ?? sign).replace(/[@#:/.](?=\S|$)/g, '\u2060$&\u2060'),
    /[*_~`]/g,
  );
