import type { CaseVerdict, DecisionState } from '../../../lib/case/answer.ts';

const verdict = (
  caseId: string,
  atMs: number,
  comment: string | null,
  state: DecisionState,
): CaseVerdict => ({
  domain: 'acme',
  caseId,
  version: 3,
  decision: {
    id: `click-${caseId}`,
    outcome: 'TRUE_POSITIVE',
    comment,
    eventIds: [],
    by: { surface: 'chat', id: 'U1', name: 'Grace' },
    place: 'soc',
    clickedAtMs: atMs - 1_000,
    overrides: null,
    state,
    approvedBy: null,
    episode: 0,
  },
  trail: [],
});

export const recordedVerdict = (caseId: string, atMs: number, comment: string | null = null) =>
  verdict(caseId, atMs, comment, { is: 'recorded', atMs, resolved: true });

export const failedVerdict = (caseId: string, atMs: number, message = 'it was refused') =>
  verdict(caseId, atMs, null, { is: 'failed', because: 'rejected', message, mayBeRecorded: false, atMs });
