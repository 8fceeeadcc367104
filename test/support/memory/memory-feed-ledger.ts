import { isAlive } from '../../../lib/feed/feed-lease.ts';
import type {
  Claim,
  CoveredThreat,
  FeedKey,
  FeedLedger,
  FeedRow,
  ItemRecord,
} from '../../../lib/feed/feed-ledger.ts';

const keyOf = ({ domain, feed }: FeedKey): string => `${domain}#${feed}`;

const byAge = (a: ItemRecord, b: ItemRecord): number =>
  a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

const isFree = (row: FeedRow | null, { holder, nowMs, leaseMs }: Claim): boolean =>
  !row?.lease || row.lease.holder === holder || !isAlive(row.lease.expiresAtMs, nowMs, leaseMs);

/** The ledger without a database. State is copied in and out, as a database would. */
export function createMemoryFeedLedger(): FeedLedger {
  const rows = new Map<string, FeedRow>();
  const told = new Map<string, CoveredThreat>();
  const items = new Map<string, Map<string, ItemRecord>>();
  const itemsOf = (feed: FeedKey) => {
    const known = items.get(keyOf(feed)) ?? new Map<string, ItemRecord>();
    items.set(keyOf(feed), known);
    return known;
  };

  return {
    async load(feed) {
      return structuredClone(rows.get(keyOf(feed)) ?? null);
    },
    async claim(feed, claim) {
      const { holder, version, nowMs, leaseMs } = claim;
      const row = rows.get(keyOf(feed)) ?? null;
      if (!isFree(row, claim) || (row?.version ?? 0) !== version)
        return { claimed: false, row: structuredClone(row) };
      rows.set(keyOf(feed), {
        version: version + 1,
        lease: { holder, expiresAtMs: nowMs + leaseMs },
        state: row?.state ?? null,
      });
      return { claimed: true, version: version + 1 };
    },
    async save(feed, { state, release, ...claim }) {
      const { holder, version, nowMs, leaseMs } = claim;
      const row = rows.get(keyOf(feed)) ?? null;
      if (!isFree(row, claim) || (row?.version ?? 0) !== version) return null;
      const lease = release ? null : { holder, expiresAtMs: nowMs + leaseMs };
      rows.set(keyOf(feed), { version: version + 1, lease, state: structuredClone(state) });
      return version + 1;
    },
    async recorded(feed, ids) {
      const known = itemsOf(feed);
      return new Map(
        ids.flatMap((id) => {
          const record = known.get(id);
          if (!record) return [];
          const { missing, quiet } = record;
          return [[id, { missing: [...missing], ...(quiet && { quiet }) }]];
        }),
      );
    },
    async record(feed, records) {
      for (const record of records) itemsOf(feed).set(record.id, structuredClone(record));
    },
    async unfinished(feed, limit, after) {
      return [...itemsOf(feed).values()]
        .filter((record) => record.missing.length > 0)
        .sort(byAge)
        .filter((record) => !after || byAge(record, after) > 0)
        .slice(0, limit)
        .map((record) => structuredClone(record));
    },
    async noteCovered(domain, threats) {
      for (const one of threats) told.set(JSON.stringify([domain, one.id]), structuredClone(one));
    },
    async coveredAt(domain, ids) {
      const found = ids.map((id) => [id, told.get(JSON.stringify([domain, id]))?.at ?? []] as const);
      return new Map(found.filter(([, at]) => at.length > 0));
    },
  };
}
