import type { SlackMessage } from '../../../../lib/chats/slack/message.ts';
import { readMessage } from '../../../../local/slack/reading/read-message.ts';
import { nodesOf } from './check-limits.ts';

/** Everybody and every channel exists, and the fallback is read as eagerly as Slack ever does. */
const NAMES = {
  userName: (id: string) => id,
  channelName: (id: string) => id,
  findPerson: (name: string) => ({ kind: 'user', id: name }) as const,
  findChannel: (name: string) => name,
};

const LIVE_TYPES = new Set(['link', 'user', 'usergroup', 'channel', 'broadcast', 'image', 'mrkdwn']);
/** Of ours, a line break and the isolates are left. */
const MOVES_TEXT = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u200b\u200e\u200f]|\p{Surrogate}/u;

/** What text from outside managed to do. */
export function harms(message: SlackMessage): string[] {
  const { mentions, links, formatting } = readMessage(message, NAMES);
  const nodes = [...nodesOf(message.blocks)];
  const texts = nodes.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  return [
    ...mentions.map(({ where }) => `mention at ${where}`),
    ...links.map(({ where }) => `link at ${where}`),
    ...formatting.map((found) => `formatting: ${found}`),
    ...nodes.flatMap(({ type, url }) =>
      LIVE_TYPES.has(String(type)) || url !== undefined ? [`a ${type}`] : [],
    ),
    ...[message.text, ...texts].flatMap((text) => (MOVES_TEXT.test(text) ? ['moves text'] : [])),
    // A line break of ours stands alone.
    ...texts.flatMap((text) => (text.includes('\n') && text !== '\n' ? ['a line of its own'] : [])),
    ...texts.flatMap((text) => (isBalanced(text) ? [] : ['an isolate that reaches on'])),
    ...(/<|>|&(?!amp;|lt;|gt;)/.test(message.text) ? ['markup in the fallback'] : []),
  ];
}

const isBalanced = (text: string): boolean =>
  /^(?:[^\u2066-\u2069]*|\u2068[^\u2066-\u2069]*\u2069)$/.test(text);
