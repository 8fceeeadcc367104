import type { RowName } from '../../ledger/catalogue.ts';

/** The functions, and the other places, that a feature may take part in: a file of that name in its folder. */
export const ENTRY_POINTS = [
  'action',
  'archive',
  'commands',
  'notify',
  'poll',
  'reconcile',
  'verdict',
  'words',
] as const;
export type EntryPoint = (typeof ENTRY_POINTS)[number];

/** What a feature is, as plain data. */
export interface Manifest {
  readonly name: string;
  readonly does: string;
  readonly facets: readonly EntryPoint[];
  /** The rows that only it writes. */
  readonly rows: readonly RowName[];
}
