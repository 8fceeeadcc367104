import { inParallel } from '../base/in-parallel.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import type { RowKey } from '../base/versioned-rows.ts';
import type { Answer } from '../case/answer.ts';
import { answerRow } from '../ledger/case-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import type { AnswerLedger } from '../verdict/answer-ledger.ts';
import { dueMinute, publishedAnswerUpdate, readAnswerRow, saveAnswerUpdate } from './answer-row.ts';
import { readAuditEntry } from './audit-rows.ts';
import { createDynamoAuditTrail } from './dynamo-audit-trail.ts';
import { type DynamoParts, getRow, newWriteId, updateRow } from './dynamo-calls.ts';
import { createDynamoTodoList } from './dynamo-todo-list.ts';
import { rowKey } from './row-values.ts';

const AT_ONCE = 8;
/** The row keeps the write id of the function that last saved it. */
const NO_WRITE_ID = '';

export interface AnswerLedgerOptions {
  /** How long an answer is kept after its last change. */
  readonly keptMs?: number | undefined;
  /** How long an entry of the audit trail is kept, counted from its time. */
  readonly trailKeptMs?: number | undefined;
}

/** Reads the answer to a case. A notifier needs no more of this ledger, and so loads no more of it. */
export const createLoadAnswer =
  (parts: DynamoParts): AnswerLedger['load'] =>
  async (domain, caseId) => {
    const row = await getRow(parts, rowKey(answerRow.key(domain, caseId)));
    return row && readAnswerRow(row);
  };

/** The ledger on DynamoDB: one row for each case, moved by conditional writes, and one for each step of its trail. */
export function createDynamoAnswerLedger(
  parts: DynamoParts,
  { keptMs, trailKeptMs }: AnswerLedgerOptions = {},
): AnswerLedger {
  const { clock, random } = parts;
  const todos = createDynamoTodoList(parts);
  const trail = createDynamoAuditTrail(parts, { keptMs: trailKeptMs });

  async function answerAt(key: RowKey): Promise<Answer | null> {
    const row = await getRow(parts, rowKey(key));
    try {
      return row && readAnswerRow(row);
    } catch (error) {
      if (error instanceof UnreadableError) return null;
      throw error;
    }
  }

  return {
    load: createLoadAnswer(parts),
    async save(next) {
      const writeId = newWriteId(random);
      const refused = await updateRow(parts, saveAnswerUpdate(next, writeId, clock.now(), keptMs), writeId);
      return refused ? 'moved on' : 'saved';
    },
    async markPublished(answer) {
      await updateRow(parts, publishedAnswerUpdate(answer, clock.now(), keptMs), NO_WRITE_ID);
    },
    copyTrail: (entries) => trail.add(entries),
    async *readTrail(domain, day) {
      const pages = trail.entries(domain, day.toISOString().slice(0, 10));
      for await (const entries of pages) yield entries.map(({ text }) => readAuditEntry(text));
    },
    async overdue(domain, { untilMs, limit, isPostponed = () => false }) {
      const found = await todos.list(answerRow.list(domain), {
        limit,
        until: dueMinute(untilMs),
        belongs: (key, at) => owns(answerRow, key) && !isPostponed(key.pk, Date.parse(at)),
      });
      return inParallel(found, AT_ONCE, async ({ key, at }) => ({
        name: key.pk,
        dueMs: Date.parse(at),
        answer: await answerAt(key),
      }));
    },
  };
}
