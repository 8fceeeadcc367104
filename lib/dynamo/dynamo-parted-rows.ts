import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { isNamed, toAwsError } from '../base/aws/aws-error.ts';
import type { PartChange, PartedRows } from '../base/parted-rows.ts';
import { within } from './call-timeout.ts';
import { type DynamoParts, getRow, newWriteId, queryRows } from './dynamo-calls.ts';
import { all } from './expressions.ts';
import { attributeOf, partsIn, updateOf } from './row-parts.ts';
import { type Row, readNumber, text } from './row-values.ts';

/** The rows on DynamoDB: one conditional UpdateItem for a write. */
export const createDynamoPartedRows = (options: DynamoParts): PartedRows => ({
  async read({ pk, sk }) {
    const row = await getRow(options, { pk: text(pk), sk: text(sk) });
    return row && partsIn(row);
  },
  async list(pk, skPrefix) {
    const values = { ':pk': text(pk), ':prefix': text(skPrefix) };
    const condition = all('#pk = :pk', 'begins_with(#sk, :prefix)');
    return (await queryRows(options, { condition, values }, { ConsistentRead: true })).map(partsIn);
  },
  async change({ pk, sk }, change) {
    // A short text under a short name: what is charged goes by the size of the row.
    const by = newWriteId(options.random).slice(0, 6);
    const update = updateOf({ pk: text(pk), sk: text(sk) }, { ...change, set: { ...change.set, by } });
    const command = new UpdateItemCommand({
      TableName: options.tableName,
      ...update,
      ...(change.raise && { ReturnValues: 'UPDATED_NEW' }),
    });
    const written = (row: Row) => ({ is: 'written' as const, raised: raisedIn(row, change) });
    try {
      return written((await options.client.send(command, within(options))).Attributes ?? {});
    } catch (thrown) {
      if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
    }
    // The SDK repeats a call whose answer was lost, and the repeat then fails on what the first one wrote.
    const row = await getRow(options, update.Key);
    if (row?.by?.S === by) return written(row);
    return { is: 'refused', parts: row && partsIn(row) };
  },
});

const raisedIn = (row: Row, { raise = [] }: PartChange): Record<string, number> =>
  Object.fromEntries(raise.map((name) => [name, readNumber(row, attributeOf(name))]));
