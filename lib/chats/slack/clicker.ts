import type { Person } from '../../verdict/case-verdict.ts';
import type { Reply } from '../../verdict/verdict-message.ts';
import type { BlockActions, SlackUser } from './interaction-types.ts';

export const personOf = ({ id, name }: SlackUser): Person => ({ surface: 'slack', id, name });

/** A message that only one person sees cannot be replaced for everyone. */
export const replyTo = ({
  responseUrl,
  channelId,
  messageTs,
  message,
  ephemeral,
  user,
}: BlockActions): Reply => ({
  surface: 'slack',
  responseUrl,
  channel: channelId,
  messageTs: ephemeral ? null : messageTs,
  threadTs: message?.threadTs ?? null,
  userId: user.id,
});
