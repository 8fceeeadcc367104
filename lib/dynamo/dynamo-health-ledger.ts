import type { FeedKey } from '../feed/feed-ledger.ts';
import { budgetRow } from '../ledger/bridge-rows.ts';
import { feedRow } from '../ledger/item-rows.ts';
import type { BudgetRow } from '../posture/budget/budget-window.ts';
import { EMPTY_ROW } from '../posture/budget/budget-window.ts';
import type { RequestKind } from '../posture/request-budget.ts';
import { getAll } from './dynamo-batches.ts';
import { readBudgetRow } from './dynamo-budget.ts';
import type { DynamoParts } from './dynamo-calls.ts';
import { readFeedRow } from './feed-row.ts';
import { type Row, readText, rowKey } from './row-values.ts';

/** What the ledger says of all feeds, in as few calls as there can be. It may be moments old. */
export interface HealthLedger {
  /** The state in the row of each feed, in the same order; null where there is none. */
  readFeeds(feeds: readonly FeedKey[]): Promise<readonly unknown[]>;
  /** The requests that each of these domains has made lately: all kinds of the first domain, then of the next. */
  readBudgets(domains: readonly string[], kinds: readonly RequestKind[]): Promise<readonly BudgetRow[]>;
}

const pkOf = (row: Row): string => readText(row, 'pk') ?? '';

/** What the rows of feeds and budgets say: a hundred in a call, moments old, at half the price. */
export const createDynamoHealthLedger = (parts: DynamoParts): HealthLedger => ({
  async readFeeds(feeds) {
    const keys = feeds.map((feed) => rowKey(feedRow.key(feed)));
    const rows = await getAll(parts, keys, '#pk, #version, #state', 'moments old');
    const states = new Map(rows.map((row) => [pkOf(row), readFeedRow(row).state]));
    return keys.map((key) => states.get(pkOf(key)) ?? null);
  },
  async readBudgets(domains, kinds) {
    const keys = domains.flatMap((domain) => kinds.map((kind) => rowKey(budgetRow.key(domain, kind))));
    const projection = '#pk, #version, #writeId, #counts, #closedUntilMs';
    const rows = await getAll(parts, keys, projection, 'moments old');
    const budgets = new Map(rows.map((row) => [pkOf(row), readBudgetRow(row)]));
    return keys.map((key) => budgets.get(pkOf(key)) ?? EMPTY_ROW);
  },
});
