import { type Row, sizeOfRow } from './row-size.ts';

export interface IndexShape {
  readonly name: string;
  readonly keys: readonly string[];
  /** The attributes that it holds besides its own keys and those of the table. */
  readonly projected: 'all' | readonly string[];
}

export interface TableShape {
  readonly keys: readonly string[];
  readonly indexes: readonly IndexShape[];
}

const WRITE_BYTES = 1_024;
const READ_BYTES = 4_096;

const writes = (bytes: number): number => Math.max(1, Math.ceil(bytes / WRITE_BYTES));
const sizeOf = (row: Row | null): number => (row ? sizeOfRow(row) : 0);

/** For the table alone: the larger of the row before and after. A refused write costs what is there. */
export const tableWriteUnits = (before: Row | null, after: Row | null): number =>
  writes(Math.max(sizeOf(before), sizeOf(after)));

/** What the write does to an index: nothing, one write, or two if its key changes. */
export function indexWriteUnits(
  index: IndexShape,
  { keys }: Pick<TableShape, 'keys'>,
  before: Row | null,
  after: Row | null,
): number {
  const [was, is] = [entryOf(index, keys, before), entryOf(index, keys, after)];
  if (!was && !is) return 0;
  if (!was || !is) return writes(sizeOf(was ?? is));
  if (!same(was, is, index.keys)) return writes(sizeOf(was)) + writes(sizeOf(is));
  const all = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return same(was, is, all) ? 0 : writes(Math.max(sizeOf(was), sizeOf(is)));
}

/** A read of one row, or of none. */
export const readUnits = (bytes: number, consistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_BYTES)) * (consistent ? 1 : 0.5);

/** What an index holds of a row; null if the row lacks one of its keys. */
export function entryOf(
  { keys: own, projected }: IndexShape,
  keys: readonly string[],
  row: Row | null,
): Row | null {
  if (!row || own.some((name) => row[name] === undefined)) return null;
  if (projected === 'all') return row;
  const names = new Set([...keys, ...own, ...projected]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
}

const same = (one: Row, other: Row, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
