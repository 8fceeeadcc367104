import type { MessageRef } from '../shared/chat.ts';
import type { ChannelActivity } from './activity.ts';
import { type ServiceAddresses, serviceAddress } from './service-address.ts';

/** Where the bot may post, as Teams said it. */
export interface ChannelAddress {
  readonly channel: string;
  readonly serviceUrl: string;
  readonly tenantId: string;
}

/** What has to be remembered of a channel, or forgotten; and whether to say hello there, in a thread or on its own. */
export type ChannelNews =
  | { readonly is: 'forget'; readonly channel: string }
  | {
      readonly is: 'remember';
      readonly place: ChannelAddress;
      readonly hello: { readonly once: boolean; readonly thread: MessageRef | null } | null;
    };

/** Null when there is nothing to learn: it is in no channel, or at an address that our token must not go to. */
export function discoverChannel(
  { news, channel, conversation, origin }: ChannelActivity,
  addresses: ServiceAddresses,
): ChannelNews | null {
  if (channel === null) return null;
  if (news === 'removed') return { is: 'forget', channel };
  const serviceUrl = serviceAddress(origin.serviceUrl, addresses);
  const [tenantId] = origin.tenantIds;
  if (serviceUrl === null || tenantId === undefined) return null;
  const place: ChannelAddress = { channel, serviceUrl, tenantId };
  if (news === 'seen') return { is: 'remember', place, hello: null };
  const root = /;messageid=(\d+)$/.exec(conversation ?? '')?.[1];
  const thread = root === undefined || conversation === null ? null : { conversation, activity: root };
  // Teams says in two ways that the bot was added. A person who asks is answered each time.
  return { is: 'remember', place, hello: { once: news === 'added', thread } };
}

export const channelOf = (news: ChannelNews): string =>
  news.is === 'forget' ? news.channel : news.place.channel;
