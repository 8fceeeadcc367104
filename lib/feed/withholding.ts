import type { Withheld } from '../case/case-record.ts';
import type { FeedItem } from './feed-source.ts';
import { type Folding, NO_FOLDING, type Posting } from './folding.ts';
import { type Muting, NO_MUTING } from './muting.ts';

export type WithheldBy = Pick<Withheld, 'by' | 'id'>;

/** An item that is about to be posted. `isAsked`: an operator wants it, however many are alike. */
export interface ToPost extends Posting {
  readonly isAsked: boolean;
}

/** What mutes and windows keep from chats, of some items. */
export interface WithheldItems {
  /** By chat. Empty for an item that nothing is kept from. */
  of(item: FeedItem): ReadonlyMap<string, WithheldBy>;
  /** Notes what was withheld, so that it is listed in the end: after the sending, and before anything is recorded. */
  note(isTaken: (id: string, chat: string) => boolean): Promise<void>;
}

export interface Withholding {
  judge(items: readonly ToPost[]): Promise<WithheldItems>;
}

/** A mute goes first: what nobody wants to see stands for nothing else. */
export function createWithholding({
  muting = NO_MUTING,
  folding = NO_FOLDING,
}: {
  readonly muting?: Muting | undefined;
  readonly folding?: Folding | undefined;
}): Withholding {
  return {
    async judge(items) {
      const some = items.filter(({ chats }) => chats.length > 0);
      const hidden = await muting.hide(some.map(({ item }) => item));
      const unmuted = some.map(({ item, chats, isAsked, isAlone }) => ({
        item,
        isAlone,
        chats: isAsked ? [] : chats.filter((chat) => hidden.muteAt(item, chat) === null),
      }));
      const folded = await folding.fold(unmuted);
      const byItem = new Map(
        some.map(({ item, chats }) => {
          const at = new Map<string, WithheldBy>();
          for (const chat of chats) {
            const muteId = hidden.muteAt(item, chat);
            const windowId = muteId === null ? folded.windowAt(item, chat) : null;
            if (muteId !== null) at.set(chat, { by: 'mute', id: muteId });
            if (windowId !== null) at.set(chat, { by: 'dedupe', id: windowId });
          }
          return [item.id, at] as const;
        }),
      );
      const isMuted = ({ item }: ToPost) =>
        [...(byItem.get(item.id)?.values() ?? [])].some(({ by }) => by === 'mute');
      return {
        of: ({ id }) => byItem.get(id) ?? new Map(),
        async note(isTaken) {
          await hidden.note(some.filter(isMuted).map(({ item }) => item));
          await folded.note(isTaken);
        },
      };
    },
  };
}
