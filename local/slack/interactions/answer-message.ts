import type { Args } from '../methods/arguments.ts';
import { readBoolean, readOptionalString } from '../methods/arguments.ts';
import { readNewContent } from '../methods/content.ts';
import { readThread } from '../methods/post-message.ts';
import { isEditClosed } from '../methods/update-message.ts';
import type { Service } from '../service.ts';
import { SlackError } from '../slack-error.ts';
import type { ResponseTarget } from '../state/response-urls.ts';

/** What a response_url or the answer to a slash command may do: post, replace or delete. */
export const answerMessage = (service: Service, target: ResponseTarget, args: Args): void => {
  const { messages, directory, identity, sightings } = service;
  const channel = directory.channels.get(target.channel);
  if (channel === undefined) throw new SlackError('channel_not_found');
  if (channel.isArchived) throw new SlackError('channel_is_archived');
  const original = target.ts === undefined ? undefined : messages.find(channel.id, target.ts);
  const type = readOptionalString(args, 'response_type') ?? 'ephemeral';
  if (type !== 'ephemeral' && type !== 'in_channel') throw new SlackError('invalid_payload');

  if (readBoolean(args, 'delete_original', false)) {
    if (original === undefined) throw new SlackError('message_not_found');
    messages.remove(original);
    return;
  }
  const content = readNewContent(service, args);
  if (readBoolean(args, 'replace_original', false)) {
    if (original === undefined) throw new SlackError('message_not_found');
    if (isEditClosed(service, original.ts)) throw new SlackError('edit_window_closed');
    const { metadata: _, ...before } = original;
    messages.change(before, content, content.blocks.length === 0);
    return;
  }
  const threadTs = readThread(service, args, channel.id);
  const posted = messages.post({
    ...content,
    channel: channel.id,
    userId: identity.botUserId,
    ...(threadTs === undefined ? {} : { threadTs }),
    ...(type === 'ephemeral' ? { onlyFor: target.userId } : {}),
  });
  sightings.add(target.userId, type === 'ephemeral' ? 'ephemeral' : 'message', posted.ts);
};
