import type { Due } from '../base/due-list.ts';
import type { RowKey } from '../base/todo-list.ts';
import type { FeedKey, FeedLedger, ItemRecord, RecordedItem } from '../feed/feed-ledger.ts';
import { feedName } from '../ledger/item-partition.ts';
import { eventLinkRow, feedRow, seenRow } from '../ledger/item-rows.ts';
import { coveredThreatRow, readCoveredAt } from './covered-threat-row.ts';
import { getAll, putAll } from './dynamo-batches.ts';
import { type DynamoParts, getRow, newWriteId, updateRow } from './dynamo-calls.ts';
import { createDynamoDueList } from './dynamo-due-list.ts';
import { claimUpdate, readFeedRow, saveUpdate } from './feed-row.ts';
import { readText, readTexts, rowKey, text } from './row-values.ts';
import { ITEM_ATTRIBUTES, isKnownItem, itemRow, readItemRow } from './seen-row.ts';

/** An item that a newer version recorded is left to that version. */
const LEFT_TO_NEWER = '(left to a newer version)';

const dueOf = (feed: FeedKey, { id, createdAtMs }: ItemRecord): Due => ({
  key: seenRow.key(feed, id),
  atMs: createdAtMs,
});

/** The ledger on DynamoDB: single-item conditional writes for the row of a feed, batches for its items. */
export function createDynamoFeedLedger(options: DynamoParts): FeedLedger {
  const { random } = options;
  const dues = createDynamoDueList(options);

  const writeIdOf = (holder: string): string => `${holder}/${newWriteId(random)}`;

  return {
    async load(feed) {
      const row = await getRow(options, rowKey(feedRow.key(feed)));
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
      const idOf = new Map(ids.map((id) => [readText(rowKey(seenRow.key(feed, id)), 'pk'), id]));
      const keys = [...idOf.values()].map((id) => rowKey(seenRow.key(feed, id)));
      const rows = await getAll(options, keys, '#pk, #v, #missing, #quiet');
      return new Map(
        rows.flatMap((row): [string, RecordedItem][] => {
          const id = idOf.get(readText(row, 'pk'));
          if (id === undefined) return [];
          if (!isKnownItem(row)) return [[id, { missing: [LEFT_TO_NEWER] }]];
          const quiet = row.quiet !== undefined;
          return [[id, { missing: readTexts(row, 'missing'), ...(quiet && { quiet }) }]];
        }),
      );
    },
    async record(feed, records) {
      // A batch may not name a row twice. The last one counts, as it would with one write after the other.
      const last = new Map(records.map((record) => [record.id, record]));
      await putAll(
        options,
        [...last.values()].map((record) => itemRow(feed, record)),
      );
    },
    async unfinished(feed, limit, after) {
      const belongs = ({ pk, sk }: RowKey) => pk.startsWith(`item#${feedName(feed)}#`) && sk === 'seen';
      const records: ItemRecord[] = [];
      for (let last = after ? dueOf(feed, after) : undefined; ; ) {
        const wanted = limit - records.length;
        const due = await dues.list(feedName(feed), { limit: wanted, after: last, belongs });
        const keys = due.map(({ key }) => ({ pk: text(key.pk), sk: text(key.sk) }));
        const rows = await getAll(options, keys, ITEM_ATTRIBUTES);
        const recordOf = new Map(rows.map((row) => [readText(row, 'pk'), readItemRow(row)]));
        records.push(...due.flatMap(({ key }) => recordOf.get(key.pk) ?? []));
        last = due.at(-1);
        if (!last || due.length < wanted || records.length === limit) return records;
        // Some were finished meanwhile or are a newer version's, and there may be others behind them.
      }
    },
    async noteCovered(domain, covered) {
      const rows = new Map(covered.map((one) => [one.id, coveredThreatRow(domain, one)]));
      await putAll(options, [...rows.values()]);
    },
    async coveredAt(domain, ids) {
      const idOf = new Map(ids.map((id) => [readText(rowKey(eventLinkRow.key(domain, id)), 'pk'), id]));
      const keys = [...idOf.values()].map((id) => rowKey(eventLinkRow.key(domain, id)));
      // If the link is missed, the threat is handed over and its notifier finds the case. That costs more, but hides nothing.
      const rows = await getAll(options, keys, '#pk, #coveredAt', 'moments old');
      return new Map(
        rows.flatMap((row): [string, readonly string[]][] => {
          const id = idOf.get(readText(row, 'pk'));
          const at = readCoveredAt(row);
          return id === undefined || at.length === 0 ? [] : [[id, at]];
        }),
      );
    },
  };
}
