import { change } from './change.ts';
import type { DueList } from './due-list.ts';
import type { PartedRows } from './parted-rows.ts';
import type { RowKey, TodoList } from './todo-list.ts';

export type { RowKey } from './todo-list.ts';

export interface VersionedRow<Value = unknown> {
  /** Grows by one with every write. A caller that knows an older version is refused. */
  readonly version: number;
  readonly value: Value;
  /** Its position on its list, if it is on one. */
  readonly todo?: string | undefined;
}

export interface WriteOptions {
  /** The version that the caller knows; 0 for a row that does not exist. */
  readonly version: number;
  /** Puts the row on the list of this name, until a write without it. */
  readonly todo?: { readonly under: string; readonly at: string } | undefined;
  /** Makes the row due on the list of this name, until a write with null. For rows that may be on one. */
  readonly due?: { readonly name: string; readonly atMs: number } | null | undefined;
  /** When it may be deleted; null: never. */
  readonly expiresAtMs: number | null;
  /** Stored packed, because DynamoDB charges by size. The value states its format in `v`. */
  readonly packed?: boolean | undefined;
}

export type NextRow = { readonly value: unknown } & Omit<WriteOptions, 'version'>;

/** The one way to change a row, whatever stores the rows. */
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

/** Rows of JSON. Only a caller that knows a row's current version can overwrite it. */
export interface VersionedRows {
  /** The lists that rows are on. */
  readonly todo: TodoList;
  readonly due: DueList;
  /** The rows of this table whose parts each have one writer. */
  readonly parted: PartedRows;
  /** Reads consistently, never a stale copy. */
  read(key: RowKey): Promise<VersionedRow | null>;
  /** The existing ones among these rows, read consistently. The keys must be distinct. */
  readAll(keys: readonly RowKey[]): Promise<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** The new version, or null if the row has another version than the caller knows. */
  write(key: RowKey, value: unknown, options: WriteOptions): Promise<number | null>;
  /** Decides on the current row, and writes the result; see `change`. */
  change<Decided extends { readonly next?: NextRow | undefined }>(
    key: RowKey,
    decide: (row: VersionedRow | null) => Decided | Promise<Decided>,
  ): Promise<Decided>;
  /** The rows of a partition whose sort key has this prefix, in key order. */
  list(pk: string, skPrefix: string): Promise<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** Only their keys, whatever their content. */
  keys(pk: string, skPrefix: string): Promise<readonly RowKey[]>;
  /** The same page by page, after the row with this sort key: never all of them in memory. */
  pages(
    pk: string,
    skPrefix: string,
    after?: string,
  ): AsyncIterable<readonly (VersionedRow & { readonly key: RowKey })[]>;
  /** Puts rows that never change. Idempotent. */
  putAll(
    rows: readonly { readonly key: RowKey; readonly value: unknown }[],
    expiresAtMs: number | null,
  ): Promise<void>;
}
