import {
  GetItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../config/table-definition.ts';
import { isNamed, toAwsError } from '../platform/aws/aws-error.ts';
import type { RowKey, VersionedRows, WriteOptions } from '../platform/versioned-rows.ts';
import { type DynamoParts, putAll, within } from './dynamo-calls.ts';
import { all, namesIn, valuesIn } from './expressions.ts';
import { json, number, type Row, readJson, readNumber, readText, text } from './row-values.ts';

/** What DynamoDB allows for a row, less the room that the other attributes need. */
const MAX_VALUE_BYTES = 400 * 1024 - 8_192;

const [UNFINISHED] = tableDefinition.indexes;

const hasNoRow = 'attribute_not_exists(#pk)';
const isAsKnown = '#version = :version';
const setValue =
  '#version = :next, #value = :value, #writeId = :writeId, #expiresAtSeconds = :expiresAtSeconds';
const setUnfinished = '#unfinished = :under, #unfinishedSince = :sinceMs';
const inPartition = '#pk = :pk';
const beginsSo = 'begins_with(#sk, :prefix)';
const isUnfinished = '#unfinished = :under';
const isOlder = '#unfinishedSince < :beforeMs';

const rowKey = ({ pk, sk }: RowKey): Row => ({ pk: text(pk), sk: text(sk) });
const seconds = (ms: number) => number(Math.ceil(ms / 1000));

/** The rows on DynamoDB: one conditional UpdateItem for a write. */
export function createDynamoVersionedRows(options: DynamoParts): VersionedRows {
  const { client, tableName: TableName, random } = options;

  async function readRow(key: RowKey): Promise<Row | null> {
    try {
      const command = new GetItemCommand({ TableName, Key: rowKey(key), ConsistentRead: true });
      return (await client.send(command, within(options))).Item ?? null;
    } catch (thrown) {
      throw toAwsError('GetItem', thrown);
    }
  }

  async function queryAll(query: Omit<QueryCommandInput, 'TableName'>, limit: number) {
    const found: Row[] = [];
    let ExclusiveStartKey: Row | undefined;
    do {
      try {
        const command = new QueryCommand({ TableName, ...query, ExclusiveStartKey });
        const page = await client.send(command, within(options));
        found.push(...(page.Items ?? []));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } catch (thrown) {
        throw toAwsError('Query', thrown);
      }
    } while (ExclusiveStartKey && found.length < limit);
    return found.slice(0, limit).map((row) => ({
      key: { pk: readText(row, 'pk') ?? '', sk: readText(row, 'sk') ?? '' },
      ...readVersioned(row),
    }));
  }

  return {
    async read(key) {
      const row = await readRow(key);
      return row && readVersioned(row);
    },
    async write(key, value, write) {
      const writeId = random().toString(36).slice(2);
      const { change, values } = updateOf(value, write, writeId);
      const condition = write.version === 0 ? hasNoRow : isAsKnown;
      const command = new UpdateItemCommand({
        TableName,
        Key: rowKey(key),
        UpdateExpression: change,
        ConditionExpression: condition,
        ExpressionAttributeNames: namesIn(change, condition),
        ExpressionAttributeValues: valuesIn(values, change, condition),
      });
      try {
        await client.send(command, within(options));
        return write.version + 1;
      } catch (thrown) {
        if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
      }
      // The SDK repeats a call whose answer was lost, and the repeat then fails on what the first one wrote.
      const inTheWay = await readRow(key);
      return inTheWay && readText(inTheWay, 'writeId') === writeId ? write.version + 1 : null;
    },
    list(pk, skPrefix) {
      const KeyConditionExpression = all(inPartition, beginsSo);
      return queryAll(
        {
          KeyConditionExpression,
          ExpressionAttributeNames: namesIn(KeyConditionExpression),
          ExpressionAttributeValues: { ':pk': text(pk), ':prefix': text(skPrefix) },
          ConsistentRead: true,
        },
        Number.POSITIVE_INFINITY,
      );
    },
    putAll: (rows, expiresAtMs) =>
      putAll(
        options,
        rows.map(({ key, value }) => ({
          ...rowKey(key),
          version: number(1),
          value: json(value, MAX_VALUE_BYTES, `the row ${key.sk.slice(0, 80)}`),
          expiresAtSeconds: seconds(expiresAtMs),
        })),
      ),
    unfinished(under, limit, beforeMs) {
      const KeyConditionExpression = all(isUnfinished, isOlder);
      return queryAll(
        {
          IndexName: UNFINISHED.name,
          KeyConditionExpression,
          ExpressionAttributeNames: namesIn(KeyConditionExpression),
          ExpressionAttributeValues: { ':under': text(under), ':beforeMs': number(beforeMs) },
          Limit: limit,
        },
        limit,
      );
    },
  };
}

function updateOf(value: unknown, { version, unfinished, expiresAtMs }: WriteOptions, writeId: string) {
  const values: Row = {
    ':version': number(version),
    ':next': number(version + 1),
    ':value': json(value, MAX_VALUE_BYTES, 'a row'),
    ':writeId': text(writeId),
    ':expiresAtSeconds': seconds(expiresAtMs),
  };
  if (!unfinished) return { change: `SET ${setValue} REMOVE #unfinished, #unfinishedSince`, values };
  return {
    change: `SET ${setValue}, ${setUnfinished}`,
    values: { ...values, ':under': text(unfinished.under), ':sinceMs': number(unfinished.sinceMs) },
  };
}

const readVersioned = (row: Row) => ({
  version: readNumber(row, 'version'),
  value: readJson(row, 'value') ?? null,
});
