import type { Service } from '../service.ts';
import type { Channel, Person } from '../state/directory.ts';
import type { Message } from '../state/messages.ts';
import { badSyntax, ConnectorError } from './connector-error.ts';

export type Place = { readonly channel: Channel; readonly root?: string };

const CONVERSATION = /^(19:[^;\s]+)(?:;messageid=(\d+))?$/;

/** A channel the bot is in. */
export const findChannel = ({ directory }: Service, channelId: string): Channel => {
  if (!/^19:[^;\s]+@thread\.(?:tacv2|skype)$/.test(channelId))
    throw badSyntax('Bad format of conversation ID');
  const channel = directory.channels.get(channelId);
  if (channel === undefined) throw new ConnectorError(404, 'ConversationNotFound', 'Conversation not found.');
  if (!directory.hasBot(channel))
    throw new ConnectorError(
      403,
      'BotNotInConversationRoster',
      'The bot is not part of the conversation roster.',
    );
  return channel;
};

/** Whether it looks like the chat of a person with a bot. */
export const isChat = (conversation: string): boolean => /^a:[\w-]+$/.test(conversation);

/** Who is in a chat with the bot. The bot cannot speak to people who never wrote to it. */
export const findPerson = ({ directory }: Service, chat: string): Person => {
  const person = directory.inChat(chat);
  if (person === undefined) throw new ConnectorError(404, 'ConversationNotFound', 'Conversation not found.');
  return person;
};

export const mayWrite = ({ isArchived }: Channel): void => {
  if (isArchived)
    throw new ConnectorError(403, 'ForbiddenOperationException', 'The bot may not write in this channel.');
};

/** A channel, or a thread in it. */
export const findPlace = (service: Service, conversation: string): Place => {
  const [, channelId, root] = CONVERSATION.exec(conversation) ?? [];
  if (channelId === undefined) throw badSyntax('Bad format of conversation ID');
  const channel = findChannel(service, channelId);
  if (root === undefined) return { channel };
  const first = service.messages.find(channelId, root);
  if (first === undefined || first.root !== root)
    throw new ConnectorError(404, 'ConversationNotFound', 'Conversation not found.');
  return { channel, root };
};

/** A message in that place; in a thread, only messages of the thread count. */
export const findMessage = (service: Service, { channel, root }: Place, id: string): Message => {
  const message = service.messages.find(channel.id, id);
  if (message === undefined || (root !== undefined && message.root !== root))
    throw new ConnectorError(
      404,
      'ActivityNotFoundInConversation',
      'The activity was not found in the conversation.',
    );
  return message;
};
