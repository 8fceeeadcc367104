import type { Service } from '../service.ts';
import { SlackError } from '../slack-error.ts';
import type { Channel } from '../state/directory.ts';

/** The channel as the bot knows it: a private one that it is not in does not exist. */
export const knownChannel = ({ directory, identity }: Service, channelId: string): Channel => {
  const channel = directory.channels.get(channelId);
  if (channel === undefined || (channel.isPrivate && !channel.members.has(identity.botUserId)))
    throw new SlackError('channel_not_found');
  return channel;
};

export const writableChannel = (service: Service, channelId: string): Channel => {
  const channel = knownChannel(service, channelId);
  if (channel.isArchived) throw new SlackError('is_archived');
  if (!channel.members.has(service.identity.botUserId) && !service.token.holds('chat:write.public'))
    throw new SlackError('not_in_channel');
  return channel;
};

/** Reading back requires a scope that depends on the kind of channel, and membership. */
export const readableChannel = (service: Service, channelId: string): Channel => {
  const channel = knownChannel(service, channelId);
  const needed = channel.isPrivate ? 'groups:history' : 'channels:history';
  if (!service.token.holds(needed)) throw missingScope(service, needed);
  if (!channel.members.has(service.identity.botUserId)) throw new SlackError('not_in_channel');
  return channel;
};

export const missingScope = ({ token }: Service, needed: string): SlackError =>
  new SlackError('missing_scope', { extra: { needed, provided: token.scopes().join(',') } });
