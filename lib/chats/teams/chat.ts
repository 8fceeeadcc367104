import type { Chat, ChatAnswer, Found, MessageRef } from '../shared/chat.ts';
import type { Connector } from './connector.ts';
import type { ConnectorBody } from './connector-answer.ts';
import { withMentions } from './mention.ts';
import type { TeamsMessage } from './message.ts';

export interface TeamsChatOptions {
  /** Where Teams said that a channel is; null when it never did. */
  readonly serviceUrlOf: (channel: string) => Promise<string | null>;
}

/** Teams as a place to post to. A message is a `conversation` (its thread) and an `activity`. */
export function createTeamsChat(
  connector: Connector,
  { serviceUrlOf }: TeamsChatOptions,
): Chat<TeamsMessage> {
  return {
    async post(channel, content, { thread, mentions }) {
      const message = withMentions(content, mentions);
      const serviceUrl = await serviceUrlOf(channel);
      // Under what a Workflow posted nothing can be put.
      const conversation = thread?.conversation;
      if (!conversation) return whereIs(await connector.post(serviceUrl, channel, message), channel);
      const answer = await connector.reply(serviceUrl, conversation, message);
      return answer.is === 'ok' ? whereIs(answer, channel, conversation) : answer;
    },

    async update({ conversation = '', activity = '' }, message) {
      const serviceUrl = await serviceUrlOf(channelIn(conversation));
      const answer = await connector.update(serviceUrl, conversation, activity, message);
      return answer.is === 'ok' ? { is: 'ok', value: null } : answer;
    },

    // Bots cannot read what is in a channel.
    find: async () => CANNOT_LOOK,
  };
}

const CANNOT_LOOK: ChatAnswer<Found> = { is: 'ok', value: { is: 'cannot-look' } };

export const channelIn = (conversation: string): string => conversation.split(';')[0] ?? '';

/** Of a new thread, `id` is the conversation and `activityId` its first message; of a reply, `id` is the message. */
function whereIs(
  answer: ChatAnswer<ConnectorBody>,
  channel: string,
  conversation?: string,
): ChatAnswer<MessageRef> {
  if (answer.is !== 'ok') return answer;
  const { id, activityId } = answer.value;
  const activity = conversation === undefined ? (activityId ?? messageIn(id)) : id;
  if (typeof activity !== 'string' || activity === '') {
    return { is: 'unknown', reason: 'it was taken, but Teams did not say where it is' };
  }
  const given =
    typeof id === 'string' && id.includes(';messageid=') ? id : `${channel};messageid=${activity}`;
  return { is: 'ok', value: { conversation: conversation ?? given, activity } };
}

const messageIn = (id: unknown): string | undefined =>
  typeof id === 'string' ? /;messageid=(\d+)$/.exec(id)?.[1] : undefined;
