import type { ChannelAddress, ChannelNews } from './channel-message.ts';
import type { ChannelActivity } from './channel-news.ts';
import { type ServiceAddresses, serviceAddress } from './service-address.ts';

/** Null when there is nothing to learn: it is in no channel, or at an address that our token must not go to. */
export function discoverChannel(
  {
    news,
    channel,
    conversation,
    origin,
    because = 'removed',
    wholeTeam = false,
    team = null,
  }: ChannelActivity,
  addresses: ServiceAddresses,
): ChannelNews | null {
  if (channel === null) return null;
  if (news === 'gone') return { is: 'forget', channel, because, wholeTeam, team };
  const serviceUrl = serviceAddress(origin.serviceUrl, addresses);
  const [tenantId] = origin.tenantIds;
  if (serviceUrl === null || tenantId === undefined) return null;
  const place: ChannelAddress = { channel, serviceUrl, tenantId };
  const back = news === 'added' || news === 'back';
  const remember = { is: 'remember', place, team, wholeTeam, back } as const;
  if (news === 'seen' || news === 'back') return { ...remember, hello: null };
  const root = /;messageid=(\d+)$/.exec(conversation ?? '')?.[1];
  const thread = root === undefined || conversation === null ? null : { conversation, activity: root };
  // Teams says in two ways that the bot was added. A person who asks is answered each time.
  return { ...remember, hello: { once: news === 'added', thread } };
}

export const channelOf = (news: ChannelNews): string =>
  news.is === 'forget' ? news.channel : news.place.channel;
