import type { RequestKind } from '../request-budget.ts';
import type { BudgetRow, Counts } from './budget-window.ts';

/**
 * `moved on`: not written, since the row is at another version. `unsure`: so it seems, but the call was repeated
 * on the way, and what moved the row on may have been its own first attempt.
 */
export type Replaced = 'written' | 'moved on' | 'unsure';

/** Where functions that share a budget meet. */
export interface BudgetRows {
  /** As it stands now, never a stale copy. The empty row when there is none. */
  read(kind: RequestKind): Promise<BudgetRow>;
  /** Writes the counts as the version after the one that the caller knows. */
  replace(kind: RequestKind, version: number, counts: Counts, writeId: string): Promise<Replaced>;
  /** Closes until then, or leaves a later closing alone. The row afterwards; null when it was left alone. */
  close(kind: RequestKind, untilMs: number, writeId: string): Promise<BudgetRow | null>;
}
