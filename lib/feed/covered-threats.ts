import type { CoveredThreat, FeedLedger } from './feed-ledger.ts';

/** Which threats are covered by cases, and where. The pollers of a domain's two feeds share it. */
export interface CoveredThreats {
  note(covered: readonly CoveredThreat[]): Promise<void>;
  /** The chats in which a case covers each of these threats; uncovered ones are left out. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The same for a threat that this process noted itself; undefined: only the ledger knows. */
  remembered(id: string): readonly string[] | undefined;
}

/** Stores them in the ledger, and keeps those that this process noted last in memory: they are asked for next. */
export function createCoveredThreats(
  ledger: Pick<FeedLedger, 'noteCovered' | 'coveredAt'>,
  domain: string,
  least = 50_000,
): CoveredThreats {
  // Two generations, as in `SeenMemory`.
  let newer = new Map<string, readonly string[]>();
  let older = new Map<string, readonly string[]>();
  const remembered = (id: string) => newer.get(id) ?? older.get(id);
  return {
    remembered,
    async note(covered) {
      await ledger.noteCovered(domain, covered);
      for (const { id, at } of covered) newer.set(id, at);
      if (newer.size < least) return;
      older = newer;
      newer = new Map();
    },
    async find(ids) {
      if (ids.length === 0) return new Map();
      const unsure = ids.filter((id) => remembered(id) === undefined);
      const found = new Map(unsure.length > 0 ? await ledger.coveredAt(domain, unsure) : []);
      for (const id of ids) {
        const at = remembered(id);
        if (at) found.set(id, at);
      }
      return found;
    },
  };
}
