import { slack } from '../../config/chats/slack.ts';
import type { Mention } from '../../config/mentions.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock, SlackMessage } from './message.ts';

/** The message with those whom it calls, below its headline: a phone shows what happened first. Only ids of the configuration come here, never a text of an item. */
export function withMentions(message: SlackMessage, mentions: readonly Mention[] = []): SlackMessage {
  const called = mentions.slice(0, slack.mentioned.most).map(({ id }) => id);
  if (called.length === 0) return message;
  const elements = called.flatMap((id, index) => [
    ...(index === 0 ? [] : [{ type: 'text', text: ' ' }]),
    elementOf(id),
  ]);
  const block: SlackBlock = { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] };
  const tokens = ` ${called.map(tokenOf).join(' ')}`;
  const belowHeadline = ([headline, ...rest]: readonly SlackBlock[]): readonly SlackBlock[] => [
    ...(headline ? [headline] : []),
    block,
    ...rest,
  ];
  const { text, blocks, plain } = message;
  return {
    // Cut in the middle of an entity or a token it would show as one: what is left of one goes too.
    text: `${text.slice(0, LIMITS.text - tokens.length).replace(/&[a-z]*$/, '')}${tokens}`,
    blocks: belowHeadline(blocks),
    ...(plain && { plain: belowHeadline(plain) }),
  };
}

const isBroadcast = (id: string): boolean => /^[a-z]/.test(id);
const isGroup = (id: string): boolean => id.startsWith('S');

function elementOf(id: string): SlackBlock {
  if (isBroadcast(id)) return { type: 'broadcast', range: id };
  return isGroup(id) ? { type: 'usergroup', usergroup_id: id } : { type: 'user', user_id: id };
}

/** For the notification. */
const tokenOf = (id: string): string =>
  isBroadcast(id) ? `<!${id}>` : isGroup(id) ? `<!subteam^${id}>` : `<@${id}>`;
