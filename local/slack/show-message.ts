import type { Fields } from '../stand-in-kit/fields.ts';
import { readMessage } from './reading/read-message.ts';
import type { Service } from './service.ts';
import type { Message, Metadata } from './state/messages.ts';

const threadFields = ({ messages }: Service, message: Message): Fields => {
  if (message.threadTs !== undefined) {
    const parent = messages.find(message.channel, message.threadTs);
    return {
      thread_ts: message.threadTs,
      ...(parent === undefined ? {} : { parent_user_id: parent.userId }),
      ...(message.broadcast ? { subtype: 'thread_broadcast' } : {}),
    };
  }
  const replies = messages.replies(message.channel, message.ts);
  if (replies.length === 0) return {};
  const authors = [...new Set(replies.map(({ userId }) => userId))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: authors.length,
    reply_users: authors,
    latest_reply: replies.at(-1)?.ts,
    is_locked: false,
    subscribed: false,
  };
};

/** A message in the form that Slack returns. For metadata that was not requested, only its type. */
export const showMessage = (
  service: Service,
  message: Message,
  metadata: 'whole' | 'type' = 'whole',
): Fields => {
  const { identity } = service;
  const ours = message.userId === identity.botUserId;
  return {
    type: 'message',
    user: message.userId,
    ...(ours ? { bot_id: identity.botId, app_id: identity.appId } : {}),
    text: message.text,
    team: identity.teamId,
    ts: message.ts,
    ...(message.blocks.length === 0 ? {} : { blocks: structuredClone(message.blocks) }),
    ...threadFields(service, message),
    ...(message.editedTs === undefined ? {} : { edited: { user: message.userId, ts: message.editedTs } }),
    ...(message.metadata === undefined ? {} : { metadata: shownMetadata(message.metadata, metadata) }),
  };
};

const shownMetadata = (metadata: Metadata, how: 'whole' | 'type'): Fields =>
  how === 'whole' ? structuredClone(metadata) : { event_type: metadata.event_type };

/** The same with what a person would see, for tests and the console. */
export const inspectMessage = (service: Service, message: Message) => ({
  ...showMessage(service, message),
  ts: message.ts,
  text: message.text,
  blocks: message.blocks,
  channel: message.channel,
  broadcast: message.broadcast,
  onlyFor: message.onlyFor ?? null,
  edits: message.edits,
  unfurl: message.unfurl,
  reusedBlockIds: message.reusedBlockIds,
  ...readMessage(message, service.directory.names),
});

export type InspectedMessage = ReturnType<typeof inspectMessage>;
