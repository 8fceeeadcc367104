import type { FormEntries } from './read-form.ts';

/** What the form for several cases is opened and sent with. */
export const BULK_VERBS = { open: 'bulk:open', decide: 'bulk:decide' } as const;

export interface BulkEntries extends Pick<FormEntries, 'outcome' | 'comment'> {
  /** The positions of the chosen cases on the list, as text; or `all`. */
  readonly chosen: readonly string[];
}
