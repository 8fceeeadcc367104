import {
  GetItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../config/table-definition.ts';
import type { FeedKey, FeedLedger, ItemRecord, RecordedItem } from '../feed/feed-ledger.ts';
import { isNamed, toAwsError } from '../platform/aws/aws-error.ts';
import { type DynamoParts, getAll, putAll, within } from './dynamo-calls.ts';
import { namesIn } from './expressions.ts';
import { claimUpdate, readFeedRow, saveUpdate } from './feed-row.ts';
import { itemRow, readItemRow } from './item-row.ts';
import { feedName, feedRowKey, itemRowKey } from './row-keys.ts';
import { number, type Row, readText, readTexts, text } from './row-values.ts';

export interface DynamoFeedLedgerOptions extends DynamoParts {
  /**
   * How long a finished item is remembered. For ever unless given: an API that lists an item again after the
   * ledger forgot it would get it announced again, and a million rows cost some cents a month.
   */
  readonly retentionDays?: number;
}

const [UNFINISHED] = tableDefinition.indexes;

const indexKey = (feed: FeedKey, { id, createdAtMs }: ItemRecord): Row => ({
  ...itemRowKey(feed, id),
  unfinished: text(feedName(feed)),
  unfinishedSince: number(createdAtMs),
});

/**
 * The ledger on DynamoDB: single-item conditional writes for the row of a feed, batches for its items.
 * A row past its expiry that DynamoDB has not removed yet is still a row: what was recorded stays recorded.
 */
export function createDynamoFeedLedger(options: DynamoFeedLedgerOptions): FeedLedger {
  const { client, tableName: TableName, random, retentionDays } = options;

  async function loadRow(feed: FeedKey): Promise<Row | null> {
    try {
      const command = new GetItemCommand({ TableName, Key: feedRowKey(feed), ConsistentRead: true });
      return (await client.send(command, within(options))).Item ?? null;
    } catch (thrown) {
      throw toAwsError('GetItem', thrown);
    }
  }

  /** Null when the write holds; otherwise the row that stood in its way. */
  async function write(
    feed: FeedKey,
    update: Omit<UpdateItemCommandInput, 'TableName'>,
    writeId: string,
  ): Promise<{ inTheWay: Row | null } | null> {
    try {
      await client.send(new UpdateItemCommand({ TableName, ...update }), within(options));
      return null;
    } catch (thrown) {
      if (!isNamed(thrown, 'ConditionalCheckFailedException')) throw toAwsError('UpdateItem', thrown);
    }
    // The SDK repeats a call whose answer was lost, and the repeat then fails on what the first one wrote.
    const inTheWay = await loadRow(feed);
    return inTheWay && readText(inTheWay, 'writeId') === writeId ? null : { inTheWay };
  }

  const newWriteId = (holder: string): string => `${holder}/${random().toString(36).slice(2)}`;

  return {
    async load(feed) {
      const row = await loadRow(feed);
      return row && readFeedRow(row);
    },
    async claim(feed, claim) {
      const writeId = newWriteId(claim.holder);
      const refused = await write(feed, claimUpdate(feed, claim, writeId), writeId);
      if (!refused) return { claimed: true, version: claim.version + 1 };
      return { claimed: false, row: refused.inTheWay && readFeedRow(refused.inTheWay) };
    },
    async save(feed, save) {
      const writeId = newWriteId(save.holder);
      const refused = await write(feed, saveUpdate(feed, save, writeId), writeId);
      return refused ? null : save.version + 1;
    },
    async recorded(feed, ids) {
      const idOf = new Map(ids.map((id) => [readText(itemRowKey(feed, id), 'pk'), id]));
      const keys = [...idOf.values()].map((id) => itemRowKey(feed, id));
      const rows = await getAll(options, keys, '#pk, #missing, #revision');
      return new Map(
        rows.flatMap((row): [string, RecordedItem][] => {
          const id = idOf.get(readText(row, 'pk'));
          if (id === undefined) return [];
          return [[id, { missing: readTexts(row, 'missing'), revision: readText(row, 'revision') }]];
        }),
      );
    },
    async record(feed, records, nowMs) {
      // A batch may not name a row twice. The last one counts, as it would with one write after the other.
      const last = new Map(records.map((record) => [record.id, record]));
      await putAll(
        options,
        [...last.values()].map((record) => itemRow(feed, record, nowMs, retentionDays)),
      );
    },
    async unfinished(feed, limit, after) {
      const found: ItemRecord[] = [];
      let ExclusiveStartKey: Row | undefined = after ? indexKey(feed, after) : undefined;
      const condition = '#unfinished = :feed';
      // A page of the index ends at 1 MB, which two large items fill.
      while (found.length < limit) {
        const query = new QueryCommand({
          TableName,
          IndexName: UNFINISHED.name,
          KeyConditionExpression: condition,
          ExpressionAttributeNames: namesIn(condition),
          ExpressionAttributeValues: { ':feed': text(feedName(feed)) },
          Limit: limit - found.length,
          ExclusiveStartKey,
        });
        try {
          const page = await client.send(query, within(options));
          found.push(...(page.Items ?? []).map(readItemRow));
          ExclusiveStartKey = page.LastEvaluatedKey;
        } catch (thrown) {
          throw toAwsError('Query', thrown);
        }
        if (!ExclusiveStartKey) break;
      }
      return found;
    },
  };
}
