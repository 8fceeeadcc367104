import type { Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { rateLimited, SlackError } from '../slack-error.ts';
import { TS } from '../state/ids.ts';
import { type Args, readBoolean, readOptionalString, readString } from './arguments.ts';
import { writableChannel } from './channel-access.ts';
import { readNewContent } from './content.ts';
import type { Method } from './method.ts';

/** A reply goes to an existing message that is not itself a reply. */
export const readThread = ({ messages }: Service, args: Args, channel: string): string | undefined => {
  const threadTs = readOptionalString(args, 'thread_ts');
  if (threadTs === undefined) return undefined;
  const parent = TS.test(threadTs) ? messages.find(channel, threadTs) : undefined;
  if (parent === undefined || parent.onlyFor !== undefined) throw new SlackError('thread_not_found');
  if (parent.threadTs !== undefined) throw new SlackError('cannot_reply_to_message');
  return threadTs;
};

/** What every new message of the bot has, read from its arguments. */
const readPost = (service: Service, args: Args, channel: string) => {
  const content = readNewContent(service, args);
  const threadTs = readThread(service, args, channel);
  const userId = service.identity.botUserId;
  return { ...content, channel, userId, ...(threadTs === undefined ? {} : { threadTs }) };
};

const ONE_A_SECOND = [[1, 1]] as const;

export const postMessage: Method = {
  scopes: ['chat:write'],
  json: true,
  run: (service, args) => {
    const channel = writableChannel(service, readString(args, 'channel'));
    const posts = [`posts in ${channel.id}`, ONE_A_SECOND] as const;
    const waitMs = service.rates.wait(posts);
    if (waitMs > 0) throw rateLimited(waitMs);
    const post = readPost(service, args, channel.id);
    const message = service.messages.post({
      ...post,
      broadcast: 'threadTs' in post && readBoolean(args, 'reply_broadcast', false),
      unfurl: {
        links: readBoolean(args, 'unfurl_links', false),
        media: readBoolean(args, 'unfurl_media', true),
      },
    });
    service.rates.count(posts);
    return { channel: channel.id, ts: message.ts, message: showMessage(service, message) };
  },
};

export const postEphemeral: Method = {
  scopes: ['chat:write'],
  tier: 4,
  json: true,
  run: (service, args) => {
    const channel = writableChannel(service, readString(args, 'channel'));
    const userId = readString(args, 'user');
    if (!service.directory.people.has(userId)) throw new SlackError('user_not_found');
    if (!channel.members.has(userId)) throw new SlackError('user_not_in_channel');
    const message = service.messages.post({ ...readPost(service, args, channel.id), onlyFor: userId });
    service.sightings.add(userId, 'ephemeral', message.ts);
    return { message_ts: message.ts };
  },
};
