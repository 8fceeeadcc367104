import { UnreadableError } from '../base/read-versioned.ts';
import type { FeedKey, ItemRecord } from '../feed/feed-ledger.ts';
import { feedName } from '../ledger/item-partition.ts';
import { seenRow } from '../ledger/item-rows.ts';
import { dueOn } from './dynamo-due-list.ts';
import {
  json,
  number,
  type Row,
  readJson,
  readNumber,
  readText,
  readTexts,
  rowKey,
  texts,
} from './row-values.ts';

export const MAX_ITEM_BYTES = 350 * 1024;
const MAX_ID_BYTES = 16 * 1024;
/** The `v` of every row that is written. */
const ITEM_FORMAT = 1;

/**
 * The row of a finished item is only a key. The row of an unfinished one holds all that is needed to hand it over again, and is
 * listed as due. Neither expires: an item that is listed again after it was forgotten would be announced again, and a million
 * rows cost some cents a month.
 */
export function itemRow(feed: FeedKey, record: ItemRecord): Row {
  const key: Row = {
    ...rowKey(seenRow.key(feed, record.id)),
    v: number(ITEM_FORMAT),
    ...(record.quiet && { quiet: number(1) }),
  };
  if (record.missing.length === 0) return key;
  const row: Row = {
    ...key,
    id: json(record.id, MAX_ID_BYTES, 'the id of an item'),
    missing: texts(record.missing),
    ...dueOn(feedName(feed), record.createdAtMs),
  };
  if (record.item === undefined) return row;
  return { ...row, item: json(record.item, MAX_ITEM_BYTES, `item ${record.id.slice(0, 80)}`) };
}

/** Whether this version knows the format of an item's row. One that it does not is left to the version that wrote it. */
export const isKnownItem = ({ v }: Row): boolean => Number(v?.N) <= ITEM_FORMAT;

/** What handing an item over again needs of its row. */
export const ITEM_ATTRIBUTES = '#pk, #v, #id, #missing, #revision, #item, #dueAtMs';

/** Null for one that is done, and for one that this version does not understand. */
export function readItemRow(row: Row): ItemRecord | null {
  try {
    return isKnownItem(row) && row.missing ? recordIn(row) : null;
  } catch (error) {
    if (error instanceof UnreadableError) return null;
    throw error;
  }
}

function recordIn(row: Row): ItemRecord {
  const record = {
    id: String(readJson(row, 'id')),
    createdAtMs: readNumber(row, 'dueAtMs'),
    missing: readTexts(row, 'missing'),
  };
  return readText(row, 'item') === undefined ? record : { ...record, item: readJson(row, 'item') };
}
