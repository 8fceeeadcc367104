import type { Withheld } from '../case/case-record.ts';
import type { FeedItem } from './feed-source.ts';

export type WithheldBy = Pick<Withheld, 'by' | 'id'>;

/** An item that is about to be posted, and the chats that it would be posted in. */
export interface ToPost {
  readonly item: FeedItem;
  readonly chats: readonly string[];
  /** An operator wants it, however many are alike. */
  readonly isAsked: boolean;
  /** It is withheld behind no other item, and may stand for others. */
  readonly isAlone?: boolean | undefined;
}

/** Notes what was withheld, so that it is listed in the end: after the sending, and before anything is recorded. */
type Note = (isTaken: (id: string, chat: string) => boolean) => Promise<void>;

export interface Judged {
  /** The id of what keeps an item from a chat; null where nothing does. */
  at(item: FeedItem, chat: string): string | null;
  /** May repeat. Throws where another process was quicker, and when it is too late: then the next poll decides again. */
  readonly note: Note;
}

export const NOTHING_JUDGED: Judged = { at: () => null, note: async () => undefined };

/** Keeps items from chats, and lists them in the end. Other systems get all of them: they have filters of their own. */
export interface Withholder {
  readonly by: Withheld['by'];
  judge(items: readonly ToPost[]): Promise<Judged>;
}

export interface WithheldItems {
  /** By chat. Empty for an item that nothing is kept from. */
  of(item: FeedItem): ReadonlyMap<string, WithheldBy>;
  readonly note: Note;
}

export interface Withholding {
  judge(items: readonly ToPost[]): Promise<WithheldItems>;
}

/** One after the other: what the first keeps from a chat, the next is not asked about. */
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
