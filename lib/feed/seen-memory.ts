/** Identifiers of items known to be recorded, so that an idle poll need not ask the ledger. Forgets the oldest. */
export interface SeenMemory {
  has(id: string): boolean;
  add(id: string): void;
}

/** Knows at least the last `least` of them, and at most twice as many. */
export function createSeenMemory(least = 50_000): SeenMemory {
  // Two generations, and the older one goes as a whole. One by one it would cost more than all else about an
  // item: to find the first of a set, V8 steps over every one deleted before it.
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    has: (id) => newer.has(id) || older.has(id),
    add(id) {
      newer.add(id);
      if (newer.size < least) return;
      older = newer;
      newer = new Set();
    },
  };
}
