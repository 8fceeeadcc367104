import { auditPartition, auditRowKey, caseRowKey } from '../../../lib/dynamo/row-keys.ts';
import { readText } from '../../../lib/dynamo/row-values.ts';
import type { CaseVerdict } from '../../../lib/verdict/case-verdict.ts';
import { dueAtMs } from '../../../lib/verdict/next-due.ts';
import type { AuditEntry, VerdictLedger } from '../../../lib/verdict/verdict-ledger.ts';

/** The ledger without a database. It holds JSON, as the rows of the table do. */
export function createMemoryVerdictLedger(): VerdictLedger {
  const rows = new Map<string, { readonly version: number; readonly json: string }>();
  const days = new Map<string, Map<string, string>>();
  const keyOf = (domain: string, caseId: string) =>
    String(readText(caseRowKey(domain, caseId, 'verdict'), 'pk'));

  return {
    async load(domain, caseId) {
      const row = rows.get(keyOf(domain, caseId));
      return row ? (JSON.parse(row.json) as CaseVerdict) : null;
    },
    async save(next) {
      const key = keyOf(next.domain, next.caseId);
      if ((rows.get(key)?.version ?? 0) !== next.version - 1) return 'moved on';
      rows.set(key, { version: next.version, json: JSON.stringify(next) });
      return 'saved';
    },
    async copyTrail(entries) {
      for (const entry of entries) {
        const key = auditRowKey(entry.domain, entry);
        const day = days.get(String(key.pk?.S)) ?? new Map<string, string>();
        days.set(String(key.pk?.S), day.set(String(key.sk?.S), JSON.stringify(entry)));
      }
    },
    async *readTrail(domain, day) {
      const entries = days.get(auditPartition(domain, day.getTime())) ?? new Map<string, string>();
      const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
      if (sorted.length > 0) yield sorted.map(([, json]) => JSON.parse(json) as AuditEntry);
    },
    async unfinished(domain, limit, after) {
      const place = (one: CaseVerdict) =>
        [dueAtMs(one.decision.state) ?? 0, keyOf(domain, one.caseId)] as const;
      const compare = (a: CaseVerdict, b: CaseVerdict) => {
        const [[dueA, keyA], [dueB, keyB]] = [place(a), place(b)];
        return dueA - dueB || (keyA < keyB ? -1 : keyA > keyB ? 1 : 0);
      };
      return [...rows.values()]
        .map(({ json }) => JSON.parse(json) as CaseVerdict)
        .filter((row) => row.domain === domain && dueAtMs(row.decision.state) !== null)
        .sort(compare)
        .filter((row) => !after || compare(row, after) > 0)
        .slice(0, limit);
    },
  };
}
