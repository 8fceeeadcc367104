import { describe, expect, it } from 'vitest';
import type { Answer, CaseVerdict, Person } from '../../../lib/case/answer.ts';
import {
  NotFoundError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  RejectedError,
  UnauthorizedError,
  UnreachableError,
} from '../../../lib/posture/posture-errors.ts';
import type { VerdictAnswer } from '../../../lib/posture/verdict-problems.ts';
import { decide } from '../../../lib/verdict/decide.ts';
import type { Decided, VerdictEvent } from '../../../lib/verdict/decision-types.ts';
import type { KnownPeople } from '../../../lib/verdict/same-person.ts';
import { systemPerson } from '../../../lib/verdict/system-person.ts';
import { ANN, BOB, CASE_ID, CAT, clickMessage, decideMessage, NOW, postMessage, RULES } from './examples.ts';

const POST_TIMEOUT_MS = 30_000;
const HOUR = 3_600_000;

const step = (
  current: Answer | null,
  event: VerdictEvent,
  nowMs = NOW,
  rules = RULES,
  people: KnownPeople = {},
): Decided => decide(current, event, { rules, people, nowMs, postTimeoutMs: POST_TIMEOUT_MS });

/** The row after these events; each must change it. */
const rowAfter = (...events: readonly (readonly [VerdictEvent, number?])[]): CaseVerdict =>
  events.reduce<Answer | null>((current, [event, nowMs = NOW]) => {
    const decided = step(current, event, nowMs);
    if (decided.is !== 'changed') throw new Error(`${event.kind}: ${JSON.stringify(decided)}`);
    return decided.next;
  }, null) as CaseVerdict;

const answered = (answer: VerdictAnswer, decisionId = 'd1'): VerdictEvent => ({
  kind: 'answered',
  domain: 'acme',
  caseId: CASE_ID,
  decisionId,
  answer,
});
const looked = (looks: number, closedAtMs: number | null): VerdictEvent => ({
  kind: 'looked',
  domain: 'acme',
  caseId: CASE_ID,
  decisionId: 'd1',
  looks,
  closedAtMs,
});
const refusedBy = (error: PostureError): VerdictEvent => answered({ status: 'refused', error });
const RECORDED: VerdictAnswer = { status: 'recorded', result: { case_id: CASE_ID, resolved: true } };
const UNKNOWN: VerdictAnswer = { status: 'unknown', error: new UnreachableError('reset', true) };

const DUE = NOW + 10_000;
const undoable = rowAfter([decideMessage()]);
const posting = rowAfter([decideMessage()], [postMessage(), DUE]);
const recorded = rowAfter([decideMessage()], [postMessage(), DUE], [answered(RECORDED), DUE]);
const failed = rowAfter([decideMessage()], [postMessage(), DUE], [refusedBy(new NotFoundError('404')), DUE]);
const asking = rowAfter([decideMessage({ outcome: 'ESCALATED' })]);

const stateOf = (decided: Decided) => (decided.is === 'changed' ? decided.next.decision?.state : decided);

describe('deciding', () => {
  it('opens the undo window and comes back when it closes', () => {
    expect(step(null, decideMessage())).toMatchObject({
      is: 'changed',
      next: { version: 1, decision: { id: 'd1', state: { is: 'undoable', untilMs: DUE } } },
      todo: [{ do: 'post', atMs: DUE }],
    });
  });

  it('is due at once where there is no undo window', () => {
    const decided = step(null, decideMessage(), NOW, { ...RULES, undoSeconds: 0 });
    expect(decided).toMatchObject({ todo: [{ do: 'post', atMs: NOW }] });
  });

  it('asks a second person where the outcome needs one', () => {
    expect(asking.decision.state).toEqual({ is: 'awaiting-approval' });
  });

  it.each([null, '', ' \n\t', '\u200b\u200b', '\u2800', '\u3164 \u00ad', '\u202e\u2066', '\ufe0f'])(
    'needs words that somebody can read where the outcome does: %j',
    (comment) => {
      const silent = decideMessage({ outcome: 'DUPLICATE', comment });
      expect(step(null, silent)).toMatchObject({ is: 'refused', because: 'comment-required' });
    },
  );

  it.each([
    ['undoable', undoable],
    ['being sent', posting],
    ['recorded', recorded],
    ['waiting for a second person', asking],
  ])('loses against a decision that is %s', (_is, current) => {
    const late = decideMessage({ id: 'd2', by: BOB, clickedAtMs: NOW + HOUR });
    expect(step(current, late)).toMatchObject({ is: 'refused', because: 'conflict' });
  });

  it('is possible again after a failure, but not for a click from before it', () => {
    expect(step(failed, decideMessage({ id: 'd2', clickedAtMs: DUE }), DUE).is).toBe('changed');
    expect(step(failed, decideMessage({ id: 'd2', clickedAtMs: DUE - 1 }), DUE).is).toBe('refused');
  });

  it('gives a refused click the same answer for ever', () => {
    const late = decideMessage({ id: 'd2', by: BOB, clickedAtMs: NOW + 1 });
    const refused = step(undoable, late);
    const told = refused.is === 'refused' ? refused.next : null;
    const undone = step(told, clickMessage('undo'), NOW);
    const open = undone.is === 'changed' ? undone.next : null;
    expect(open?.decision?.state.is).toBe('undone');
    expect(step(open, late, NOW + HOUR)).toMatchObject({ is: 'refused', because: 'conflict', next: null });
  });

  it.each([
    ['undoable', undoable],
    ['posting', posting],
    ['recorded', recorded],
  ] as const)('knows the same click again when it is %s', (_is, current) =>
    expect(step(current, decideMessage()).is).toBe('repeat'),
  );
});

describe('overriding', () => {
  it('needs a second person where two decided, whatever it is changed to', () => {
    const approved = rowAfter(
      [decideMessage({ outcome: 'ESCALATED' })],
      [clickMessage('approve', { by: BOB, clickId: 'a1' }), NOW],
      [postMessage(), DUE],
      [answered(RECORDED), DUE],
    );
    const alone = { id: 'd2', by: CAT, outcome: 'SAFE', overrides: 'd1', comment: 'It was her' } as const;
    const decided = step(approved, decideMessage({ ...alone, clickedAtMs: DUE }), DUE);
    expect(stateOf(decided)).toEqual({ is: 'awaiting-approval' });
    const changed = step(recorded, decideMessage({ ...alone, clickedAtMs: DUE }), DUE);
    expect(stateOf(changed)).toMatchObject({ is: 'undoable' });
  });

  const override = { id: 'd2', by: BOB, overrides: 'd1', comment: 'I saw the badge log', clickedAtMs: DUE };

  it.each([
    ['recorded', recorded],
    ['failed', failed],
  ] as const)('replaces what is %s', (_is, current) => {
    const decided = step(current, decideMessage(override), DUE);
    expect(decided).toMatchObject({ is: 'changed', next: { decision: { id: 'd2' } } });
    expect(decided.is === 'changed' && decided.next.trail.slice(-2).map(({ what }) => what)).toEqual([
      'overridden',
      'requested',
    ]);
  });

  it('needs a reason', () => {
    expect(step(recorded, decideMessage({ ...override, comment: null }), DUE)).toMatchObject({
      because: 'comment-required',
    });
  });

  it('needs to know what it replaces', () => {
    const other = decideMessage({ ...override, overrides: 'd0' });
    expect(step(recorded, other, DUE)).toMatchObject({ because: 'conflict' });
    expect(step(null, other, DUE)).toMatchObject({ because: 'conflict' });
  });

  it('taken back leaves the recorded decision as it was', () => {
    const overridden = step(recorded, decideMessage(override), DUE);
    const undo = clickMessage('undo', { decisionId: 'd2' });
    const decided = overridden.is === 'changed' ? step(overridden.next, undo, DUE + 1) : overridden;
    expect(decided).toMatchObject({ is: 'changed', next: { decision: recorded.decision }, todo: [] });
  });
});

describe('a second person', () => {
  it('agrees, which opens the undo window', () => {
    const decided = step(asking, clickMessage('approve'), NOW + 5);
    expect(decided).toMatchObject({ next: { decision: { approvedBy: BOB, state: { untilMs: DUE + 5 } } } });
  });

  it('does not agree, which opens the case', () => {
    expect(stateOf(step(asking, clickMessage('decline')))).toMatchObject({ is: 'declined', by: BOB });
  });

  it.each(['approve', 'decline'] as const)('is not the first one: %s', (kind) => {
    expect(step(asking, clickMessage(kind, { by: ANN }))).toMatchObject({ because: 'own-decision' });
  });

  it('is known by its id, however that is written', () => {
    const again = { ...ANN, id: ANN.id.toLowerCase() };
    expect(step(asking, clickMessage('approve', { by: again }))).toMatchObject({ because: 'own-decision' });
  });

  it('does not count from another surface, where it could be the same person', () => {
    const elsewhere = { ...BOB, surface: 'teams' } as const;
    expect(step(asking, clickMessage('approve', { by: elsewhere }))).toMatchObject({
      because: 'other-surface',
    });
    expect(stateOf(step(asking, clickMessage('decline', { by: elsewhere })))).toMatchObject({
      is: 'declined',
    });
  });

  describe('in another chat, where `people` knows both', () => {
    const inTeams = (id: string): Person => ({ surface: 'teams', id, name: id });
    const people = { ann: { slack: ANN.id, teams: 'ann-in-teams' }, bob: { teams: 'BOB-in-teams' } };
    const press = (kind: 'approve' | 'decline', by: Person, known: KnownPeople = people) =>
      step(asking, clickMessage(kind, { by }), NOW, RULES, known);

    it('counts, and is not the first one under another id', () => {
      expect(press('approve', inTeams('bob-in-teams'))).toMatchObject({ is: 'changed' });
      expect(press('approve', inTeams('ANN-in-teams'))).toMatchObject({ because: 'own-decision' });
      expect(press('decline', inTeams('ann-in-teams'))).toMatchObject({ because: 'own-decision' });
    });

    it('does not count when one of them is not known', () => {
      expect(press('approve', inTeams('eve-in-teams'))).toMatchObject({ because: 'other-surface' });
      expect(press('approve', inTeams('bob-in-teams'), { bob: people.bob })).toMatchObject({
        because: 'other-surface',
      });
      // The same id elsewhere is another person's.
      expect(press('approve', inTeams(ANN.id))).toMatchObject({ because: 'other-surface' });
    });

    it('need not be asked again, unless it is who asks now', () => {
      const agreed = step(
        asking,
        clickMessage('approve', { by: inTeams('bob-in-teams') }),
        NOW,
        RULES,
        people,
      );
      const row = agreed.is === 'changed' ? agreed.next : null;
      const posted = step(row, postMessage(), DUE, RULES, people);
      const lost = step(
        posted.is === 'changed' ? posted.next : null,
        refusedBy(new NotFoundError('404')),
        DUE,
        RULES,
        people,
      );
      const retry = (by: Person, known: KnownPeople = people) => {
        const again = clickMessage('retry', { by, atMs: DUE });
        return step(lost.is === 'changed' ? lost.next : null, again, DUE, RULES, known);
      };
      expect(retry(inTeams('ann-in-teams'))).toMatchObject({
        next: { decision: { approvedBy: { id: 'bob-in-teams' } } },
      });
      expect(retry(inTeams('bob-in-teams'))).toMatchObject({ next: { decision: { approvedBy: ANN } } });
      expect(retry({ ...ANN, surface: 'small' })).toMatchObject({ next: { decision: { approvedBy: null } } });
    });
  });

  describe('for what a system or a link decided', () => {
    const asked = rowAfter([
      decideMessage({ outcome: 'ESCALATED', by: systemPerson('soar', 'whoever'), place: 'soar' }),
    ]);
    const theirs = step(asked, clickMessage('approve', { by: ANN }));
    const row = theirs.is === 'changed' ? theirs.next : null;

    it('is one of two in the chats: the first one makes it theirs', () => {
      expect(row).toMatchObject({
        decision: { by: ANN, approvedBy: null, state: { is: 'awaiting-approval' } },
        trail: [
          { what: 'requested', by: { id: 'soar' } },
          { what: 'approved', by: ANN },
        ],
      });
      expect(step(row, clickMessage('approve', { by: ANN, clickId: 'again' }))).toMatchObject({
        is: 'repeat',
      });
      expect(step(row, clickMessage('approve', { by: BOB }))).toMatchObject({
        next: { decision: { by: ANN, approvedBy: BOB, state: { is: 'undoable' } } },
      });
    });

    it('is never the system, when it is tried once more', () => {
      const failedBySystem = {
        ...asked,
        decision: { ...asked.decision, approvedBy: BOB, state: failed.decision.state },
      };
      const again = clickMessage('retry', { by: BOB, atMs: DUE });
      expect(step(failedBySystem, again, DUE)).toMatchObject({
        next: { decision: { by: BOB, approvedBy: null, state: { is: 'awaiting-approval' } } },
      });
    });
  });

  it('need not be asked again when what both agreed on is tried once more', () => {
    const events = [[decideMessage({ outcome: 'ESCALATED' })], [clickMessage('approve')]] as const;
    const lost = rowAfter(...events, [postMessage(), DUE], [refusedBy(new NotFoundError('404')), DUE]);
    const retry = (by: Person) => step(lost, clickMessage('retry', { by, atMs: DUE }), DUE);
    expect(retry(ANN)).toMatchObject({ next: { decision: { by: ANN, approvedBy: BOB } } });
    expect(retry(BOB)).toMatchObject({ next: { decision: { by: BOB, approvedBy: ANN } } });
    const elsewhere = { ...BOB, surface: 'teams' } as const;
    expect(retry(elsewhere)).toMatchObject({
      next: { decision: { by: elsewhere, approvedBy: null, state: { is: 'awaiting-approval' } } },
    });
    expect(retry(CAT)).toMatchObject({ next: { decision: { by: CAT, approvedBy: BOB } } });
  });
});

describe('undoing', () => {
  const waiting = rowAfter(
    [decideMessage()],
    [postMessage(), DUE],
    [refusedBy(new RateLimitedError('', 1)), DUE],
  );

  it.each([
    ['undoable', undoable],
    ['waiting', waiting],
    ['asking', asking],
  ] as const)('is possible while it is %s', (_is, current) =>
    expect(stateOf(step(current, clickMessage('undo')))).toMatchObject({ is: 'undone' }),
  );

  it.each([
    ['posting', posting],
    ['recorded', recorded],
    ['failed', failed],
  ] as const)('is too late when it is %s', (_is, current) =>
    expect(step(current, clickMessage('undo'))).toMatchObject({ because: 'too-late' }),
  );

  it('is still possible a moment late, as long as nothing was sent', () => {
    expect(stateOf(step(undoable, clickMessage('undo'), DUE + 500))).toMatchObject({ is: 'undone' });
  });

  it('knows the same click again, and says nothing is known of an unknown case', () => {
    const undone = rowAfter([decideMessage()], [clickMessage('undo')]);
    expect(step(undone, clickMessage('undo')).is).toBe('repeat');
    expect(step(null, clickMessage('undo'))).toMatchObject({ because: 'gone' });
  });
});

describe('posting', () => {
  it('waits for its time', () => {
    expect(step(undoable, postMessage(), DUE - 1)).toMatchObject({ is: 'repeat', todo: [{ atMs: DUE }] });
  });

  it('is said before it is done', () => {
    expect(step(undoable, postMessage(), DUE)).toMatchObject({
      next: { decision: { state: { is: 'posting', sinceMs: DUE } } },
      todo: [{ do: 'submit' }],
    });
  });

  it('is left to the one who does it, and looked at once that one must be dead', () => {
    const lateMs = DUE + POST_TIMEOUT_MS;
    expect(step(posting, postMessage(), lateMs - 1)).toMatchObject({
      is: 'repeat',
      todo: [{ atMs: lateMs }],
    });
    expect(step(posting, postMessage(), lateMs)).toMatchObject({ is: 'repeat', todo: [{ do: 'look' }] });
  });

  it('of a decision that is not the one any more does nothing', () => {
    expect(step(recorded, postMessage('d0'), DUE)).toMatchObject({ is: 'repeat', todo: [] });
  });

  it.each([
    ['not-found', new NotFoundError('404')],
    ['rejected', new RejectedError('400: no such event', 400)],
  ])('fails as %s', (because, error) => {
    expect(stateOf(step(posting, refusedBy(error), DUE))).toMatchObject({ is: 'failed', because });
  });

  it.each([
    ['not-ready', new NotReadyError('423', { days_until_ready: 3 }), HOUR],
    ['not-ready', new NotReadyError('423', {}), HOUR],
    ['not-ready', new NotReadyError('423', { days_until_ready: 0.01 }), 864_000],
    ['rate-limited', new RateLimitedError('429', 20_000), 20_000],
    ['rate-limited', new RateLimitedError('429', null), 5_000],
    ['unreachable', new UnreachableError('no route', false), 5_000],
    ['unreachable', new UnauthorizedError('401'), 5_000],
  ])('waits when it is %s', (because, error, pauseMs) => {
    const decided = step(posting, refusedBy(error), DUE);
    expect(stateOf(decided)).toMatchObject({ is: 'waiting', because, untilMs: DUE + pauseMs, sinceMs: DUE });
    expect(decided).toMatchObject({ todo: [{ do: 'post', atMs: DUE + pauseMs }] });
  });

  it('says that it is the key', () => {
    const decided = step(posting, refusedBy(new UnauthorizedError('401')), DUE);
    expect(stateOf(decided)).toMatchObject({ is: 'waiting', keyRefused: true });
  });

  it('tells the day when the platform does', () => {
    const decided = step(posting, refusedBy(new NotReadyError('423', { days_until_ready: 3 })), DUE);
    expect(stateOf(decided)).toMatchObject({ readyAtMs: DUE + 72 * HOUR });
  });

  it('waits longer each time, and gives up after a day', () => {
    let current = posting;
    let nowMs = DUE;
    const pauses: number[] = [];
    for (;;) {
      const decided = step(current, refusedBy(new UnreachableError('no route', false)), nowMs);
      if (decided.is !== 'changed') throw new Error(decided.is);
      const state = decided.next.decision?.state;
      if (state?.is !== 'waiting') break;
      pauses.push(state.untilMs - nowMs);
      nowMs = state.untilMs;
      const again = step(decided.next, postMessage(), nowMs);
      if (again.is !== 'changed') throw new Error(again.is);
      current = again.next as CaseVerdict;
      if (current.decision.state.is === 'failed') break;
    }
    expect(current.decision.state).toMatchObject({ is: 'failed', because: 'gave-up', mayBeRecorded: false });
    expect(nowMs).toBe(DUE + 24 * HOUR);
    expect(pauses.slice(0, 4)).toEqual([5_000, 5_000, 10_000, 20_000]);
    expect(pauses.length).toBeLessThan(120);
  });

  it('is recorded, with what the platform said', () => {
    expect(recorded.decision.state).toEqual({ is: 'recorded', atMs: DUE, resolved: true });
    expect(recorded.trail.map(({ what }) => what)).toEqual(['requested', 'posting', 'recorded']);
  });
});

describe('an unclear answer', () => {
  const doubtful = rowAfter([decideMessage()], [postMessage(), DUE], [answered(UNKNOWN), DUE]);

  it('is looked into after a moment, twice, and never sent again', () => {
    expect(step(doubtful, postMessage(), DUE + 4_999)).toMatchObject({ todo: [{ do: 'post' }] });
    expect(step(doubtful, postMessage(), DUE + 5_000)).toMatchObject({ todo: [{ do: 'look', looks: 0 }] });
    const once = step(doubtful, looked(0, null), DUE + 5_000);
    const twice = once.is === 'changed' ? step(once.next, looked(1, null), DUE + 35_000) : once;
    expect(stateOf(twice)).toMatchObject({ is: 'failed', because: 'unknown-outcome', mayBeRecorded: true });
  });

  it('is recorded when the case was closed since', () => {
    expect(stateOf(step(doubtful, looked(0, DUE + 100), DUE + 5_000))).toMatchObject({ is: 'recorded' });
    expect(stateOf(step(doubtful, looked(0, DUE - 60_000), DUE + 5_000))).toMatchObject({ is: 'posting' });
  });

  it('is replaced only by somebody who knows of it, and says why', () => {
    const once = step(doubtful, looked(0, null), DUE + 5_000);
    const unclear = once.is === 'changed' ? step(once.next, looked(1, null), DUE + 35_000) : once;
    if (unclear.is !== 'changed') throw new Error(unclear.is);
    const atMs = DUE + 60_000;
    const decideAs = (overrides: string | null, comment: string | null) =>
      step(
        unclear.next,
        decideMessage({ id: 'again', by: BOB, outcome: 'SAFE', overrides, comment, clickedAtMs: atMs }),
        atMs,
      );
    expect(decideAs(null, 'no threat')).toMatchObject({ is: 'refused', because: 'conflict' });
    const { id = '' } = unclear.next.decision ?? {};
    expect(decideAs(id, null)).toMatchObject({ is: 'refused', because: 'comment-required' });
    expect(decideAs(id, 'no threat')).toMatchObject({ is: 'changed', next: { decision: { by: BOB } } });
  });

  it('gives way to a clear one that comes late', () => {
    const once = step(doubtful, looked(0, null), DUE + 5_000);
    const twice = once.is === 'changed' ? step(once.next, looked(1, null), DUE + 35_000) : once;
    const late = twice.is === 'changed' ? step(twice.next, answered(RECORDED), DUE + 40_000) : twice;
    expect(stateOf(late)).toMatchObject({ is: 'recorded' });
  });
});

describe('the trail', () => {
  it('never goes back in time when clocks differ', () => {
    const decided = step(undoable, clickMessage('undo'), NOW - 5_000);
    expect(decided.is === 'changed' && decided.next.trail.map(({ atMs }) => atMs)).toEqual([NOW, NOW]);
  });

  it('makes room in the row by dropping its oldest entries, and counts them', () => {
    let current: Answer | null = null;
    for (let n = 0; n < 300; n++) {
      const comment = '\u0001'.repeat(2_000);
      const decided = step(current, decideMessage({ id: `d${n}`, comment }));
      if (decided.is !== 'changed') throw new Error(decided.is);
      const undone = step(decided.next, clickMessage('undo', { decisionId: `d${n}` }));
      if (undone.is !== 'changed') throw new Error(undone.is);
      current = undone.next;
    }
    expect(JSON.stringify(current).length).toBeLessThan(380_000);
    expect((current?.trimmed ?? 0) + (current?.trail.length ?? 0)).toBe(600);
  });
});
