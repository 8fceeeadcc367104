/** Identifiers of items known to be recorded, so that an idle poll need not ask the ledger. Forgets the oldest. */
export interface SeenMemory {
  has(id: string): boolean;
  add(id: string): void;
}

export function createSeenMemory(most = 50_000): SeenMemory {
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.delete(id);
      ids.add(id);
      if (ids.size <= most) return;
      const [oldest] = ids;
      if (oldest !== undefined) ids.delete(oldest);
    },
  };
}
