import { BatchGetItemCommand, BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { AwsError, toAwsError } from '../base/aws/aws-error.ts';
import { backoffMs } from '../base/backoff.ts';
import { chunk, inParallel } from '../base/in-parallel.ts';
import { within } from './call-timeout.ts';
import type { DynamoParts } from './dynamo-calls.ts';
import { namesIn } from './expressions.ts';
import type { Row } from './row-values.ts';

const IN_PARALLEL = 8;
const BATCH = { get: 100, write: 25, writeBytes: 4 * 1024 * 1024 };
const ATTEMPTS = 8;

/**
 * The rows with these keys, as far as there are any. Keys must differ from each other. `moments old` is half the price of
 * `as they stand`.
 */
export async function getAll(
  parts: DynamoParts,
  keys: readonly Row[],
  projection: string,
  how: 'as they stand' | 'moments old' = 'as they stand',
): Promise<Row[]> {
  const ExpressionAttributeNames = namesIn(projection);
  const found = await inParallel(chunk(keys, BATCH.get), IN_PARALLEL, async (some) => {
    const rows: Row[] = [];
    await untilDone(parts, 'BatchGetItem', some, async (Keys) => {
      const request = {
        Keys,
        ProjectionExpression: projection,
        ExpressionAttributeNames,
        ConsistentRead: how === 'as they stand',
      };
      const answer = await parts.client.send(
        new BatchGetItemCommand({ RequestItems: { [parts.tableName]: request } }),
        within(parts),
      );
      rows.push(...(answer.Responses?.[parts.tableName] ?? []));
      return answer.UnprocessedKeys?.[parts.tableName]?.Keys ?? [];
    });
    return rows;
  });
  return found.flat();
}

/** Writes all of these rows or throws. Their keys must differ from each other. */
export async function putAll(parts: DynamoParts, rows: readonly Row[]): Promise<void> {
  const requests = rows.map((Item): WriteRequest => ({ PutRequest: { Item } }));
  const chunks = chunk(requests, BATCH.write, BATCH.writeBytes, (request) =>
    weightOf(request.PutRequest?.Item),
  );
  await inParallel(chunks, IN_PARALLEL, (some) =>
    untilDone(parts, 'BatchWriteItem', some, async (left) => {
      const answer = await parts.client.send(
        new BatchWriteItemCommand({ RequestItems: { [parts.tableName]: left } }),
        within(parts),
      );
      return answer.UnprocessedItems?.[parts.tableName] ?? [];
    }),
  );
}

/** An estimate that stays far below the 16 MB of a call: everything large in a row is a text. */
const weightOf = (row: Row = {}): number =>
  Object.values(row).reduce((sum, value) => sum + 100 + (value.S?.length ?? 0) * 3, 0);

/** Sends a batch, and again what DynamoDB left over, until nothing was written `attempts` times in a row. */
async function untilDone<T>(
  { clock, random, attempts = ATTEMPTS }: DynamoParts,
  operation: string,
  batch: readonly T[],
  send: (left: T[]) => Promise<T[]>,
): Promise<void> {
  let left = [...batch];
  let stuck = 0;
  for (;;) {
    const before = left.length;
    let error: AwsError | null = null;
    try {
      left = await send(left);
    } catch (thrown) {
      error = toAwsError(operation, thrown);
      if (!error.retryable) throw error;
    }
    if (left.length === 0) return;
    stuck = left.length < before ? 0 : stuck + 1;
    if (stuck >= attempts) throw error ?? unprocessed(operation, left.length, batch.length);
    await clock.sleep(backoffMs(stuck + 1, random));
  }
}

const unprocessed = (operation: string, left: number, all: number): AwsError =>
  new AwsError('throttled', `${operation} gave up: ${left} of ${all} were left unprocessed again and again`);
