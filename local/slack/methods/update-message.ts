import type { Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { SlackError } from '../slack-error.ts';
import { readString } from './arguments.ts';
import { writableChannel } from './channel-access.ts';
import { LONGEST_UPDATE, readContent, readMetadata } from './content.ts';
import type { Method } from './method.ts';

/** The workspace forbids to change messages that are this old. */
export const isEditClosed = ({ settings, now }: Service, ts: string): boolean =>
  settings.editWindowSeconds !== null && now() / 1000 - Number(ts) > settings.editWindowSeconds;

export const updateMessage: Method = {
  scopes: ['chat:write'],
  tier: 3,
  json: true,
  run: (service, args) => {
    const channel = writableChannel(service, readString(args, 'channel'));
    const before = service.messages.find(channel.id, readString(args, 'ts'));
    if (before === undefined) throw new SlackError('message_not_found');
    if (before.onlyFor !== undefined || before.userId !== service.identity.botUserId)
      throw new SlackError('cant_update_message');
    if (isEditClosed(service, before.ts)) throw new SlackError('edit_window_closed');
    const { content, gaveText, gaveBlocks } = readContent(service, args, {
      longestText: LONGEST_UPDATE,
      parse: 'client',
    });
    const metadata = readMetadata(args);
    if (!gaveText && !gaveBlocks && metadata === undefined) throw new SlackError('no_text');
    const { metadata: kept, ...old } = before;
    // Blocks stay only if neither blocks nor text was given: text alone replaces them.
    const blocks = gaveBlocks || gaveText ? content.blocks : before.blocks;
    const text = gaveText || gaveBlocks ? content.text : before.text;
    if (text === '' && blocks.length === 0) throw new SlackError('no_text');
    const now = metadata === undefined ? kept : (metadata ?? undefined);
    const message = service.messages.change(
      old,
      { text, rules: content.rules, blocks, ...(now === undefined ? {} : { metadata: now }) },
      blocks.length === 0,
    );
    return {
      channel: channel.id,
      ts: message.ts,
      text: message.text,
      message: showMessage(service, message),
    };
  },
};
