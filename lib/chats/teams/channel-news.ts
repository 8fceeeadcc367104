import {
  type ActivityLocation,
  channelId,
  locationOf,
  type Origin,
  type TeamName,
  teamOf,
} from './activity-location.ts';
import { Mention, type RawActivity } from './activity-schemas.ts';
import type { GoneBecause } from './channel-message.ts';

/** News about the bot in a channel: it was added or removed, or a person mentioned it. */
export interface ChannelActivity extends ActivityLocation {
  readonly kind: 'channel-news';
  readonly origin: Origin;
  /** Of what Teams sent; it may send the same again. */
  readonly activityId: string;
  /** `gone`: it may not post there any more. `back`: it may again. `seen`: it may, which is nothing new. */
  readonly news: 'added' | 'mentioned' | 'seen' | 'back' | 'gone';
  /** Of `gone`. */
  readonly because?: GoneBecause | undefined;
  /** Whether it is about all channels of the team. */
  readonly wholeTeam?: boolean | undefined;
  readonly team?: TeamName | null | undefined;
}

type News = Omit<ChannelActivity, 'origin'>;
type Told = Pick<ChannelActivity, 'news' | 'because' | 'wholeTeam'>;

/** What an activity says about the bot and a channel; null for one that says nothing about that. */
export function readChannelNews(raw: RawActivity): News | null {
  const { type, id, channelData, value } = raw;
  const here = locationOf(raw);
  const about = { kind: 'channel-news', activityId: id ?? '', team: teamOf(raw) } as const;
  if (type === 'message') {
    // With a value it is a button of another version, and not a person who asks.
    const isAsked = here.channel !== null && (value === undefined || value === null) && namesUs(raw);
    return isAsked ? { ...about, ...here, news: 'mentioned' } : null;
  }
  const told = type === 'installationUpdate' ? toldByInstallation(raw) : toldByUpdate(raw);
  if (!told) return null;
  // Both speak of a channel of the team, and happen in its General one, which has the id of the team.
  const chosen = channelData?.settings?.selectedChannel?.id || channelData?.channel?.id;
  const channel = channelId(chosen) ?? here.channel ?? about.team?.id ?? null;
  return { ...about, channel, conversation: channel, ...told };
}

/** A bot that may read a channel is sent all that people write there, and most of it is not for it. */
const namesUs = ({ entities, recipient }: RawActivity): boolean =>
  (entities ?? []).some((one) => {
    const mention = Mention.safeParse(one).data;
    return mention !== undefined && isSame(mention.mentioned.id, recipient?.id);
  });

/** Teams reports a new version of the app as a removal and an addition. Nobody has to hear of it. */
function toldByInstallation({ action }: RawActivity): Told | null {
  if (action === 'remove') return { news: 'gone', because: 'removed', wholeTeam: true };
  if (action === 'remove-upgrade') return null;
  return { news: action === 'add-upgrade' ? 'back' : 'added', wholeTeam: true };
}

/** In lower case: Teams writes `teamarchived` as well as `teamArchived`. */
const GONE_EVENTS: ReadonlyMap<string, GoneBecause> = new Map([
  ['channeldeleted', 'deleted'],
  ['teamdeleted', 'deleted'],
  ['teamharddeleted', 'deleted'],
  ['teamarchived', 'archived'],
  ['teamarchive', 'archived'],
]);
const BACK_EVENTS = new Set(['channelrestored', 'teamrestored', 'teamunarchived', 'teamunarchive']);

function toldByUpdate(raw: RawActivity): Told | null {
  const { type, channelData, membersAdded, membersRemoved, recipient } = raw;
  if (type !== 'conversationUpdate') return null;
  const event = (channelData?.eventType ?? '').toLowerCase();
  const because = GONE_EVENTS.get(event);
  if (because) return { news: 'gone', because, wholeTeam: event.startsWith('team') };
  if (BACK_EVENTS.has(event)) return { news: 'back', wholeTeam: event.startsWith('team') };
  const isUs = ({ id }: { readonly id?: string | null | undefined }) => isSame(id, recipient?.id);
  // Of a private or shared channel it names that one; of the team its General one, or none.
  const named = channelData?.channel?.id;
  const wholeTeam = !named || named === channelData?.team?.id;
  if (membersRemoved?.some(isUs)) return { news: 'gone', because: 'removed', wholeTeam };
  // Teams says that the bot was added by an installationUpdate too, and one greeting is enough.
  if (membersAdded?.some(isUs)) return { news: 'back', wholeTeam };
  return named ? { news: 'seen' } : null;
}

const isSame = (a: string | null | undefined, b: string | null | undefined): boolean =>
  !!a && a.toLowerCase() === b?.toLowerCase();
