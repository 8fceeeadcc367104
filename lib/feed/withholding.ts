import type { Withheld } from '../case/case-record.ts';
import type { FeedItem } from './feed-source.ts';

export type WithheldBy = Pick<Withheld, 'by' | 'id'>;

/** An item about to be posted, and the chats that it would be posted in. */
export interface ToPost {
  readonly item: FeedItem;
  readonly chats: readonly string[];
  /** An operator wants it, however many similar ones there are. */
  readonly isAsked: boolean;
  /** It is not withheld behind another item, but others may be withheld behind it. */
  readonly isAlone?: boolean | undefined;
}

/** Notes what was withheld, so that the final summary lists it: after sending, and before anything is recorded. */
type Note = (isTaken: (id: string, chat: string) => boolean) => Promise<void>;

export interface Judged {
  /** The id of the mute or window that keeps an item from a chat; null if nothing does. */
  at(item: FeedItem, chat: string): string | null;
  /** Idempotent. Throws if another process was quicker, or if it is too late: the next poll then decides again. */
  readonly note: Note;
}

export const NOTHING_JUDGED: Judged = { at: () => null, note: async () => undefined };

/** Keeps items from chats, and lists them in the end. Other systems get all items: they have their own filters. */
export interface Withholder {
  readonly by: Withheld['by'];
  judge(items: readonly ToPost[]): Promise<Judged>;
}

export interface WithheldItems {
  /** By chat. Empty for an item that is not withheld anywhere. */
  of(item: FeedItem): ReadonlyMap<string, WithheldBy>;
  readonly note: Note;
}

export interface Withholding {
  judge(items: readonly ToPost[]): Promise<WithheldItems>;
}

/** Runs one after the other: the next is not asked about a chat from which the first already withholds the item. */
export const createWithholding = (withholders: readonly Withholder[]): Withholding => ({
  async judge(items) {
    let left = items.filter(({ chats }) => chats.length > 0);
    const kept = new Map(left.map(({ item }) => [item.id, new Map<string, WithheldBy>()]));
    const judged: Judged[] = [];
    for (const { by, judge } of withholders) {
      const one = await judge(left);
      for (const { item, chats } of left) {
        for (const chat of chats) {
          const id = one.at(item, chat);
          if (id !== null) kept.get(item.id)?.set(chat, { by, id });
        }
      }
      left = left.map((post) => ({
        ...post,
        chats: post.chats.filter((chat) => !kept.get(post.item.id)?.has(chat)),
      }));
      judged.push(one);
    }
    return {
      of: ({ id }) => kept.get(id) ?? new Map(),
      async note(isTaken) {
        for (const one of judged) await one.note(isTaken);
      },
    };
  },
});
