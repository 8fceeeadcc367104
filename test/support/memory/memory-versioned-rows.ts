import type {
  RowKey,
  VersionedRow,
  VersionedRows,
  WriteOptions,
} from '../../../lib/platform/versioned-rows.ts';

interface Kept extends VersionedRow {
  readonly key: RowKey;
  readonly unfinished: WriteOptions['unfinished'];
}

/** The rows without a table. Values are copied in and out, as a database would. */
export function createMemoryVersionedRows(): VersionedRows {
  const rows = new Map<string, Kept>();
  const nameOf = ({ pk, sk }: RowKey): string => JSON.stringify([pk, sk]);
  const copy = ({ key, version, value }: Kept) => ({ key, version, value: structuredClone(value) });
  return {
    async read(key) {
      const row = rows.get(nameOf(key));
      return row ? { version: row.version, value: structuredClone(row.value) } : null;
    },
    async write(key, value, { version, unfinished }) {
      if ((rows.get(nameOf(key))?.version ?? 0) !== version) return null;
      rows.set(nameOf(key), { key, version: version + 1, value: structuredClone(value), unfinished });
      return version + 1;
    },
    async list(pk, skPrefix) {
      return [...rows.values()]
        .filter(({ key }) => key.pk === pk && key.sk.startsWith(skPrefix))
        .sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1))
        .map(copy);
    },
    async putAll(some) {
      for (const { key, value } of some) {
        rows.set(nameOf(key), { key, version: 1, value: structuredClone(value), unfinished: undefined });
      }
    },
    async unfinished(under, limit, beforeMs) {
      return [...rows.values()]
        .filter((row) => row.unfinished?.under === under && row.unfinished.sinceMs < beforeMs)
        .sort((a, b) => (a.unfinished?.sinceMs ?? 0) - (b.unfinished?.sinceMs ?? 0))
        .slice(0, limit)
        .map(copy);
    },
  };
}
