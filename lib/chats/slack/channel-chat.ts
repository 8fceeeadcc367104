import { refused } from '../../outbox/chat-call.ts';
import type { Chat, Refused } from '../../outbox/chat-port.ts';
import type { SlackMessage } from './message.ts';
import { kindOfRefusal, SlackSetupError } from './refusals.ts';

export interface ChannelChatParts {
  /** The name of the token for a channel; null for a channel that is not configured. */
  readonly tokenNameOf: (channel: string) => string | null;
  /** Called again when Slack refused a token: it may have been changed. */
  readonly open: (tokenName: string) => Promise<Chat<SlackMessage>>;
}

/** An answer and not an error: an error would leave open whether the message was posted, and it certainly was not. */
const unopened = (error: unknown): Refused | { readonly is: 'failed'; readonly reason: string } =>
  error instanceof SlackSetupError
    ? refused(error.code, 'credentials', error.message)
    : { is: 'failed', reason: `the token cannot be read: ${String(error)}` };

/** Slack, with the token that each channel asks for. */
export function createChannelChat({ tokenNameOf, open }: ChannelChatParts): Chat<SlackMessage> {
  const chats = new Map<string, Promise<Chat<SlackMessage>>>();

  async function withChat<Answer extends { readonly is: string }>(
    channel: string,
    use: (chat: Chat<SlackMessage>) => Promise<Answer>,
  ): Promise<Answer | Refused | { readonly is: 'failed'; readonly reason: string }> {
    const name = tokenNameOf(channel);
    if (name === null) return refused('not_configured', 'place', 'the channel is not configured');
    const opening = chats.get(name) ?? open(name);
    chats.set(name, opening);
    const opened = await opening.catch((error: unknown) => {
      chats.delete(name);
      return unopened(error);
    });
    if ('is' in opened) return opened;
    const chat = opened;
    const answer = await use(chat);
    if ('code' in answer && kindOfRefusal(String(answer.code)) === 'credentials') chats.delete(name);
    return answer;
  }

  return {
    post: (channel, message, options) => withChat(channel, (chat) => chat.post(channel, message, options)),
    update: (ref, message) => withChat(ref.channel ?? '', (chat) => chat.update(ref, message)),
    find: (channel, mark, where) => withChat(channel, (chat) => chat.find(channel, mark, where)),
  };
}
