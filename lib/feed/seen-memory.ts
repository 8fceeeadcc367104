import type { FeedItem } from './feed-source.ts';

/** Names an item in its current revision. */
export const seenName = ({ id, revision }: Pick<FeedItem, 'id' | 'revision'>): string =>
  revision ? `${id}@${revision}` : id;

/** Items known to be recorded as they are, so that an idle poll need not ask the ledger. Forgets the oldest. */
export interface SeenMemory {
  has(name: string): boolean;
  add(name: string): void;
}

/** Remembers at least the last `least` names, and at most twice as many. */
export function createSeenMemory(least = 50_000): SeenMemory {
  // Two generations: the older one is dropped as a whole. Dropping names one by one would cost more than everything else
  // about an item: to find the first entry of a set, V8 steps over every entry deleted before it.
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
