import { tableDefinition } from '../config/table-definition.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import { dueAtMs } from '../verdict/next-due.ts';
import type { VerdictLedger } from '../verdict/verdict-ledger.ts';
import { putAll } from './dynamo-batches.ts';
import { type DynamoParts, getRow, newWriteId, queryPages, queryRows, updateRow } from './dynamo-calls.ts';
import { auditPartition } from './row-keys.ts';
import { number, type Row, text } from './row-values.ts';
import {
  auditRow,
  readAuditRow,
  readVerdictRow,
  saveVerdictUpdate,
  unfinishedVerdicts,
  verdictRowKey,
} from './verdict-row.ts';

const [, UNFINISHED] = tableDefinition.indexes;

const indexKey = ({ domain, caseId, decision }: CaseVerdict): Row => ({
  ...verdictRowKey(domain, caseId),
  unfinished: text(unfinishedVerdicts(domain)),
  unfinishedSince: number(dueAtMs(decision.state) ?? 0),
});

/** The ledger on DynamoDB: one row for each case, moved by conditional writes, and one for each step of its trail. */
export function createDynamoVerdictLedger(parts: DynamoParts): VerdictLedger {
  const { clock, random } = parts;

  return {
    async load(domain, caseId) {
      const row = await getRow(parts, verdictRowKey(domain, caseId));
      return row && readVerdictRow(row);
    },
    async save(next) {
      const writeId = newWriteId(random);
      const refused = await updateRow(parts, saveVerdictUpdate(next, writeId, clock.now()), writeId);
      return refused ? 'moved on' : 'saved';
    },
    async copyTrail(entries) {
      const rows = new Map(entries.map(auditRow).map((row) => [`${row.pk?.S} ${row.sk?.S}`, row]));
      await putAll(parts, [...rows.values()]);
    },
    async *readTrail(domain, day) {
      const values = { ':pk': text(auditPartition(domain, day.getTime())) };
      const pages = queryPages(parts, { condition: '#pk = :pk', values }, { ConsistentRead: true });
      for await (const rows of pages) if (rows.length > 0) yield rows.map(readAuditRow);
    },
    async unfinished(domain, limit, after) {
      const values = { ':domain': text(unfinishedVerdicts(domain)) };
      const ExclusiveStartKey = after ? indexKey(after) : undefined;
      const query = { IndexName: UNFINISHED.name, ExclusiveStartKey };
      const found = await queryRows(parts, { condition: '#unfinished = :domain', values }, query, limit);
      return found.map(readVerdictRow);
    },
  };
}
