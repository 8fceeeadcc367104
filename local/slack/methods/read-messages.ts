import type { Fields } from '../../stand-in-kit/fields.ts';
import type { Service } from '../service.ts';
import { showMessage } from '../show-message.ts';
import { SlackError } from '../slack-error.ts';
import { compareTs } from '../state/ids.ts';
import type { Message } from '../state/messages.ts';
import { type Args, readBoolean, readInteger, readOptionalString, readString } from './arguments.ts';
import { readableChannel } from './channel-access.ts';
import type { Method } from './method.ts';

const MOST = 999;
/** For an app that is sold outside of the Marketplace. */
const MOST_SCARCE = 15;

const readTs = (args: Args, name: string): string | undefined => {
  const ts = readOptionalString(args, name);
  if (ts === undefined || ts === '0' || ts === 'now') return undefined;
  if (!/^\d+(\.\d+)?$/.test(ts)) throw new SlackError(`invalid_ts_${name}`);
  return ts;
};

const encode = (ts: string): string => Buffer.from(`next_ts:${ts}`).toString('base64');
const decode = (cursor: string): string => {
  const [, ts] = /^next_ts:(\d+\.\d{6})$/.exec(Buffer.from(cursor, 'base64').toString()) ?? [];
  if (ts === undefined) throw new SlackError('invalid_cursor');
  return ts;
};

/** One page of messages that are already in the order of the list; the cursor names where the next page starts. */
const pageOf = (service: Service, args: Args, all: readonly Message[]): Fields => {
  const [oldest, latest] = [readTs(args, 'oldest'), readTs(args, 'latest')];
  const inclusive = readBoolean(args, 'inclusive', false);
  const within = all.filter(({ ts }) => {
    const low = oldest === undefined ? 1 : compareTs(ts, oldest);
    const high = latest === undefined ? -1 : compareTs(ts, latest);
    return inclusive ? low >= 0 && high <= 0 : low > 0 && high < 0;
  });
  const cursor = readOptionalString(args, 'cursor');
  const startTs = cursor === undefined ? undefined : decode(cursor);
  const start = startTs === undefined ? 0 : within.findIndex(({ ts }) => ts === startTs);
  if (start === -1) throw new SlackError('invalid_cursor');
  const asked = readInteger(args, 'limit', 100, 1, MOST);
  const limit = service.settings.distributed ? Math.min(asked, MOST_SCARCE) : asked;
  const next = within[start + limit];
  const metadata = readBoolean(args, 'include_all_metadata', false) ? 'whole' : 'type';
  return {
    messages: within.slice(start, start + limit).map((message) => showMessage(service, message, metadata)),
    has_more: next !== undefined,
    ...(next === undefined ? {} : { response_metadata: { next_cursor: encode(next.ts) } }),
  };
};

const SCOPES = ['channels:history', 'groups:history'];

export const readHistory: Method = {
  scopes: SCOPES,
  tier: 3,
  json: false,
  run: (service, args) => {
    const channel = readableChannel(service, readString(args, 'channel'));
    return { ...pageOf(service, args, service.messages.inChannel(channel.id).reverse()), pin_count: 0 };
  },
};

export const readReplies: Method = {
  scopes: SCOPES,
  tier: 3,
  json: false,
  run: (service, args) => {
    const channel = readableChannel(service, readString(args, 'channel'));
    const asked = service.messages.find(channel.id, readString(args, 'ts'));
    const parent = asked?.threadTs === undefined ? asked : service.messages.find(channel.id, asked.threadTs);
    if (parent === undefined || parent.onlyFor !== undefined) throw new SlackError('thread_not_found');
    return pageOf(service, args, [parent, ...service.messages.replies(channel.id, parent.ts)]);
  },
};
