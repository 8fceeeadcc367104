import type { Due } from '../../../lib/base/due-list.ts';
import type { Todo } from '../../../lib/base/todo-list.ts';
import {
  changeRow,
  type RowKey,
  type VersionedRow,
  type VersionedRows,
  type WriteOptions,
} from '../../../lib/base/versioned-rows.ts';
import { createMemoryPartedRows } from './memory-parted-rows.ts';

interface Kept extends Omit<VersionedRow, 'todo'> {
  readonly key: RowKey;
  readonly todo: WriteOptions['todo'];
  readonly due?: WriteOptions['due'];
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
    async write(key, value, { version, todo, due }) {
      const known = rows.get(nameOf(key));
      if ((known?.version ?? 0) !== version) return null;
      const next = { key, version: version + 1, value: structuredClone(value), todo };
      rows.set(nameOf(key), { ...next, due: due === undefined ? known?.due : due });
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
    due: {
      async list(name, { limit, untilMs = Number.MAX_SAFE_INTEGER, after, belongs }) {
        const order = ({ key, atMs }: Due) =>
          JSON.stringify([String(atMs).padStart(16, '0'), key.pk, key.sk]);
        return [...rows.values()]
          .flatMap(({ key, due }): Due[] => (due?.name === name ? [{ key, atMs: due.atMs }] : []))
          .filter(({ atMs, key }) => atMs <= untilMs && belongs(key))
          .sort((a, b) => (order(a) < order(b) ? -1 : 1))
          .filter((one) => !after || order(one) > order(after))
          .slice(0, limit);
      },
      async move(name, { key, atMs }, nextMs) {
        const row = rows.get(nameOf(key));
        if (row?.due?.name !== name || row.due.atMs !== atMs) return false;
        rows.set(nameOf(key), { ...row, due: { name, atMs: nextMs } });
        return true;
      },
    },
    todo: {
      async list(under, { limit, from = ' ', until = '~', after, backwards = false, belongs }) {
        const sign = backwards ? -1 : 1;
        return [...rows.values()]
          .flatMap(({ key, todo }): Todo[] => (todo?.under === under ? [{ key, at: todo.at }] : []))
          .concat(parted.listedUnder(under))
          .filter(({ at, key }) => at >= from && at <= until && (belongs?.(key, at) ?? true))
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
