import { withLookAlikes } from '../../platform/text/clean-text.ts';

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
 * For the fallback `text`. Entities close the documented door. Word joiners, which nobody sees, keep `@here`, `#soc`
 * and addresses from coming alive whatever `parse` the sender sets, and whatever words of ours follow; and formatting characters become their likeness.
 * Takes at most five characters for one.
 */
export const escapeMrkdwn = (text: string): string =>
  withLookAlikes(
    text.replace(/[&<>]/g, (sign) => ENTITY[sign] ?? sign).replace(/[@#:/.](?=\S|$)/g, '\u2060$&\u2060'),
    /[*_~`]/g,
  );
