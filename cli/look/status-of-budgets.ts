import type { Line } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoHealthLedger } from '../../lib/dynamo/dynamo-health-ledger.ts';
import { isUsedUp, usedOf } from '../../lib/features/health/look-at-budgets.ts';
import { EMPTY_ROW } from '../../lib/posture/budget/budget-window.ts';
import { CONTRACT_LIMITS, type RequestKind } from '../../lib/posture/request-budget.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { table } from '../frame/table.ts';
import { isoOf } from '../frame/time-words.ts';

/** The requests of one key in the last minute, including those that functions have reserved. */
export interface BudgetView {
  readonly domain: string;
  readonly kind: RequestKind;
  readonly used: number;
  readonly limit: number;
  /** The API answered 429: nobody asks until then. */
  readonly closedUntil: string | null;
  readonly usedUp: boolean;
}

const KINDS: readonly RequestKind[] = ['read', 'write'];

export async function statusOfBudgets(
  { ledger, clock }: OpenBridge,
  { domains }: BridgeConfig,
): Promise<BudgetView[]> {
  const names = Object.keys(domains);
  const rows = await createDynamoHealthLedger(ledger).readBudgets(names, KINDS);
  const nowMs = clock.now();
  return names.flatMap((domain, n) =>
    KINDS.map((kind, at): BudgetView => {
      const row = rows[n * KINDS.length + at] ?? EMPTY_ROW;
      return {
        domain,
        kind,
        used: usedOf(row, nowMs),
        limit: CONTRACT_LIMITS[kind],
        closedUntil: row.closedUntilMs > nowMs ? isoOf(row.closedUntilMs) : null,
        usedUp: isUsedUp(row, kind, nowMs),
      };
    }),
  );
}

export function tellBudget(all: readonly BudgetView[]): Line[] {
  const rows = all.map((one) => [
    one.domain,
    `${one.kind}s`,
    {
      text: `${one.used} of ${one.limit} in a minute`,
      as: one.usedUp ? ('bad' as const) : ('good' as const),
    },
    one.closedUntil ? `the API lets nobody ask until ${one.closedUntil}` : '',
  ]);
  return table(['domain', 'requests', 'used', 'why'], rows);
}
