import { ExecuteTransactionCommand } from '@aws-sdk/client-dynamodb';
import { isNamed, toAwsError } from '../base/aws/aws-error.ts';
import { within } from './call-timeout.ts';
import type { DynamoParts } from './dynamo-calls.ts';
import { insertOf } from './insert-statement.ts';
import type { Row } from './row-values.ts';

/** Error names which say that one of the rows is there, or is being written at this moment. */
const TAKEN = new Set(['DuplicateItem', 'ConditionalCheckFailed', 'TransactionConflict']);
const FOR_NOW = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);

/**
 * Adds all of these rows, or none if one of them is there. It uses INSERT and not a conditional put, because IAM cannot check
 * a condition: a function that may only insert can never change a row, whatever its code says.
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
