import type { BudgetRows } from '../../../lib/posture/budget/budget-rows.ts';
import { type BudgetRow, EMPTY_ROW } from '../../../lib/posture/budget/budget-window.ts';
import type { RequestKind } from '../../../lib/posture/request-budget.ts';

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
