import { describe, expect, it } from 'vitest';
import type { Answer, EscalationStep, Person } from '../../../lib/case/answer.ts';
import { type CasePolicy, standing } from '../../../lib/case/standing.ts';
import { type BulkMessage, decisionsIn } from '../../../lib/features/bulk/bulk-message.ts';
import { NotFoundError, NotReadyError, UnreachableError } from '../../../lib/posture/posture-errors.ts';
import { auditOf } from '../../../lib/verdict/audit.ts';
import { decide } from '../../../lib/verdict/decide.ts';
import type { Decided, VerdictEvent } from '../../../lib/verdict/decision-types.ts';
import { escalateCase } from '../../../lib/verdict/escalate-case.ts';
import { caseRecord } from '../../support/case-records.ts';
import {
  aDecision,
  aVerdict,
  BOB,
  CASE_ID,
  CAT,
  clickMessage,
  decideMessage,
  NOW,
  postMessage,
  RULES,
} from './examples.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const context = { rules: RULES, people: {}, postTimeoutMs: 30_000 };
const step = (current: Answer | null, event: VerdictEvent, nowMs: number): Decided =>
  decide(current, event, { ...context, nowMs });
function changed(current: Answer | null, event: VerdictEvent, nowMs: number): Answer {
  const decided = step(current, event, nowMs);
  if (decided.is !== 'changed') throw new Error(`${event.kind}: ${JSON.stringify(decided)}`);
  return decided.next;
}
const refusedBy = (error: Error, decisionId: string): VerdictEvent =>
  ({
    kind: 'answered',
    domain: 'acme',
    caseId: CASE_ID,
    decisionId,
    answer: { status: 'refused', error },
  }) as VerdictEvent;

/** A recorded decision of Ann, and Bob who wants to replace it. */
const recorded = aVerdict({ version: 3 });
const override = (by: Person = BOB, outcome: 'SAFE' | 'ESCALATED' = 'SAFE') =>
  decideMessage({ id: 'd2', outcome, by, overrides: 'd1', comment: 'a drill', clickedAtMs: NOW + 1 });
const bulk = decisionsIn({
  ...{ v: 1, kind: 'bulk', clickId: 'm1', by: CAT, atMs: NOW + 3 * DAY, channelId: null, reply: null },
  ...{ outcome: 'SAFE', comment: null },
  cases: [
    {
      domain: 'acme',
      caseId: CASE_ID,
      createdAtMs: null,
      place: 'soc',
      found: { groups: [], outsider: null },
      ...{ episode: 0, updatedAtMs: 1, claim: null },
    },
  ],
} as BulkMessage)[0] as VerdictEvent;

describe('an override that is not approved, fails or expires', () => {
  const asking = changed(recorded, override(BOB, 'ESCALATED'), NOW + 2);
  const posting = changed(changed(recorded, override(), NOW + 2), postMessage('d2'), NOW + 20_000);
  const vain: readonly [string, Answer, string][] = [
    [
      'was declined',
      changed(asking, clickMessage('decline', { decisionId: 'd2', by: CAT }), NOW + 3),
      'declined',
    ],
    ['expired', changed(asking, postMessage('d2'), NOW + 2 + DAY), 'failed'],
    ['was rejected', changed(posting, refusedBy(new NotFoundError('404'), 'd2'), NOW + 21_000), 'failed'],
  ];

  it.each(vain)(
    'leaves the verdict before it in force, and the trail says what happened: it %s',
    (_, answer, what) => {
      expect(answer).toMatchObject({ decision: { id: 'd1', state: { is: 'recorded' } }, before: null });
      expect(auditOf(answer).at(-1)).toMatchObject({ what, id: 'd2' });
    },
  );

  it.each(vain)('leaves that verdict protected, also against bulk: it %s', (_, answer) => {
    const plainly = decideMessage({ id: 'd3', by: CAT, clickedAtMs: NOW + 3 * DAY });
    expect(step(answer, plainly, NOW + 3 * DAY)).toMatchObject({ is: 'refused', because: 'conflict' });
    expect(step(answer, bulk, NOW + 3 * DAY)).toMatchObject({ is: 'refused', because: 'conflict' });
    const knowingly = decideMessage({
      id: 'd3',
      overrides: 'd1',
      comment: 'seen',
      clickedAtMs: NOW + 3 * DAY,
    });
    expect(step(answer, knowingly, NOW + 3 * DAY).is).toBe('changed');
  });

  it('and of which nobody knows whether it was recorded shows that doubt, and only an override replaces it', () => {
    const lost = {
      kind: 'looked',
      domain: 'acme',
      caseId: CASE_ID,
      decisionId: 'd2',
      closedAtMs: null,
    } as const;
    const doubt = { looks: 1, nextLookMs: NOW + 30_000 };
    const looking = {
      ...posting,
      decision: posting.decision && {
        ...posting.decision,
        state: { is: 'posting', sinceMs: NOW, doubt } as const,
      },
    };
    const answer = changed(looking, { ...lost, looks: 1 }, NOW + 60_000);
    expect(answer).toMatchObject({
      decision: { id: 'd2', state: { is: 'failed', mayBeRecorded: true } },
      before: { id: 'd1' },
    });
    expect(step(answer, bulk, NOW + 3 * DAY)).toMatchObject({ is: 'refused', because: 'conflict' });
    const again = decideMessage({ id: 'd3', overrides: 'd2', comment: 'seen', clickedAtMs: NOW + 3 * DAY });
    expect(step(answer, again, NOW + 3 * DAY).is).toBe('changed');
  });
});

const STEPS: readonly EscalationStep[] = [{ route: 'severe', step: 1, afterMs: HOUR, to: [] }];
const policyOf = (steps = STEPS): CasePolicy => ({
  stepsOf: () => steps,
  claimHoldsMs: () => DAY,
  isChat: () => true,
});
const waiting = caseRecord({
  ...{ caseId: CASE_ID, version: 1, routes: ['severe'], severity: 'high', sinceMs: NOW, createdAtMs: NOW },
  places: { soc: 'handed' },
});
const look = (answer: Answer | null, nowMs: number, record = waiting, steps = STEPS) =>
  escalateCase(record, record, answer, { policy: policyOf(steps), nowMs });

const isAnswered = (answer: Answer, episode = 0): boolean =>
  standing({ ...waiting, episode }, answer, policyOf(STEPS), NOW).isAnswered;

describe('a decision that nobody approved in time', () => {
  const expired = changed(
    changed(null, decideMessage({ outcome: 'ESCALATED' }), NOW),
    postMessage(),
    NOW + DAY,
  );

  it('does not count as an answer: the case waits again from when it expired', () => {
    expect(isAnswered(expired)).toBe(false);
    expect(look(expired, NOW + DAY)).toMatchObject({ owed: null, next: { lookMs: NOW + DAY + HOUR } });
    expect(look(expired, NOW + DAY + HOUR)).toMatchObject({ owed: 'step', next: { steps: [{ step: 1 }] } });
  });
});

describe('a platform that says when it will be ready', () => {
  const notReady = new NotReadyError('423', { days_until_ready: 2 } as never);
  const posting = changed(changed(null, decideMessage(), NOW), postMessage(), NOW + 10_000);

  it('is waited for until then and a day longer, whatever it answers meanwhile', () => {
    let answer = changed(posting, refusedBy(notReady, 'd1'), NOW + 10_000);
    let nowMs = NOW + 10_000;
    for (;;) {
      const state = answer.decision?.state;
      if (state?.is !== 'waiting') break;
      nowMs = state.untilMs;
      answer = changed(answer, postMessage(), nowMs);
      if (answer.decision?.state.is !== 'posting') break;
      answer = changed(answer, refusedBy(new UnreachableError('no route', false), 'd1'), nowMs);
    }
    expect(answer.decision?.state).toMatchObject({ is: 'failed', because: 'gave-up' });
    expect(nowMs).toBe(NOW + 10_000 + 3 * DAY);
  });
});

it('the steps of one route go on when another one is renamed', () => {
  const steps = [
    { route: 'severe', step: 1, afterMs: HOUR, to: [] },
    { route: 'after', step: 1, afterMs: HOUR, to: [] },
    { route: 'severe', step: 2, afterMs: 2 * HOUR, to: [] },
    { route: 'after', step: 2, afterMs: 3 * HOUR, to: [] },
  ];
  const taken = ['severe', 'before'].map((route, index) => ({
    ...{ n: index + 1, route, step: 1, afterMs: HOUR, atMs: NOW + HOUR, to: [] },
  }));
  const answer = {
    ...{ domain: 'acme', caseId: CASE_ID, version: 3, decision: null, trail: [] },
    steps: taken,
  };
  const record = { ...waiting, routes: ['severe', 'after'] };
  expect(look(answer, NOW + 2 * HOUR - 1, record, steps)).toMatchObject({ owed: null });
  const looked = look(answer, NOW + 2 * HOUR, record, steps);
  expect(looked.next?.steps?.at(-1)).toMatchObject({ n: 3, route: 'severe', step: 2 });
});

describe('a case that was reopened', () => {
  const inEpisode = (current: Answer | null, event: VerdictEvent, episode: number): Decided =>
    decide(current, event, { ...context, episode, nowMs: NOW + HOUR });
  const again = decideMessage({ id: 'd2', outcome: 'SAFE', by: BOB, clickedAtMs: NOW + HOUR });
  const claimed: Answer = {
    ...{ domain: 'acme', caseId: CASE_ID, version: 1, decision: null, trail: [] },
    claim: { id: 'k1', by: BOB, place: 'soc', atMs: NOW, episode: 0 },
  };

  it('is answered by no claim and no decision of before', () => {
    expect([isAnswered(recorded, 0), isAnswered(recorded, 1)]).toEqual([true, false]);
    expect([isAnswered(claimed, 0), isAnswered(claimed, 1)]).toEqual([true, false]);
    for (const answer of [recorded, claimed])
      expect(look(answer, NOW + HOUR, { ...waiting, episode: 1 })).toMatchObject({ owed: 'step' });
  });

  it('is decided anew without an override, and the trail says which decision that replaces', () => {
    expect(inEpisode(recorded, again, 0)).toMatchObject({ is: 'refused', because: 'conflict' });
    const decided = inEpisode(recorded, again, 1);
    expect(decided).toMatchObject({
      is: 'changed',
      next: { decision: { id: 'd2', overrides: null, replaces: 'd1', episode: 1 }, before: { id: 'd1' } },
    });
    const trailOf = (one: typeof decided) =>
      one.is === 'changed' ? auditOf(one.next).map(({ what, id }) => `${what} ${id}`) : [];
    expect(trailOf(decided)).toEqual(['replaced d1', 'requested d2']);
    const byName = { ...again, request: { ...again.request, overrides: 'd1', comment: 'seen' } };
    expect(trailOf(inEpisode(recorded, byName, 1))).toEqual(['replaced d1', 'requested d2']);
    // What came to nothing cannot be replaced.
    const undone = aVerdict({ decision: aDecision({ state: { is: 'undone', by: BOB, atMs: NOW } }) });
    expect(trailOf(inEpisode(undone, again, 1))).toEqual(['requested d2']);
  });

  it('is not decided while what was decided before is being sent, whose answer the trail has', () => {
    const posting = aVerdict({ decision: aDecision({ state: { is: 'posting', sinceMs: NOW } }) });
    expect(inEpisode(posting, again, 1)).toMatchObject({ is: 'refused', because: 'conflict' });
    const answer = { status: 'recorded', result: { case_id: CASE_ID, resolved: true } };
    const about = { domain: 'acme', caseId: CASE_ID, decisionId: 'd1' };
    const told = inEpisode(posting, { ...about, kind: 'answered', answer } as VerdictEvent, 1);
    const next = told.is === 'changed' ? told.next : null;
    expect(next?.trail).toMatchObject([{ what: 'recorded', id: 'd1' }]);
    const pressedAgain = { ...again, request: { ...again.request, id: 'd3' } };
    expect(inEpisode(next, pressedAgain, 1)).toMatchObject({
      next: { decision: { id: 'd3', replaces: 'd1' } },
    });
  });

  it('is not decided by a button of before, which is told so', () => {
    expect(inEpisode(recorded, { ...again, episode: 0 }, 1)).toMatchObject({
      is: 'refused',
      because: 'stale',
    });
    expect(inEpisode(recorded, { ...again, episode: 1 }, 1).is).toBe('changed');
  });
});
