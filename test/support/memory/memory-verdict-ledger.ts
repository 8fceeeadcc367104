import { rowKey } from '../../../lib/dynamo/row-values.ts';
import { casePartition } from '../../../lib/ledger/item-partition.ts';
import { auditRow } from '../../../lib/ledger/trail-rows.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { overdueFromMs } from '../../../lib/verdict/next-due.ts';
import type { AuditEntry, VerdictLedger } from '../../../lib/verdict/verdict-ledger.ts';

interface Kept {
  readonly key: string;
  readonly version: number;
  readonly json: string;
  /** Where it stands on the list of those that have not come to their end. */
  readonly at: string | null;
}

/** The ledger without a database. It holds JSON, as the rows of the table do. */
export function createMemoryVerdictLedger(): VerdictLedger {
  const rows = new Map<string, Kept>();
  const days = new Map<string, Map<string, string>>();
  const clicks = new Set<string>();
  const keyOf = (domain: string, caseId: string) => casePartition(domain, caseId);

  return {
    async load(domain, caseId) {
      const row = rows.get(keyOf(domain, caseId));
      return row ? (JSON.parse(row.json) as CaseVerdict) : null;
    },
    async save(next) {
      const key = keyOf(next.domain, next.caseId);
      if ((rows.get(key)?.version ?? 0) !== next.version - 1) return 'moved on';
      const overdueMs = overdueFromMs(next);
      const at = overdueMs === null ? null : new Date(overdueMs).toISOString();
      rows.set(key, { key, version: next.version, json: JSON.stringify(next), at });
      return 'saved';
    },
    async told({ domain, caseId, version }) {
      const row = rows.get(keyOf(domain, caseId));
      if (row?.version === version) rows.set(row.key, { ...row, at: null });
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
    async overdue(domain, untilMs, limit) {
      const until = new Date(untilMs).toISOString();
      return [...rows.values()]
        .flatMap(({ json, at, key }) =>
          at === null ? [] : [{ at, key, verdict: JSON.parse(json) as CaseVerdict }],
        )
        .filter(({ at, verdict }) => verdict.domain === domain && at <= until)
        .sort((a, b) => (a.at + a.key < b.at + b.key ? -1 : 1))
        .slice(0, limit)
        .map(({ at, key, verdict }) => ({ todo: { at, key: { pk: key, sk: 'verdict' } }, verdict }));
    },
    async postpone(_domain, { todo }, untilMs) {
      const row = rows.get(todo.key.pk);
      const at = untilMs === null ? null : new Date(untilMs).toISOString();
      if (row?.at === todo.at) rows.set(row.key, { ...row, at });
    },
  };
}
