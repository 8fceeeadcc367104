import type { FeedLedger, ToldThreat } from './feed-ledger.ts';

/** Which threats cases tell, and where. The pollers of a domain's two feeds share it. */
export interface ToldThreats {
  note(told: readonly ToldThreat[]): Promise<void>;
  /** The chats in which a case tells each of these threats; those that no case tells are left out. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The same of one that this process noted itself; undefined: only the ledger knows. */
  remembered(id: string): readonly string[] | undefined;
}

/** In the ledger, and those that this process noted last in its memory too: they are what it asks for next. */
export function createToldThreats(
  ledger: Pick<FeedLedger, 'noteTold' | 'toldAt'>,
  domain: string,
  least = 50_000,
): ToldThreats {
  // Two generations, as in the memory of what was seen.
  let newer = new Map<string, readonly string[]>();
  let older = new Map<string, readonly string[]>();
  const remembered = (id: string) => newer.get(id) ?? older.get(id);
  return {
    remembered,
    async note(told) {
      await ledger.noteTold(domain, told);
      for (const { id, at } of told) newer.set(id, at);
      if (newer.size < least) return;
      older = newer;
      newer = new Map();
    },
    async find(ids) {
      if (ids.length === 0) return new Map();
      const unsure = ids.filter((id) => remembered(id) === undefined);
      const found = new Map(unsure.length > 0 ? await ledger.toldAt(domain, unsure) : []);
      for (const id of ids) {
        const at = remembered(id);
        if (at) found.set(id, at);
      }
      return found;
    },
  };
}
