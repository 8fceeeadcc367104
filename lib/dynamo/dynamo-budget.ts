import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isNamed, toAwsError, wasRepeated } from '../base/aws/aws-error.ts';
import { budgetRow } from '../ledger/bridge-rows.ts';
import type { BudgetRows } from '../posture/budget/budget-rows.ts';
import { type BudgetRow, decodeCounts, EMPTY_ROW, encodeCounts } from '../posture/budget/budget-window.ts';
import { createSharedBudget, type SharedBudgetOptions } from '../posture/budget/shared-budget.ts';
import type { RequestBudget, RequestKind } from '../posture/request-budget.ts';
import { within } from './call-timeout.ts';
import { type DynamoParts, getRow } from './dynamo-calls.ts';
import { either, hasNoRow, isAsKnown, updateIf } from './expressions.ts';
import { number, type Row, readNumber, readText, rowKey, text } from './row-values.ts';

export interface DynamoBudgetOptions extends DynamoParts, Omit<SharedBudgetOptions, 'rows'> {
  /** Whose limits these are: one API key, so one domain. */
  readonly key: string;
}

/** Shorter than a lease. `createSharedBudget` does without a table that takes longer. */
const TIMEOUT_MS = 1_000;

/** The budget of one API key, shared by all functions through one row for each kind of request. */
export const createDynamoBudget = (options: DynamoBudgetOptions): RequestBudget =>
  createSharedBudget({
    ...options,
    rows: createDynamoBudgetRows({ ...options, timeoutMs: options.timeoutMs ?? TIMEOUT_MS }),
  });

const isNotClosed = 'attribute_not_exists(#closedUntilMs)';
const closesEarlier = '#closedUntilMs < :untilMs';

function createDynamoBudgetRows(parts: Omit<DynamoParts, 'random'> & { key: string }): BudgetRows {
  const { client, tableName: TableName, key } = parts;

  /** The row afterwards, or why the condition did not hold. */
  async function update(
    kind: RequestKind,
    change: string,
    condition: string,
    values: Row,
  ): Promise<BudgetRow | 'moved on' | 'unsure'> {
    const update = updateIf({ condition, values }, rowKey(budgetRow.key(key, kind)), change);
    const command = new UpdateItemCommand({ TableName, ...update, ReturnValues: 'ALL_NEW' });
    try {
      return readBudgetRow((await client.send(command, within(parts))).Attributes ?? {});
    } catch (thrown) {
      if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
      return wasRepeated(thrown) ? 'unsure' : 'moved on';
    }
  }

  return {
    async read(kind) {
      const row = await getRow(parts, rowKey(budgetRow.key(key, kind)));
      return row ? readBudgetRow(row) : EMPTY_ROW;
    },
    async replace(kind, version, counts, writeId) {
      const values = {
        ':version': number(version),
        ':next': number(version + 1),
        ':counts': text(encodeCounts(counts)),
        ':writeId': text(writeId),
      };
      const change = 'SET #version = :next, #counts = :counts, #writeId = :writeId';
      const row = await update(kind, change, version === 0 ? hasNoRow : isAsKnown, values);
      return typeof row === 'string' ? row : 'written';
    },
    async close(kind, untilMs, writeId) {
      const values = { ':untilMs': number(untilMs), ':one': number(1), ':writeId': text(writeId) };
      // The version moves as well, so that the next lease of every function fails and reads the row again.
      const change = 'SET #closedUntilMs = :untilMs, #writeId = :writeId ADD #version :one';
      const row = await update(kind, change, either(isNotClosed, closesEarlier), values);
      return typeof row === 'string' ? null : row;
    },
  };
}

export const readBudgetRow = (row: Row): BudgetRow => ({
  version: readNumber(row, 'version'),
  writeId: readText(row, 'writeId') ?? '',
  counts: decodeCounts(readText(row, 'counts') ?? ''),
  closedUntilMs: row.closedUntilMs ? readNumber(row, 'closedUntilMs') : 0,
});
