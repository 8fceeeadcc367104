import { MINUTE_MS } from '../../base/time.ts';
import { type BudgetRow, totalOf } from '../../posture/budget/budget-window.ts';
import { CONTRACT_LIMITS, type RequestKind } from '../../posture/request-budget.ts';
import type { Problem } from '../../reconcile/findings.ts';
import type { Look } from './check-health.ts';
import type { LookAtFeedsParts } from './look-at-feeds.ts';

/** What is old never takes more than 70 % of the reads. */
const NEARLY_ALL = 0.9;
const USED_UP_FOR_MS = 10 * MINUTE_MS;
const KINDS: readonly RequestKind[] = ['read', 'write'];

/** Requests of the last minute, with those that functions have reserved. */
export const usedOf = ({ counts }: Pick<BudgetRow, 'counts'>, nowMs: number): number =>
  totalOf(new Map([...counts].filter(([second]) => second * 1000 > nowMs - MINUTE_MS)));

/** Whether the requests that a key allows are nearly used up, or the API turns it away. */
export const isUsedUp = (
  row: Pick<BudgetRow, 'counts' | 'closedUntilMs'>,
  kind: RequestKind,
  nowMs: number,
): boolean => row.closedUntilMs > nowMs || usedOf(row, nowMs) >= CONTRACT_LIMITS[kind] * NEARLY_ALL;

/** Looks at the requests that each key allows. */
export const createLookAtBudgets = ({ config, ledger, clock }: LookAtFeedsParts): Look => ({
  name: 'budgets',
  about: ['Request budget is used up'],
  async look(findings) {
    const domains = Object.keys(config.domains);
    const rows = await ledger.readBudgets(domains, KINDS);
    for (const [n, domain] of domains.entries()) {
      const kind = KINDS.find((one, at) => {
        const row = rows[n * KINDS.length + at];
        return row && isUsedUp(row, one, clock.now());
      });
      if (kind) findings.add(problemOf(domain));
    }
  },
});

const problemOf = (domain: string): Problem => ({
  heading: 'Request budget is used up',
  subject: domain,
  sentence: `The key of ${domain} is at or near its rate limit.`,
  patienceMs: USED_UP_FOR_MS,
});
