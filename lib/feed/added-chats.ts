import { severityOf } from '../chats/shared/tell-case.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { type Case, closedAtMsOf } from '../posture/schemas/case.ts';
import type { FeedKey, RecordedItem } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** Of the chats that routes send a changed case to, those that were never sent it. */
export type FindAddedChats = (
  item: FeedItem,
  record: RecordedItem | undefined,
  chats: readonly string[],
) => Promise<readonly string[]>;

export const ADDS_NONE: FindAddedChats = async () => [];

/**
 * A case that became worse belongs where the worse ones go, and no mute that does not say so hides a critical one. History is
 * not announced because it changed, nor is what is over; and what was forgotten does not come back in another channel.
 */
export function createFindAddedChats(feed: FeedKey, ledger: Pick<DeliveryLedger, 'load'>): FindAddedChats {
  return async ({ id, item }, record, chats) => {
    const { routedTo, mutedAt = [], quiet } = record ?? {};
    if (!routedTo || quiet || closedAtMsOf(item as Case) !== null) return [];
    const isCritical = severityOf(item as Case) === 'critical';
    const added = chats.filter((chat) => !routedTo.includes(chat) || (isCritical && mutedAt.includes(chat)));
    if (added.length === 0) return [];
    const places = await Promise.all(
      routedTo.map((destination) => ledger.load({ ...feed, id, destination })),
    );
    return places.some((place) => place?.value.forgotten === 'item') ? [] : added;
  };
}
