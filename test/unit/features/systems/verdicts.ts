import type { CaseVerdict, Decision, DecisionEntry } from '../../../../lib/case/answer.ts';
import { systemPerson } from '../../../../lib/verdict/system-person.ts';
import { CASE_ID } from '../../../support/system-stage.ts';

const AT = Date.parse('2026-11-15T09:00:00Z');

export const decisionOf = (
  id: string,
  state: Decision['state'] = { is: 'recorded', atMs: AT + 1_000, resolved: true },
  more: Partial<Decision> = {},
): Decision => ({
  ...{ id, outcome: 'SAFE', comment: 'Looked at it.', eventIds: [], overrides: null, approvedBy: null },
  ...{ by: systemPerson('soar', null), place: 'soar', clickedAtMs: AT, episode: 0, state },
  ...more,
});

export const entryOf = (id: string, what: DecisionEntry['what'], atMs = AT): DecisionEntry => ({
  ...{ atMs, what, id, outcome: 'SAFE', by: null, place: null, comment: null, answer: null },
});

/** The row of the case that the system of the stage was sent. */
export const verdictOf = (id: string, more: Partial<CaseVerdict> = {}): CaseVerdict => ({
  ...{ domain: 'acme', caseId: CASE_ID, version: 2, decision: decisionOf(id) },
  trail: [entryOf(id, 'requested'), entryOf(id, 'recorded')],
  ...more,
});
