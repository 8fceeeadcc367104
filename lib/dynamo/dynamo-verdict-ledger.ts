import { verdictRow } from '../ledger/case-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { RestsError } from '../platform/read-versioned.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { CaseVerdict } from '../verdict/case-verdict.ts';
import type { VerdictLedger } from '../verdict/verdict-ledger.ts';
import { createDynamoAuditTrail } from './dynamo-audit-trail.ts';
import { type DynamoParts, getRow, newWriteId, updateRow } from './dynamo-calls.ts';
import { createDynamoTodoList } from './dynamo-todo-list.ts';
import { rowKey, text } from './row-values.ts';
import {
  readAuditEntry,
  readVerdictRow,
  saveVerdictUpdate,
  toldVerdictUpdate,
  verdictPlace,
} from './verdict-row.ts';

const AT_ONCE = 8;
/** The row keeps that of the function that wrote it. */
const NO_WRITE_ID = '';

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
  const trail = createDynamoAuditTrail(parts, { keptMs: trailKeptMs });

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
      const row = await getRow(parts, rowKey(verdictRow.key(domain, caseId)));
      return row && readVerdictRow(row);
    },
    async save(next) {
      const writeId = newWriteId(random);
      const refused = await updateRow(parts, saveVerdictUpdate(next, writeId, clock.now(), keptMs), writeId);
      return refused ? 'moved on' : 'saved';
    },
    async told(verdict) {
      await updateRow(parts, toldVerdictUpdate(verdict, clock.now(), keptMs), NO_WRITE_ID);
    },
    copyTrail: (entries) => trail.add(entries),
    async *readTrail(domain, day) {
      const pages = trail.entries(domain, day.toISOString().slice(0, 10));
      for await (const entries of pages) yield entries.map(({ text }) => readAuditEntry(text));
    },
    async overdue(domain, untilMs, limit) {
      const found = await todos.list(verdictRow.list(domain), {
        limit,
        until: verdictPlace(untilMs),
        belongs: (key) => owns(verdictRow, key),
      });
      return inParallel(found, AT_ONCE, async (todo) => ({ todo, verdict: await verdictAt(todo.key) }));
    },
    async postpone(domain, { todo }, untilMs) {
      await todos.move(verdictRow.list(domain), todo, untilMs === null ? null : verdictPlace(untilMs));
    },
  };
}
