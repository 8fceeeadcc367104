import type { Line } from '../../lib/base/terminal.ts';
import { MINUTE_MS } from '../../lib/base/time.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoHealthLedger } from '../../lib/dynamo/dynamo-health-ledger.ts';
import { totalOf } from '../../lib/posture/budget/budget-window.ts';
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
}

const KINDS: readonly RequestKind[] = ['read', 'write'];
/** The limit that the bridge's health check uses. */
const NEARLY_ALL = 0.9;

export async function lookAtBudget(
  { ledger, clock }: OpenBridge,
  { domains }: BridgeConfig,
): Promise<BudgetView[]> {
  const health = createDynamoHealthLedger(ledger);
  const names = Object.keys(domains);
  const rows = await Promise.all(KINDS.map((kind) => health.readBudgets(names, kind)));
  const nowMs = clock.now();
  return names.flatMap((domain) =>
    KINDS.map((kind, n): BudgetView => {
      const row = rows[n]?.get(domain);
      const recent = new Map(
        [...(row?.counts ?? [])].filter(([second]) => second * 1_000 > nowMs - MINUTE_MS),
      );
      const closedUntilMs = row?.closedUntilMs ?? 0;
      return {
        domain,
        kind,
        used: totalOf(recent),
        limit: CONTRACT_LIMITS[kind],
        closedUntil: closedUntilMs > nowMs ? isoOf(closedUntilMs) : null,
      };
    }),
  );
}

export const isBudgetWell = ({ used, limit, closedUntil }: BudgetView): boolean =>
  closedUntil === null && used < limit * NEARLY_ALL;

export function tellBudget(all: readonly BudgetView[]): Line[] {
  const rows = all.map((one) => [
    one.domain,
    `${one.kind}s`,
    {
      text: `${one.used} of ${one.limit} in a minute`,
      as: isBudgetWell(one) ? ('good' as const) : ('bad' as const),
    },
    one.closedUntil ? `the API lets nobody ask until ${one.closedUntil}` : '',
  ]);
  return table(['domain', 'requests', 'used', 'why'], rows);
}
