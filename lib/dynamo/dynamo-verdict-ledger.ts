import { inParallel } from '../platform/in-parallel.ts';
import { RestsError } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { VerdictLedger } from '../verdict/verdict-ledger.ts';
import { putAll } from './dynamo-batches.ts';
import { type DynamoParts, getRow, newWriteId, queryPages, updateRow } from './dynamo-calls.ts';
import { createDynamoTodoList } from './dynamo-todo-list.ts';
import { auditPartition } from './row-keys.ts';
import { text } from './row-values.ts';
import {
  auditRow,
  readAuditRow,
  readVerdictRow,
  saveVerdictUpdate,
  verdictList,
  verdictPlace,
  verdictRowKey,
} from './verdict-row.ts';

const AT_ONCE = 8;

export interface VerdictLedgerOptions {
  /** How long what was decided is kept after its last change. */
  readonly keptMs?: number | undefined;
  /** How long the audit trail is kept, from what happened. */
  readonly trailKeptMs?: number | undefined;
}

/** The ledger on DynamoDB: one row for each case, moved by conditional writes, and one for each step of its trail. */
export function createDynamoVerdictLedger(
  parts: DynamoParts,
  { keptMs, trailKeptMs }: VerdictLedgerOptions = {},
): VerdictLedger {
  const { clock, random } = parts;
  const todos = createDynamoTodoList(parts);

  async function verdictAt({ pk, sk }: RowKey): Promise<CaseVerdict | null> {
    const row = await getRow(parts, { pk: text(pk), sk: text(sk) });
    try {
      return row && readVerdictRow(row);
    } catch (error) {
      if (error instanceof RestsError) return null;
      throw error;
    }
  }

  return {
    async load(domain, caseId) {
      const row = await getRow(parts, verdictRowKey(domain, caseId));
      return row && readVerdictRow(row);
    },
    async save(next) {
      const writeId = newWriteId(random);
      const refused = await updateRow(parts, saveVerdictUpdate(next, writeId, clock.now(), keptMs), writeId);
      return refused ? 'moved on' : 'saved';
    },
    async copyTrail(entries) {
      const rows = new Map(
        entries.map((entry) => auditRow(entry, trailKeptMs)).map((row) => [`${row.pk?.S} ${row.sk?.S}`, row]),
      );
      await putAll(parts, [...rows.values()]);
    },
    async *readTrail(domain, day) {
      const values = { ':pk': text(auditPartition(domain, day.getTime())) };
      const pages = queryPages(parts, { condition: '#pk = :pk', values }, { ConsistentRead: true });
      for await (const rows of pages) if (rows.length > 0) yield rows.map(readAuditRow);
    },
    async overdue(domain, untilMs, limit) {
      const found = await todos.list(verdictList(domain), { limit, until: verdictPlace(untilMs) });
      return inParallel(found, AT_ONCE, async (todo) => ({ todo, verdict: await verdictAt(todo.key) }));
    },
    async postpone(domain, { todo }, untilMs) {
      await todos.move(verdictList(domain), todo, untilMs === null ? null : verdictPlace(untilMs));
    },
  };
}
