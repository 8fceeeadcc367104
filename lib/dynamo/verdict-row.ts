import { understood } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { overdueFromMs } from '../verdict/next-due.ts';
import { CASE_VERDICT_FORMAT, readCaseVerdict } from '../verdict/read-case-verdict.ts';
import type { AuditEntry } from '../verdict/verdict-ledger.ts';
import { hasNoRow, isAsKnown, type Update, updateIf } from './expressions.ts';
import { auditRowKey, caseRowKey, domainName } from './row-keys.ts';
import { json, number, type Row, readJson, text } from './row-values.ts';

/** What DynamoDB allows for a row, less the room that the keys need. */
const MAX_VERDICT_BYTES = 400 * 1024 - 4_096;
const MAX_ENTRY_BYTES = 100 * 1024;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** For so long unless the configuration says otherwise; and for so long a decision that has not come to its end. */
export const KEPT_MS = 400 * DAY_MS;
/** Whole days are promised, and a day begins at different hours around the world. */
const SPARE_MS = 2 * DAY_MS;

export const verdictRowKey = (domain: string, caseId: string): Row => caseRowKey(domain, caseId, 'verdict');
export const isVerdictRow = ({ pk, sk }: RowKey): boolean => pk.startsWith('item#') && sk === 'verdict';
/** Decisions that have not come to their end, by when they should have gone on. */
export const verdictList = (domain: string): string => `verdict#${domainName(domain)}`;
/** By the minute: the steps of a decision are seconds apart, and a place that stays costs nothing. */
export const verdictPlace = (atMs: number): string =>
  new Date(Math.floor(atMs / MINUTE_MS) * MINUTE_MS).toISOString();

const setVerdict = '#version = :next, #writeId = :writeId, #verdict = :verdict, #expiresAtSeconds = :expires';
const setTodo = '#todo = :todo, #todoAt = :todoAt';
/** The index that earlier versions used. */
const removeUnfinished = '#unfinished, #unfinishedSince';

export function saveVerdictUpdate(
  next: CaseVerdict,
  writeId: string,
  nowMs: number,
  keptMs = KEPT_MS,
): Update {
  const overdueMs = overdueFromMs(next);
  const change =
    overdueMs === null
      ? `SET ${setVerdict} REMOVE #todo, #todoAt, ${removeUnfinished}`
      : `SET ${setVerdict}, ${setTodo} REMOVE ${removeUnfinished}`;
  const condition = next.version === 1 ? hasNoRow : isAsKnown;
  const values: Row = {
    ':version': number(next.version - 1),
    ':next': number(next.version),
    ':writeId': text(writeId),
    ':verdict': json(
      { v: CASE_VERDICT_FORMAT, ...next },
      MAX_VERDICT_BYTES,
      `the verdict of case ${next.caseId.slice(0, 80)}`,
    ),
    ':expires': number(expiryOf(nowMs, overdueMs === null ? keptMs : Math.max(keptMs, KEPT_MS))),
    ':todo': text(verdictList(next.domain)),
    ':todoAt': text(verdictPlace(overdueMs ?? 0)),
  };
  return updateIf({ condition, values }, verdictRowKey(next.domain, next.caseId), change);
}

/** Takes it off the list: from now on it is kept for as long as what has come to its end. */
export const toldVerdictUpdate = (
  { domain, caseId, version }: CaseVerdict,
  nowMs: number,
  keptMs = KEPT_MS,
): Update =>
  updateIf(
    {
      condition: isAsKnown,
      values: { ':version': number(version), ':expires': number(expiryOf(nowMs, keptMs)) },
    },
    verdictRowKey(domain, caseId),
    'SET #expiresAtSeconds = :expires REMOVE #todo, #todoAt',
  );

/** Throws a RestsError for what this version does not understand. */
export const readVerdictRow = (row: Row): CaseVerdict =>
  understood(readCaseVerdict(readJson(row, 'verdict')));

/** Its expiry counts from what happened, so that a copy made later is the same row. */
export const auditRow = (entry: AuditEntry, keptMs = KEPT_MS): Row => ({
  ...auditRowKey(entry.domain, entry),
  entry: json(entry, MAX_ENTRY_BYTES, 'an entry of the audit trail'),
  expiresAtSeconds: number(expiryOf(entry.atMs, keptMs)),
});

export const readAuditEntry = (text: string): AuditEntry => JSON.parse(text) as AuditEntry;

const expiryOf = (ms: number, keptMs: number): number => Math.floor((ms + keptMs + SPARE_MS) / 1000);
