import type { RowKey } from './todo-list.ts';

/** What a row says under one name. An object is kept as few bytes, and has its format in `v` if it has one. */
export type Part = string | number | object;
export type Parts = Readonly<Record<string, Part>>;

/** What has to hold of one part for a write to hold. `orAbsent`: or the part is not there, as in a row that is not. */
export type PartTest =
  | { readonly part: string; readonly is: 'absent' | 'present' }
  | { readonly part: string; readonly equals: string | number; readonly orAbsent?: boolean | undefined }
  | { readonly part: string; readonly below: string | number; readonly orAbsent?: boolean | undefined }
  | { readonly part: string; readonly above: string | number; readonly orAbsent?: boolean | undefined };

/** A write of some parts of a row. All others stay as they are. */
export interface PartChange {
  /** All of them have to hold. */
  readonly if: readonly PartTest[];
  readonly set?: Parts | undefined;
  /** Set where they are not there yet. */
  readonly setNew?: Parts | undefined;
  /** Numbers that grow by one; absent is 0. */
  readonly raise?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

export type Changed =
  /** With the numbers that grew, as they are now. */
  | { readonly is: 'written'; readonly raised: Readonly<Record<string, number>> }
  /** With the row that stood in its way. */
  | { readonly is: 'refused'; readonly parts: Parts | null };

/**
 * Rows whose parts have a writer each. A writer needs to know only what its own part says, so writers of different parts never
 * stand in each other's way. A row is on the list `todo` at the place `todoAt`, and may be forgotten at `expiresAtSeconds`.
 */
export interface PartedRows {
  /** As it stands now, never a stale copy. */
  read(key: RowKey): Promise<Parts | null>;
  /** The rows of a partition whose sort key begins so, in the order of their keys. */
  list(pk: string, skPrefix: string): Promise<readonly Parts[]>;
  change(key: RowKey, change: PartChange): Promise<Changed>;
}
