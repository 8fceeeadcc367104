import { change } from './change.ts';
import type { DueList } from './due-list.ts';
import type { PartedRows } from './parted-rows.ts';
import type { RowKey, TodoList } from './todo-list.ts';

export type { RowKey } from './todo-list.ts';

export interface VersionedRow<Value = unknown> {
  /** Grows by one with every write. A caller that knows an older one is refused. */
  readonly version: number;
  readonly value: Value;
  /** Its place on the list it is on, if it is on one. */
  readonly todo?: string | undefined;
}

export interface WriteOptions {
  /** The version that the caller knows; 0 for a row that is not there. */
  readonly version: number;
  /** On the list of this name, until a write without it. */
  readonly todo?: { readonly under: string; readonly at: string } | undefined;
  /** Due on the list of this name, until a write that says null. For rows that may be on one. */
  readonly due?: { readonly name: string; readonly atMs: number } | null | undefined;
  /** When it may be forgotten; null: never. */
  readonly expiresAtMs: number | null;
  /** Kept as few bytes: what is charged goes by its size. The value has its format in `v`. */
  readonly packed?: boolean | undefined;
}

export type NextRow = { readonly value: unknown } & Omit<WriteOptions, 'version'>;

/** The one way to change a row, whatever the rows are kept in. */
export function changeRow<Decided extends { readonly next?: NextRow | undefined }>(
  this: Pick<VersionedRows, 'read' | 'write'>,
  key: RowKey,
  decide: (row: VersionedRow | null) => Decided | Promise<Decided>,
): Promise<Decided> {
  return change(
    {
      load: () => this.read(key),
      save: ({ value, ...write }: NextRow, row: VersionedRow | null) =>
        this.write(key, value, { ...write, version: row?.version ?? 0 }),
    },
    decide,
  );
}

/** Rows of JSON. Only a caller that knows what a row says can write over it. */
export interface VersionedRows {
  /** The lists that rows are on. */
  readonly todo: TodoList;
  readonly due: DueList;
  /** The rows of this table whose parts have a writer each. */
  readonly parted: PartedRows;
  /** As it stands now, never a stale copy. */
  read(key: RowKey): Promise<VersionedRow | null>;
  /** Those of these rows that there are, each as it stands now. Keys must differ from each other. */
  readAll(keys: readonly RowKey[]): Promise<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** The new version, or null when the row is not as the caller knows it. */
  write(key: RowKey, value: unknown, options: WriteOptions): Promise<number | null>;
  /** Decides on a row as it stands, and writes what follows from it; see `change`. */
  change<Decided extends { readonly next?: NextRow | undefined }>(
    key: RowKey,
    decide: (row: VersionedRow | null) => Decided | Promise<Decided>,
  ): Promise<Decided>;
  /** The rows of a partition whose sort key begins so, in the order of their keys. */
  list(pk: string, skPrefix: string): Promise<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** Only their keys, whatever they say. */
  keys(pk: string, skPrefix: string): Promise<readonly RowKey[]>;
  /** The same page by page, behind the row with this sort key: as many as a page holds, and not all in memory. */
  pages(
    pk: string,
    skPrefix: string,
    after?: string,
  ): AsyncIterable<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** Puts rows that never change. May repeat. */
  putAll(
    rows: readonly { readonly key: RowKey; readonly value: unknown }[],
    expiresAtMs: number | null,
  ): Promise<void>;
}
