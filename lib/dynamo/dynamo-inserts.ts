import { ExecuteTransactionCommand } from '@aws-sdk/client-dynamodb';
import { isNamed, toAwsError } from '../platform/aws/aws-error.ts';
import { type DynamoParts, within } from './dynamo-calls.ts';
import { insertOf } from './insert-statement.ts';
import type { Row } from './row-values.ts';

/** What says that one of the rows is there, or is just being written. */
const TAKEN = new Set(['DuplicateItem', 'ConditionalCheckFailed', 'TransactionConflict']);
const FOR_NOW = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Adds all of these rows, or none if one of them is there. As INSERT and not as a conditional put, because IAM cannot see
 * a condition: who may only insert cannot change what is there, whatever the code says.
 */
export async function insertAll(parts: DynamoParts, rows: readonly Row[]): Promise<'inserted' | 'taken'> {
  const TransactStatements = rows.map((row) => insertOf(parts.tableName, row));
  try {
    await parts.client.send(new ExecuteTransactionCommand({ TransactStatements }), within(parts));
    return 'inserted';
  } catch (thrown) {
    if (isTaken(thrown)) return 'taken';
    throw toAwsError('ExecuteTransaction', thrown);
  }
}

function isTaken(thrown: unknown): boolean {
  if (!isNamed(thrown, 'TransactionCanceledException'))
    return isNamed(thrown, 'TransactionInProgressException');
  const { CancellationReasons = [] } = thrown as { CancellationReasons?: readonly { Code?: string }[] };
  const codes = CancellationReasons.flatMap(({ Code = 'None' }) => (Code === 'None' ? [] : [Code]));
  return codes.length > 0 && codes.every((code) => TAKEN.has(code) || FOR_NOW.has(code));
}
