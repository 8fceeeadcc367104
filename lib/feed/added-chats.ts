import { severityOf } from '../chats/shared/tell-case.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { type Case, closedAtMsOf } from '../posture/schemas/case.ts';
import type { FeedKey, RecordedItem } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';

/** Of the chats that routes send a changed case to, those that were never sent it. */
export type FindAddedChats = (
  item: FeedItem,
  record: RecordedItem | undefined,
  chats: readonly string[],
) => Promise<readonly string[]>;

const AT_ONCE = 8;

export const ADDS_NONE: FindAddedChats = async () => [];

/**
 * A case that became worse belongs where the worse ones go, and no mute that does not say so hides a critical one. History is
 * not announced because it changed, nor is what is over; and what was forgotten does not come back in another channel.
 */
export function createFindAddedChats(feed: FeedKey, ledger: Pick<DeliveryLedger, 'load'>): FindAddedChats {
  return async ({ id, item }, record, chats) => {
    if (!record || record.quiet || record.forgotten || closedAtMsOf(item as Case) !== null) return [];
    const { routedTo, mutedAt = [] } = record;
    const isCritical = severityOf(item as Case) === 'critical';
    const isAdded = (chat: string) => !routedTo?.includes(chat) || (isCritical && mutedAt.includes(chat));
    // Where an earlier version recorded it, it may have been hidden: a chat that has it absorbs a repeat.
    const added = chats.filter((chat) => (routedTo ? isAdded(chat) : isCritical));
    if (added.length === 0) return [];
    const places = await inParallel([...new Set([...(routedTo ?? []), ...chats])], AT_ONCE, (destination) =>
      ledger.load({ ...feed, id, destination }),
    );
    return places.some((place) => place?.value.forgotten === 'item') ? [] : added;
  };
}

/** What is known of it afterwards. `added`: the chats that it is new in, also those that a mute hides it from. */
export function afterAdding(
  record: RecordedItem | undefined,
  {
    chats,
    added,
    isHidden,
  }: { chats: readonly string[]; added: readonly string[]; isHidden: (chat: string) => boolean },
): Omit<RecordedItem, 'missing' | 'revision'> {
  const { quiet, forgotten, routedTo, mutedAt } = record ?? {};
  if (quiet || forgotten) return { quiet, forgotten };
  // What was withheld, because it is closed now, is not sent: it may be opened again.
  const known = routedTo ?? chats;
  const muted = mutedAt ?? (routedTo ? [] : chats.filter(isHidden));
  return {
    routedTo: [...new Set([...known, ...added])],
    mutedAt: [...new Set([...muted, ...added.filter(isHidden)])].filter(
      (chat) => isHidden(chat) || !added.includes(chat),
    ),
  };
}
