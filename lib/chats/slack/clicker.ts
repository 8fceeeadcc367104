import type { Person } from '../../case/answer.ts';
import type { Reply } from '../../verdict/verdict-message.ts';
import type { BlockActions, SlackUser } from './interaction.ts';

/** Where the analyst who clicked can be answered. A modal has neither a message nor, often, an address. */
export interface SlackReply {
  readonly responseUrl: string | null;
  readonly channel: string | null;
  /** Null for a message that only one person sees: it cannot be replaced for everyone. */
  readonly messageTs: string | null;
  /** The thread that the message is a reply in. */
  readonly threadTs?: string | null | undefined;
  readonly userId: string;
}

export const writeReply = (reply: SlackReply): Reply => ({ surface: 'slack', ...reply });

export const personOf = ({ id, name }: SlackUser): Person => ({ surface: 'slack', id, name });

export const replyTo = (click: BlockActions): Reply =>
  writeReply({
    responseUrl: click.responseUrl,
    channel: click.channelId,
    messageTs: click.ephemeral ? null : click.messageTs,
    threadTs: click.threadTs,
    userId: click.user.id,
  });
