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

/** Where our own links lead, whatever is told. */
const OUR_PLACES =
  /^https:\/\/(?:console\.example\/(?:cases|threats)\/[\w%.-]+|security\.microsoft\.com\/v2\/advanced-hunting\?query=[\w-]+&timeRangeId=month&tid=[0-9a-f-]{36})$/;
const isOurs = (url: unknown): boolean => OUR_PLACES.test(String(url));

/** What text from outside managed to do. `named`: the people whose names the client is asked to show. */
export function harms(message: SlackMessage, named: readonly string[] = []): string[] {
  const read = readMessage(message, NAMES);
  const { formatting } = read;
  const mentions = read.mentions.filter(({ kind, who }) => kind !== 'user' || !named.includes(who));
  const links = read.links.filter(({ url }) => !isOurs(url));
  const nodes = [...nodesOf(message.blocks)];
  const texts = nodes.flatMap(({ type, text }) =>
    ['text', 'link', 'raw_text'].includes(String(type)) ? [String(text)] : [],
  );
  return [
    ...mentions.map(({ where }) => `mention at ${where}`),
    ...links.map(({ where }) => `link at ${where}`),
    ...formatting.map((found) => `formatting: ${found}`),
    ...nodes.flatMap(({ type, url, user_id: user }) => {
      if (isOurs(url) || (type === 'user' && named.includes(String(user)))) return [];
      return LIVE_TYPES.has(String(type)) || url !== undefined ? [`a ${type}`] : [];
    }),
    ...[message.text, ...texts].flatMap((text) => (MOVES_TEXT.test(text) ? ['moves text'] : [])),
    // A line break of ours stands alone.
    ...texts.flatMap((text) => (text.includes('\n') && text !== '\n' ? ['a line of its own'] : [])),
    ...texts.flatMap((text) => (isBalanced(text) ? [] : ['an isolate that reaches on'])),
    ...(/<|>|&(?!amp;|lt;|gt;)/.test(message.text) ? ['markup in the fallback'] : []),
  ];
}

const isBalanced = (text: string): boolean =>
  /^(?:[^\u2066-\u2069]|\u2068[^\u2066-\u2069]*\u2069)*$/.test(text);
