import {
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { isNamed, toAwsError } from '../base/aws/aws-error.ts';
import type { Clock, Random } from '../base/clock.ts';
import { type CallTimeout, within } from './call-timeout.ts';
import { type Condition, namesIn, type Update } from './expressions.ts';
import { type Row, readText } from './row-values.ts';

export interface DynamoParts extends CallTimeout {
  readonly client: Pick<DynamoDBClient, 'send'>;
  readonly tableName: string;
  readonly clock: Clock;
  readonly random: Random;
  /** How often in a row a batch may get nowhere before it throws. */
  readonly attempts?: number | undefined;
}

type CallParts = Pick<DynamoParts, 'client' | 'tableName'> & CallTimeout;

/** The row as it stands now, never a stale copy. */
export async function getRow(parts: CallParts, Key: Row): Promise<Row | null> {
  try {
    const command = new GetItemCommand({ TableName: parts.tableName, Key, ConsistentRead: true });
    return (await parts.client.send(command, within(parts))).Item ?? null;
  } catch (thrown) {
    throw toAwsError('GetItem', thrown);
  }
}

/** Null when the write holds; otherwise the row that stood in its way. The update sets `writeId` to this one. */
export async function updateRow(
  parts: CallParts,
  update: Update,
  writeId: string,
): Promise<{ inTheWay: Row | null } | null> {
  try {
    await parts.client.send(new UpdateItemCommand({ TableName: parts.tableName, ...update }), within(parts));
    return null;
  } catch (thrown) {
    if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
  }
  // The SDK repeats a call whose answer was lost, and the repeat then fails on what the first one wrote.
  const inTheWay = await getRow(parts, update.Key);
  return inTheWay && readText(inTheWay, 'writeId') === writeId ? null : { inTheWay };
}

export const newWriteId = (random: Random): string => random().toString(36).slice(2);

type Query = Pick<
  QueryCommandInput,
  'IndexName' | 'ConsistentRead' | 'ExclusiveStartKey' | 'ScanIndexForward'
>;

/** Page after page, up to so many rows. A page ends at 1 MB, which two large rows fill. */
export async function* queryPages(
  parts: CallParts,
  { condition, values }: Condition,
  query: Query,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Row[], void, undefined> {
  let { ExclusiveStartKey } = query;
  for (let left = limit; left > 0; ) {
    const command = new QueryCommand({
      TableName: parts.tableName,
      ...query,
      KeyConditionExpression: condition,
      ExpressionAttributeNames: namesIn(condition),
      ExpressionAttributeValues: values,
      ...(Number.isFinite(left) && { Limit: left }),
      ExclusiveStartKey,
    });
    const { Items = [], LastEvaluatedKey } = await parts.client
      .send(command, within(parts))
      .catch((thrown: unknown) => Promise.reject(toAwsError('Query', thrown)));
    yield Items;
    if (!LastEvaluatedKey) return;
    left -= Items.length;
    ExclusiveStartKey = LastEvaluatedKey;
  }
}

export async function queryRows(...query: Parameters<typeof queryPages>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of queryPages(...query)) rows.push(...page);
  return rows;
}
