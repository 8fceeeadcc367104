import type { AuditEntry } from '../../lib/verdict/answer-ledger.ts';

export const NOON = Date.parse('2026-11-15T12:00:00Z');
export const DAY_MS = 86_400_000;

export const anEntry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  domain: 'acme',
  caseId: 'c1',
  n: 1,
  atMs: NOON,
  what: 'requested',
  id: 'd1',
  outcome: 'SAFE',
  by: { surface: 'slack', id: 'U0ADA', name: 'Ada Winter' },
  place: 'soc',
  comment: 'A drill',
  answer: null,
  ...more,
});
