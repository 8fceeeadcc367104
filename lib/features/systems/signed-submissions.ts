import type { CallAws } from '../../base/aws/signed-aws.ts';
import type { Clock } from '../../base/clock.ts';
import { insertOnce } from '../../dynamo/insert-statement.ts';
import type { Row } from '../../dynamo/row-values.ts';
import { rowKey } from '../../dynamo/row-values.ts';
import { GET_ITEM } from '../../dynamo/signed-reads.ts';
import { submittedRow } from '../../ledger/trail-rows.ts';
import type { SubmissionLedger } from './submission.ts';
import { newSubmissionRow, readSubmissionRow } from './submission-row.ts';

export interface SignedSubmissionsParts {
  readonly callAws: CallAws;
  readonly tableName: string;
  readonly keptMs: number;
  readonly clock: Clock;
}

/** Without the SDK, for the action function, which may add such rows and change none. */
export function createSignedSubmissions(parts: SignedSubmissionsParts): SubmissionLedger {
  const { callAws, tableName, keptMs, clock } = parts;
  return {
    async find(destination, key) {
      const Key = rowKey(submittedRow.key(destination, key));
      const { Item } = await callAws(GET_ITEM, { TableName: tableName, Key, ConsistentRead: true });
      return Item ? readSubmissionRow(Item as Row, clock.now()) : null;
    },
    // False for the row of another request, or of our own first try: the caller finds out which.
    add: (submission) => insertOnce(callAws, tableName, newSubmissionRow(submission, keptMs)),
  };
}
