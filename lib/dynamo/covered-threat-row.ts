import type { CoveredThreat } from '../feed/feed-ledger.ts';
import { eventLinkRow } from '../ledger/item-rows.ts';
import { json, number, type Row, readTexts, rowKey, texts } from './row-values.ts';

const MAX_CASE_ID_BYTES = 16 * 1024;

/**
 * The row that links an event to its case, with the chats whose message of the case covers it. It never expires, like every
 * row that says that an item was seen.
 */
export const coveredThreatRow = (domain: string, { id, caseId, at }: CoveredThreat): Row => ({
  ...rowKey(eventLinkRow.key(domain, id)),
  version: number(1),
  value: json(caseId, MAX_CASE_ID_BYTES, 'the id of a case'),
  coveredAt: texts(at),
});

/** Empty where a notifier wrote the row: that one knows the case, but not the chats. */
export const readCoveredAt = (row: Row): readonly string[] => readTexts(row, 'coveredAt');
