import { describe, expect, it } from 'vitest';
import type { CaseVerdict, Decision } from '../../../../lib/case/answer.ts';
import type { Submission } from '../../../../lib/features/systems/submission.ts';
import { isDealtWith, tellSubmission } from '../../../../lib/features/systems/tell-submission.ts';
import { CASE_ID } from '../../../support/system-stage.ts';
import { decisionOf, entryOf, verdictOf } from './verdicts.ts';

const AT = Date.parse('2026-11-15T09:00:00Z');
const ada = { surface: 'slack', id: 'U0ADA', name: 'Ada' };
const sent: Submission = {
  ...{ destination: 'soar', key: 'k1', domain: 'acme', caseId: CASE_ID, outcome: 'SAFE' },
  ...{ decisionId: 'mine', hash: 'h', atMs: AT },
};
const told = (verdict: CaseVerdict | null, nowMs = AT + 1_000) =>
  tellSubmission(sent, verdict, { nowMs, isFull: true });

const STATES: Readonly<Record<string, readonly [Decision['state'], boolean]>> = {
  awaiting_approval: [{ is: 'awaiting-approval' }, false],
  undoable: [{ is: 'undoable', sinceMs: AT, untilMs: AT }, false],
  posting: [{ is: 'posting', sinceMs: AT }, false],
  waiting: [{ is: 'waiting', because: 'unreachable', untilMs: AT, sinceMs: AT }, false],
  recorded: [{ is: 'recorded', atMs: AT, resolved: true }, true],
  failed: [{ is: 'failed', because: 'rejected', message: 'no', mayBeRecorded: false, atMs: AT }, true],
  undone: [{ is: 'undone', by: ada, atMs: AT }, true],
  declined: [{ is: 'declined', by: ada, atMs: AT }, true],
};

describe('what became of what a system sent', () => {
  it.each(Object.entries(STATES))('is %s', (state, [is, final]) => {
    const answer = told(verdictOf('mine', { decision: decisionOf('mine', is) }));
    expect(answer).toMatchObject({ id: 'k1', decision_id: 'mine', state, final });
    expect(answer.decision).toMatchObject({ decision_id: 'mine', decided_by: { id: 'soar' } });
  });

  it('is accepted while nothing is known of it, and unknown when that lasts', () => {
    expect(told(null)).toEqual({
      ...{ id: 'k1', decision_id: 'mine', domain: 'acme', case_id: CASE_ID, outcome: 'SAFE' },
      ...{ state: 'accepted', final: false },
    });
    expect(told(null, AT + 2 * 3_600_000)).toMatchObject({ state: 'unknown', final: false });
    expect(isDealtWith(sent, null)).toBe(false);
  });

  it('is refused for another decision that stands, which is told', () => {
    const other = verdictOf('theirs', {
      decision: decisionOf('theirs', undefined, { by: ada, outcome: 'TRUE_POSITIVE' }),
      refused: [{ id: 'mine', because: 'conflict' }],
    });
    expect(told(other)).toMatchObject({
      state: 'refused',
      final: true,
      because: 'conflict',
      decision: { decision_id: 'theirs', outcome: 'TRUE_POSITIVE', decided_by: { name: 'Ada' } },
    });
    expect(isDealtWith(sent, other)).toBe(true);
    expect(isDealtWith(sent, verdictOf('theirs'))).toBe(false);
  });

  it.each(['overridden', 'replaced', 'undone', 'declined'] as const)(
    'is %s when another one stands since',
    (what) => {
      const trail = [entryOf('mine', 'requested'), entryOf('mine', what)];
      expect(told(verdictOf('theirs', { trail })).state).toBe(what);
    },
  );

  it('is recorded until the one that is to replace it is', () => {
    const replacing = verdictOf('theirs', {
      decision: decisionOf('theirs', { is: 'posting', sinceMs: AT }),
      before: decisionOf('mine'),
    });
    expect(told(replacing)).toMatchObject({ state: 'recorded', decision: { decision_id: 'mine' } });
  });

  it('is unknown for good when its steps may have made room or were erased, and says which decision stands', () => {
    for (const trail of [
      [],
      [entryOf('theirs', 'recorded', AT - 1_000)],
      [entryOf('theirs', 'recorded', AT)],
    ]) {
      const verdict = verdictOf('theirs', { trail, trimmed: 4 });
      expect(told(verdict)).toMatchObject({
        state: 'unknown',
        final: true,
        decision: { decision_id: 'theirs' },
      });
      expect(isDealtWith(sent, verdict)).toBe(true);
    }
  });

  it('is not dealt with when only steps that are older than it made room', () => {
    const verdict = verdictOf('theirs', { trail: [entryOf('theirs', 'undone', AT - 120_000)], trimmed: 4 });
    expect(isDealtWith(sent, verdict)).toBe(false);
    expect(told(verdict)).toMatchObject({ state: 'accepted', final: false });
    expect(told(verdict, AT + 2 * 3_600_000)).toMatchObject({ state: 'unknown', final: false });
  });

  it('says nothing that the destination may not be shown', () => {
    const redacted = tellSubmission(sent, verdictOf('mine'), { nowMs: AT, isFull: false });
    expect(redacted.decision).toMatchObject({ comment: null });
  });
});
