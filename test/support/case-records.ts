import { newCase } from '../../lib/case/after-listing.ts';
import type { CaseRecord } from '../../lib/case/case-record.ts';

/** The record of a case as it is met for the first time, with what a test says of it. */
export function caseRecord(more: Partial<CaseRecord> = {}): CaseRecord {
  const { domain = 'acme', caseId = 'c1', createdAtMs = 1, updatedAtMs = 1, closedAtMs = null } = more;
  const listed = {
    revision: '',
    createdAtMs,
    updatedAtMs,
    closedAtMs,
    severity: null,
    escalatesAfterMs: null,
  };
  const known = newCase({ domain, caseId }, { ...listed, routes: ['all'], destinations: [] }, createdAtMs);
  return { ...known, ...more };
}
