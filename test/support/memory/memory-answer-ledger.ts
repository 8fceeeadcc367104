import type { Answer } from '../../../lib/case/answer.ts';
import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { answerRow } from '../../../lib/ledger/case-rows.ts';
import { auditRow } from '../../../lib/ledger/trail-rows.ts';
import type { AnswerLedger, AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { listedFromMs } from '../../../lib/verdict/decision-deadlines.ts';

interface Kept {
  readonly key: string;
  readonly version: number;
  readonly json: string;
  /** Where it stands on the list of those that have not come to their end. */
  readonly at: string | null;
}

/** The ledger without a database. It holds JSON, as the rows of the table do. */
export function createMemoryAnswerLedger(): AnswerLedger {
  const rows = new Map<string, Kept>();
  const days = new Map<string, Map<string, string>>();
  const clicks = new Set<string>();
  const keyOf = (domain: string, caseId: string) => answerRow.key(domain, caseId).pk;

  return {
    async load(domain, caseId) {
      const row = rows.get(keyOf(domain, caseId));
      return row ? (JSON.parse(row.json) as Answer) : null;
    },
    async save(next) {
      const key = keyOf(next.domain, next.caseId);
      if ((rows.get(key)?.version ?? 0) !== next.version - 1) return 'moved on';
      const overdueMs = listedFromMs(next);
      const at = overdueMs === null ? null : new Date(overdueMs).toISOString();
      rows.set(key, { key, version: next.version, json: JSON.stringify(next), at });
      return 'saved';
    },
    async markPublished(answer) {
      const row = rows.get(keyOf(answer.domain, answer.caseId));
      const told = { ...answer, isPublished: true };
      const dueMs = listedFromMs(told);
      const at = dueMs === null ? null : new Date(dueMs).toISOString();
      if (row?.version === answer.version) rows.set(row.key, { ...row, at, json: JSON.stringify(told) });
    },
    async copyTrail(entries) {
      for (const entry of entries) {
        const key = rowKey(auditRow.key(entry.domain, entry));
        const click = JSON.stringify([entry.domain, entry.id]);
        if (entry.n === 0 && clicks.has(click)) continue;
        if (entry.n === 0) clicks.add(click);
        const day = days.get(String(key.pk?.S)) ?? new Map<string, string>();
        days.set(String(key.pk?.S), day);
        if (!day.has(String(key.sk?.S))) day.set(String(key.sk?.S), JSON.stringify(entry));
      }
      // No chain: who could change what is in memory?
      return [];
    },
    async *readTrail(domain, day) {
      const entries = days.get(auditRow.partition(domain, day.getTime())) ?? new Map<string, string>();
      const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
      if (sorted.length > 0) yield sorted.map(([, json]) => JSON.parse(json) as AuditEntry);
    },
    async overdue(domain, { untilMs, limit, isPostponed = () => false }) {
      const until = new Date(untilMs).toISOString();
      return [...rows.values()]
        .flatMap(({ json, at, key }) =>
          at === null || isPostponed(key, Date.parse(at))
            ? []
            : [{ at, key, answer: JSON.parse(json) as Answer }],
        )
        .filter(({ at, answer }) => answer.domain === domain && at <= until)
        .sort((a, b) => (a.at + a.key < b.at + b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ at, key, answer }) => ({ name: key, dueMs: Date.parse(at), answer }));
    },
  };
}
