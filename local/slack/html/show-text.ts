import { html } from 'hono/html';
import type { Fields } from '../../stand-in-kit/fields.ts';
import type { Names } from '../reading/names.ts';
import { readText, VERBATIM } from '../reading/read-text.ts';

export type Html = ReturnType<typeof html>;

// The few that the bridge uses. Any other is shown by its name, as Slack does with an unknown one.
const EMOJI: Readonly<Record<string, string>> = {
  red_circle: '🔴',
  large_orange_circle: '🟠',
  large_yellow_circle: '🟡',
  large_blue_circle: '🔵',
  white_circle: '⚪',
  hourglass_flowing_sand: '⏳',
  warning: '⚠️',
  white_check_mark: '✅',
  lock: '🔒',
  mag: '🔍',
  tornado: '🌪️',
  satellite_antenna: '📡',
  triangular_flag_on_post: '🚩',
};

/** `today 09:41`, in the time zone of this machine, which is the reader's. */
export function showMoment(atMs: number, nowMs: number, second?: 'with seconds'): string {
  const day = (ms: number) => new Date(ms).toDateString();
  const at = new Date(atMs);
  const time = at.toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(second && { second: '2-digit' }),
  });
  const date = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const near = { [day(nowMs)]: 'today', [day(nowMs - 86_400_000)]: 'yesterday' }[day(atMs)];
  return `${near ?? date} ${time}`;
}

/** A text object. Nothing in it is a link here: only the words are shown. */
export const showText = (text: unknown, names: Names): string => {
  const { type, text: words } = (text ?? {}) as Fields;
  return type === 'mrkdwn' ? readText(String(words), VERBATIM, names).shown : String(words ?? '');
};

const showInline = (inline: Fields, names: Names, nowMs: number): Html | string => {
  const { type, text, name, timestamp, url, user_id: user, style } = inline;
  if (type === 'emoji') return EMOJI[String(name)] ?? `:${name}:`;
  if (type === 'date') {
    const seconds = String(inline.format).includes('{time_secs}') ? 'with seconds' : undefined;
    return html`<time>${showMoment(Number(timestamp) * 1_000, nowMs, seconds)}</time>`;
  }
  if (type === 'link') return html`<u title="${String(url)}">${String(text ?? url)}</u>`;
  if (type === 'user') return `@${names.userName(String(user)) ?? user}`;
  if (type === 'broadcast') return html`<strong>@${String(inline.range)}</strong>`;
  if (type === 'usergroup') return html`<strong>@${String(inline.usergroup_id)}</strong>`;
  if (type !== 'text') return `[${type}]`;
  const { bold, italic, code, strike } = (style ?? {}) as Fields;
  let shown: Html | string = String(text);
  if (code) shown = html`<code>${shown}</code>`;
  if (strike) shown = html`<s>${shown}</s>`;
  if (italic) shown = html`<em>${shown}</em>`;
  return bold ? html`<strong>${shown}</strong>` : shown;
};

export const showRichText = (block: Fields, names: Names, nowMs: number): Html[] =>
  (block.elements as Fields[]).map(({ type, style, elements }) => {
    const inlines = (all: unknown) => (all as Fields[]).map((one) => showInline(one, names, nowMs));
    if (type === 'rich_text_list') {
      const items = (elements as Fields[]).map((item) => html`<li>${inlines(item.elements)}</li>`);
      return style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    if (type === 'rich_text_quote') return html`<blockquote>${inlines(elements)}</blockquote>`;
    if (type === 'rich_text_preformatted') return html`<pre>${inlines(elements)}</pre>`;
    return html`<p>${inlines(elements)}</p>`;
  });
