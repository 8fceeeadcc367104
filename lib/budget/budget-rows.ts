import type { RequestKind } from '../posture/budget.ts';
import type { BudgetRow, Counts } from './budget-window.ts';
import { EMPTY_ROW } from './budget-window.ts';

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

/** The rows without a table. */
export function createMemoryBudgetRows(): BudgetRows {
  const rows = new Map<RequestKind, BudgetRow>();
  const rowOf = (kind: RequestKind): BudgetRow => rows.get(kind) ?? EMPTY_ROW;
  return {
    async read(kind) {
      return rowOf(kind);
    },
    async replace(kind, version, counts, writeId) {
      const row = rowOf(kind);
      if (row.version !== version) return 'moved on';
      rows.set(kind, { ...row, version: version + 1, counts: new Map(counts), writeId });
      return 'written';
    },
    async close(kind, untilMs, writeId) {
      const row = rowOf(kind);
      if (row.closedUntilMs >= untilMs) return null;
      const closed = { ...row, version: row.version + 1, closedUntilMs: untilMs, writeId };
      rows.set(kind, closed);
      return closed;
    },
  };
}
