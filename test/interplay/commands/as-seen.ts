import type { SlackMessage } from '../../../lib/chats/slack/message.ts';
import type { TeamsMessage } from '../../../lib/chats/teams/message.ts';

type Node = Readonly<Record<string, unknown>>;
const list = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** What people see of a message of Slack, line by line. */
export const seenInSlack = ({ blocks }: SlackMessage): string => joined(blocks.flatMap(slackBlock));

/** Bold words beside each other are one. */
const joined = (lines: readonly string[]): string => lines.join('\n').replaceAll('**', '');

function slackBlock({ type, elements, rows }: Node): string[] {
  if (type === 'data_table') return (rows as Node[][]).map((row) => `| ${row.map(cell).join(' | ')} |`);
  if (type === 'actions') {
    return list(elements).map(({ text, url }) => `[${(text as Node).text}]${url === undefined ? '' : ' ↗'}`);
  }
  return list(elements).flatMap((part) => {
    if (part.type === 'rich_text_list') return list(part.elements).map((item) => `• ${inline(item)}`);
    if (part.type === 'rich_text_quote') return [`> ${inline(part)}`];
    if (part.type === 'rich_text_preformatted') return [`    ${inline(part)}`];
    return [inline(part)];
  });
}

const cell = (one: Node): string =>
  one.type === 'rich_text' ? list(one.elements).map(inline).join(' ') : String(one.text);

const inline = ({ elements }: Node): string =>
  list(elements)
    .map(({ text, url, fallback, style }) => {
      const words = String(text ?? fallback);
      const shown = (style as Node | undefined)?.bold ? `*${words}*` : words;
      return url === undefined ? shown : `${shown} <${String(url)}>`;
    })
    .join('');

/** What people see of a message of Teams, line by line. */
export const seenInTeams = ({ card }: TeamsMessage): string =>
  joined([
    ...card.body.map(({ type, text, inlines }) =>
      type === 'TextBlock' ? `*${String(text)}*` : list(inlines).map(run).join(''),
    ),
    ...(card.actions ?? []).map(({ title, type }) => `[${title}]${type === 'Action.OpenUrl' ? ' ↗' : ''}`),
  ]);

const run = ({ text, weight }: Node): string => (weight === 'bolder' ? `*${text}*` : String(text));
