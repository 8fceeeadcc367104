import { tableDefinition } from '../config/table-definition.ts';
import type { FeedKey, FeedLedger, ItemRecord, RecordedItem } from '../feed/feed-ledger.ts';
import { getAll, putAll } from './dynamo-batches.ts';
import { type DynamoParts, getRow, newWriteId, queryRows, updateRow } from './dynamo-calls.ts';
import { claimUpdate, readFeedRow, saveUpdate } from './feed-row.ts';
import { isKnownItem, itemRow, readItemRow } from './item-row.ts';
import { feedName, feedRowKey, itemRowKey, unfinishedKeyIn } from './row-keys.ts';
import { number, type Row, readText, readTexts, text } from './row-values.ts';
import { readToldAt, toldRow, toldRowKey } from './told-row.ts';

export interface DynamoFeedLedgerOptions extends DynamoParts {
  /**
   * How long a finished item is remembered. For ever unless given: an API that lists an item again after the
   * ledger forgot it would get it announced again, and a million rows cost some cents a month.
   */
  readonly retentionDays?: number;
}

const [, UNFINISHED] = tableDefinition.indexes;

/** What is missing of an item that a newer version recorded, for that version to say: this one leaves it alone. */
const LEFT_TO_NEWER = '(left to a newer version)';

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
  const { random, retentionDays } = options;

  const writeIdOf = (holder: string): string => `${holder}/${newWriteId(random)}`;

  return {
    async load(feed) {
      const row = await getRow(options, feedRowKey(feed));
      return row && readFeedRow(row);
    },
    async claim(feed, claim) {
      const writeId = writeIdOf(claim.holder);
      const refused = await updateRow(options, claimUpdate(feed, claim, writeId), writeId);
      if (!refused) return { claimed: true, version: claim.version + 1 };
      return { claimed: false, row: refused.inTheWay && readFeedRow(refused.inTheWay) };
    },
    async save(feed, save) {
      const writeId = writeIdOf(save.holder);
      const refused = await updateRow(options, saveUpdate(feed, save, writeId), writeId);
      return refused ? null : save.version + 1;
    },
    async recorded(feed, ids) {
      const idOf = new Map(ids.map((id) => [readText(itemRowKey(feed, id), 'pk'), id]));
      const keys = [...idOf.values()].map((id) => itemRowKey(feed, id));
      const rows = await getAll(
        options,
        keys,
        '#pk, #v, #missing, #revision, #quiet, #forgotten, #routedTo, #mutedAt',
      );
      return new Map(
        rows.flatMap((row): [string, RecordedItem][] => {
          const id = idOf.get(readText(row, 'pk'));
          if (id === undefined) return [];
          if (!isKnownItem(row)) return [[id, { missing: [LEFT_TO_NEWER] }]];
          const quiet = row.quiet !== undefined;
          const revision = readText(row, 'revision');
          const known = {
            ...(quiet && { quiet }),
            ...(row.forgotten && { forgotten: true }),
            ...(row.routedTo && { routedTo: readTexts(row, 'routedTo') }),
            ...(row.mutedAt && { mutedAt: readTexts(row, 'mutedAt') }),
          };
          return [[id, { missing: readTexts(row, 'missing'), revision, ...known }]];
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
      const condition = { condition: '#unfinished = :feed', values: { ':feed': text(feedName(feed)) } };
      const records: ItemRecord[] = [];
      let ExclusiveStartKey = after ? indexKey(feed, after) : undefined;
      for (;;) {
        const query = { IndexName: UNFINISHED.name, ExclusiveStartKey };
        const wanted = limit - records.length;
        const rows = await queryRows(options, condition, query, wanted);
        const ours = rows.filter((row) => readText(row, 'pk')?.startsWith(`item#${feedName(feed)}#`));
        records.push(...ours.flatMap((row) => readItemRow(row) ?? []));
        const last = rows.at(-1);
        if (!last || rows.length < wanted || records.length === limit) return records;
        // Some were left out, and there may be others behind them.
        ExclusiveStartKey = unfinishedKeyIn(last);
      }
    },
    async noteTold(domain, told) {
      const rows = new Map(told.map((one) => [one.id, toldRow(domain, one)]));
      await putAll(options, [...rows.values()]);
    },
    async toldAt(domain, ids) {
      const idOf = new Map(ids.map((id) => [readText(toldRowKey(domain, id), 'pk'), id]));
      const keys = [...idOf.values()].map((id) => toldRowKey(domain, id));
      // Missed, a threat is handed over, and its notifier finds the case: that costs more, and hides nothing.
      const rows = await getAll(options, keys, '#pk, #told', 'moments old');
      return new Map(
        rows.flatMap((row): [string, readonly string[]][] => {
          const id = idOf.get(readText(row, 'pk'));
          const at = readToldAt(row);
          return id === undefined || at.length === 0 ? [] : [[id, at]];
        }),
      );
    },
  };
}
