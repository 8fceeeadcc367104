import type { FeedItem } from './feed-source.ts';

/** The name of an item as it is now. */
export const seenName = ({ id, revision }: Pick<FeedItem, 'id' | 'revision'>): string =>
  revision ? `${id}@${revision}` : id;

/** Items known to be recorded as they are, so that an idle poll need not ask the ledger. Forgets the oldest. */
export interface SeenMemory {
  has(name: string): boolean;
  add(name: string): void;
}

/** Knows at least the last `least` of them, and at most twice as many. */
export function createSeenMemory(least = 50_000): SeenMemory {
  // Two generations, and the older one goes as a whole. One by one it would cost more than all else about an
  // item: to find the first of a set, V8 steps over every one deleted before it.
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    has: (name) => newer.has(name) || older.has(name),
    add(name) {
      newer.add(name);
      if (newer.size < least) return;
      older = newer;
      newer = new Set();
    },
  };
}
