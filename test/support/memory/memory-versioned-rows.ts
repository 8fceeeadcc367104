import type { Todo } from '../../../lib/platform/todo-list.ts';
import {
  changeRow,
  type RowKey,
  type VersionedRow,
  type VersionedRows,
  type WriteOptions,
} from '../../../lib/platform/versioned-rows.ts';
import { createMemoryPartedRows } from './memory-parted-rows.ts';

interface Kept extends Omit<VersionedRow, 'todo'> {
  readonly key: RowKey;
  readonly todo: WriteOptions['todo'];
}

const PAGE = 3;

/** The rows without a table. Values are copied in and out, as a database would. */
export function createMemoryVersionedRows(): VersionedRows {
  const rows = new Map<string, Kept>();
  const nameOf = ({ pk, sk }: RowKey): string => JSON.stringify([pk, sk]);
  const copy = ({ key, version, value, todo }: Kept) => ({
    key,
    version,
    value: structuredClone(value),
    ...(todo && { todo: todo.at }),
  });
  const parted = createMemoryPartedRows();
  return {
    parted,
    async read(key) {
      const row = rows.get(nameOf(key));
      if (!row) return null;
      const { key: _, ...read } = copy(row);
      return read;
    },
    async readAll(keys) {
      return keys.flatMap((key) => {
        const row = rows.get(nameOf(key));
        return row ? [copy(row)] : [];
      });
    },
    async write(key, value, { version, todo }) {
      if ((rows.get(nameOf(key))?.version ?? 0) !== version) return null;
      rows.set(nameOf(key), { key, version: version + 1, value: structuredClone(value), todo });
      return version + 1;
    },
    change: changeRow,
    async list(pk, skPrefix) {
      return [...rows.values()]
        .filter(({ key }) => key.pk === pk && key.sk.startsWith(skPrefix))
        .sort((a, b) => (a.key.sk < b.key.sk ? -1 : 1))
        .map(copy);
    },
    async keys(pk, skPrefix) {
      const keys = [...[...rows.values()].map(({ key }) => key), ...parted.keys()];
      return keys.filter((key) => key.pk === pk && key.sk.startsWith(skPrefix));
    },
    async *pages(pk, skPrefix, after = '') {
      const all = await this.list(pk, skPrefix);
      const left = all.filter(({ key }) => key.sk > after);
      for (let at = 0; at < left.length; at += PAGE) yield left.slice(at, at + PAGE);
    },
    async putAll(some) {
      for (const { key, value } of some) {
        rows.set(nameOf(key), { key, version: 1, value: structuredClone(value), todo: undefined });
      }
    },
    todo: {
      async list(under, { limit, from = ' ', until = '~', after, backwards = false, belongs }) {
        const sign = backwards ? -1 : 1;
        return [...rows.values()]
          .flatMap(({ key, todo }): Todo[] => (todo?.under === under ? [{ key, at: todo.at }] : []))
          .concat(parted.listedUnder(under))
          .filter(({ at, key }) => at >= from && at <= until && (belongs?.(key) ?? true))
          .sort((a, b) => sign * compare(a, b))
          .filter((one) => !after || sign * compare(one, after) > 0)
          .slice(0, limit);
      },
      async move(under, { key, at }, next) {
        const row = rows.get(nameOf(key));
        if (!row || row.todo?.under !== under || row.todo.at !== at) return false;
        rows.set(nameOf(key), { ...row, todo: next === null ? undefined : { under, at: next } });
        return true;
      },
    },
  };
}

const compare = (a: Todo, b: Todo): number => {
  const [nameA, nameB] = [a, b].map(({ at, key }) => JSON.stringify([at, key.pk, key.sk])) as [
    string,
    string,
  ];
  return nameA < nameB ? -1 : nameA > nameB ? 1 : 0;
};
