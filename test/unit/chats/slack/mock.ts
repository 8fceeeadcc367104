import type { SlackMessage } from '../../../../lib/chats/slack/message.ts';

type Node = { type: string; [field: string]: unknown };

const EMOJI: Record<string, string> = {
  red_circle: '🔴',
  large_orange_circle: '🟠',
  large_yellow_circle: '🟡',
  large_blue_circle: '🔵',
  white_circle: '⚪',
  hourglass_flowing_sand: '⏳',
  warning: '⚠️',
  white_check_mark: '✅',
  lock: '🔒',
  triangular_flag_on_post: '🚩',
  mag: '🔍',
  tornado: '🌪️',
  satellite_antenna: '📡',
};

const all = (nodes: unknown, join = ''): string => (nodes as Node[]).map(shown).join(join);
const label = (node: unknown): string => (node as { text: string }).text;

/** A message as a person would see it in London, roughly: for expectations that can be read. */
function shown(node: Node): string {
  switch (node.type) {
    case 'text':
      return String(node.text);
    case 'link':
      return `[${node.text}](${node.url})`;
    case 'user':
      return `@${node.user_id}`;
    case 'emoji':
      return EMOJI[String(node.name)] ?? `:${node.name}:`;
    case 'date':
      return String(node.fallback).slice(11, 16);
    case 'rich_text':
      return all(node.elements, '\n');
    case 'rich_text_list':
      return (node.elements as Node[]).map((line) => `  • ${shown(line)}`).join('\n');
    case 'rich_text_quote':
      return `  | ${all(node.elements)}`;
    case 'rich_text_preformatted':
      return `  ${all(node.elements)}`;
    case 'actions':
      return all(node.elements, ' ');
    case 'button':
      return `[${label(node.text)}]`;
    case 'overflow':
      return `[⋯ ${(node.options as { text: unknown }[]).map(({ text }) => label(text)).join(', ')}]`;
    case 'static_select':
      return `[${label(node.placeholder)} ▾]`;
    case 'data_table':
      return (node.rows as Node[][]).map((row) => `  | ${row.map(shown).join(' | ')} |`).join('\n');
    case 'raw_text':
    case 'raw_number':
    case 'plain_text':
      return String(node.text);
    default:
      return all(node.elements ?? []);
  }
}

export const mock = ({ blocks }: Pick<SlackMessage, 'blocks'>): string[] => all(blocks, '\n').split('\n');
