import type { Mention } from '../../config/mentions.ts';
import type { Chat, ChatAnswer, MessageRef } from '../../outbox/chat-port.ts';
import { byTheirNames, isUser, withMentions } from './card-with-mentions.ts';
import type { Connector } from './connector.ts';
import type { ConnectorBody } from './connector-answer.ts';
import type { FoundCard } from './find-card.ts';
import type { TeamsMessage } from './message.ts';
import { withRefresh } from './refresh.ts';
import type { Roster } from './roster.ts';

export interface TeamsChatOptions {
  /** Where Teams said that a channel is; null when it never did. */
  readonly serviceUrlOf: (channel: string) => Promise<string | null>;
  /** Looks for a card where the bot may read; it may nowhere when left out. */
  readonly look?: Look | undefined;
  /** Who is in a channel; nobody when left out. */
  readonly rosterOf?: ((serviceUrl: string | null, channel: string) => Promise<Roster>) | undefined;
  /** For whom cards are refreshed; null for nobody. */
  readonly refreshedFor?: ((roster: Roster) => readonly string[]) | null | undefined;
}

/** `root`: the message under which it would be. */
export type Look = (
  channel: string,
  mark: string,
  where: { readonly sinceMs: number; readonly root: string | undefined },
) => Promise<FoundCard>;

/** Teams as a place to post to. A message is a `conversation` (its thread) and an `activity`. */
export function createTeamsChat(
  connector: Connector,
  { serviceUrlOf, look = async () => CANNOT_LOOK, rosterOf, refreshedFor = null }: TeamsChatOptions,
): Chat<TeamsMessage> {
  /** What a message says of people, as Teams knows them in the channel. Most messages say nothing of anybody. */
  async function withPeople(
    content: TeamsMessage,
    [serviceUrl, channel]: readonly [string | null, string],
    mentions: readonly Mention[] = [],
  ): Promise<TeamsMessage> {
    const isRefreshed = content.card.refresh !== undefined && refreshedFor !== null;
    const roster =
      rosterOf && (isRefreshed || mentions.some(isUser)) ? await rosterOf(serviceUrl, channel) : NOBODY;
    const called = withMentions(content, byTheirNames(mentions, roster));
    return withRefresh(called, refreshedFor?.(roster) ?? []);
  }

  return {
    async post(channel, content, { mark, thread, isNote = false, mentions }) {
      const serviceUrl = await serviceUrlOf(channel);
      const message = await withPeople(content, [serviceUrl, channel], mentions);
      // Under what a Workflow posted nothing can be put.
      const conversation = thread?.conversation;
      if (!conversation) return whereIs(await connector.post(serviceUrl, channel, message, mark), channel);
      const answer = await connector.reply(serviceUrl, conversation, message, mark);
      // Teams has been seen to take a reply and not to name it.
      const isUnnamed = answer.is === 'ok' && answer.value.id === undefined;
      if (isUnnamed && isNote) return { is: 'ok', value: { conversation, activity: 'not named' } };
      return answer.is === 'ok' ? whereIs(answer, channel, conversation) : answer;
    },

    async update({ conversation = '', activity = '' }, content) {
      const channel = channelIn(conversation);
      const serviceUrl = await serviceUrlOf(channel);
      const message = await withPeople(content, [serviceUrl, channel]);
      const answer = await connector.update(serviceUrl, conversation, activity, message);
      return answer.is === 'ok' ? { is: 'ok', value: null } : answer;
    },

    async find(channel, mark, { sinceMs, thread }) {
      // A thread stays where it is, also when its destination has moved to another channel.
      const conversation = thread?.conversation;
      const where = conversation === undefined ? channel : channelIn(conversation);
      const root = thread && (messageIn(conversation) ?? thread.activity);
      const found = await look(where, mark, { sinceMs, root });
      if (found.is !== 'found') return { is: 'ok', value: found };
      const ref = { conversation: conversation ?? threadOf(where, found.id), activity: found.id };
      return { is: 'ok', value: { is: 'found', ref } };
    },
  };
}

const NOBODY: Roster = new Map();
const CANNOT_LOOK: FoundCard = { is: 'cannot-look' };

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
  const given = typeof id === 'string' && id.includes(';messageid=') ? id : threadOf(channel, activity);
  return { is: 'ok', value: { conversation: conversation ?? given, activity } };
}

const threadOf = (channel: string, root: string): string => `${channel};messageid=${root}`;

const messageIn = (id: unknown): string | undefined =>
  typeof id === 'string' ? /;messageid=(\d+)$/.exec(id)?.[1] : undefined;
