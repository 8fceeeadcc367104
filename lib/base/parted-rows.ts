import type { RowKey } from './todo-list.ts';

/** The value of one part. An object is stored packed, and states its format in `v` if it has one. */
export type Part = string | number | object;
export type Parts = Readonly<Record<string, Part>>;

/** A condition on one part. `orAbsent`: also holds if the part, or the whole row, does not exist. */
export type PartTest =
  | { readonly part: string; readonly is: 'absent' | 'present' }
  | { readonly part: string; readonly equals: string | number; readonly orAbsent?: boolean | undefined }
  | { readonly part: string; readonly below: string | number; readonly orAbsent?: boolean | undefined }
  | { readonly part: string; readonly above: string | number; readonly orAbsent?: boolean | undefined };

/** A write of some parts of a row. All others stay as they are. */
export interface PartChange {
  /** All of these must hold. */
  readonly if: readonly PartTest[];
  readonly set?: Parts | undefined;
  /** Set only if they do not exist yet. */
  readonly setNew?: Parts | undefined;
  /** Numbers to increment; an absent one counts as 0. */
  readonly raise?: readonly string[] | undefined;
  readonly remove?: readonly string[] | undefined;
}

export type Changed =
  /** With the new values of the incremented numbers. */
  | { readonly is: 'written'; readonly raised: Readonly<Record<string, number>> }
  /** With the row that failed the conditions. */
  | { readonly is: 'refused'; readonly parts: Parts | null };

/**
 * Rows whose parts each have one writer. A writer only needs to know its own part, so writers of different parts never
 * conflict. A row is on the list `todo` at position `todoAt`, and may be deleted at `expiresAtSeconds`.
 */
export interface PartedRows {
  /** Reads consistently, never a stale copy. */
  read(key: RowKey): Promise<Parts | null>;
  /** The rows of a partition whose sort key has this prefix, in key order. */
  list(pk: string, skPrefix: string): Promise<readonly Parts[]>;
  change(key: RowKey, change: PartChange): Promise<Changed>;
}
