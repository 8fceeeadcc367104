import { describe, expect, it } from 'vitest';
import { afterListing, type CaseListing } from '../../../lib/case/after-listing.ts';
import { type Answer, claimIn, isUndecided } from '../../../lib/case/answer.ts';
import { type CaseRecord, isEnded } from '../../../lib/case/case-record.ts';
import { nextLook } from '../../../lib/case/next-escalation.ts';
import { afterLook, withOurVerdict } from '../../../lib/case/vanished-or-reopened.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { judge } from '../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../lib/features/privacy/person.ts';
import { createOverdueVerdicts } from '../../../lib/reconcile/overdue-verdicts.ts';
import { createUnansweredCases } from '../../../lib/reconcile/unanswered-cases.ts';
import { createCasePolicy } from '../../../lib/routing/case-policy.ts';
import { followsFrom } from '../../../lib/verdict/closed-by-verdict.ts';
import { decide } from '../../../lib/verdict/decide.ts';
import type { Decided, VerdictEvent } from '../../../lib/verdict/decision-types.ts';
import { escalateCase } from '../../../lib/verdict/escalate-case.ts';
import { createSaveDecision } from '../../../lib/verdict/save-decision.ts';
import { caseRecord } from '../../support/case-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import {
  ANN,
  aDecision,
  aVerdict,
  BOB,
  CASE_ID,
  clickMessage,
  decideMessage,
  NOW,
  postMessage,
  RULES,
} from '../verdict/examples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const after = (ms: number) => ({ critical: ms, high: ms, medium: ms, low: ms });
const policy = createCasePolicy({
  verdicts: { claims: { critical: HOUR, high: 4 * HOUR, medium: DAY, low: DAY } },
  destinations: { soc: { type: 'slack' } },
  routes: [
    { name: 'severe', escalation: [{ after: after(10 * MINUTE) }, { after: after(30 * MINUTE) }] },
    { name: 'archive' },
  ],
} as never);
const aRecord = (more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({
    ...{ domain: 'acme', caseId: CASE_ID, version: 1, createdAtMs: NOW, updatedAtMs: NOW, statusAtMs: NOW },
    ...{ routes: ['severe'], severity: 'high', sinceMs: NOW, lookMs: NOW + 10 * MINUTE },
    ...{ places: { soc: 'handed' }, ...more },
  });
const listed = (more: Partial<CaseListing> = {}): CaseListing => ({
  ...{ revision: 'r', createdAtMs: NOW, updatedAtMs: NOW, closedAtMs: null, severity: 'high' },
  ...{ routes: ['severe'], destinations: ['soc'], escalatesAfterMs: 10 * MINUTE, ...more },
});
const UNDOABLE = { is: 'undoable', sinceMs: NOW, untilMs: NOW } as const;
const context = { rules: RULES, people: {}, postTimeoutMs: 30_000 };
const anAnswer = (more: Partial<Answer> = {}): Answer => ({
  ...{ domain: 'acme', caseId: CASE_ID, version: 1, decision: null, trail: [], ...more },
});
const steps = [1, 2].map((n) => {
  const afterMs = (n === 1 ? 10 : 30) * MINUTE;
  return { n, route: 'severe', step: n, afterMs, atMs: NOW + afterMs, to: [] };
});

const recordedBy = (decisionId: string, resolved: boolean | undefined): VerdictEvent => {
  const answer = { status: 'recorded', result: { case_id: CASE_ID, resolved } };
  return { kind: 'answered', domain: 'acme', caseId: CASE_ID, decisionId, answer } as VerdictEvent;
};
function changed(decided: Decided): Answer {
  if (decided.is !== 'changed') throw new Error(JSON.stringify(decided));
  return decided.next;
}

describe('a case that is open again', () => {
  it('begins a new episode also where only a list had said that it was closed', () => {
    const closed = afterListing(aRecord(), listed({ updatedAtMs: NOW + 1, closedAtMs: NOW + 1 }), NOW + 1);
    expect(isEnded(closed)).toBe(true);
    const seen = { state: 'investigating', updatedAtMs: NOW + MINUTE, closedAtMs: null } as const;
    const looked = afterLook({ ...closed, lookMs: null }, seen, NOW + HOUR);
    expect(looked).toMatchObject({ episode: 1, sinceMs: NOW + HOUR, lookMs: NOW + HOUR });
    expect(isUndecided(aVerdict(), looked.episode)).toBe(true);
  });

  it.each([
    ['a list', aRecord({ closedAtMs: NOW, lookMs: null })],
    ['a look', aRecord({ status: 'closed', closedAtMs: NOW, endedAtMs: NOW })],
  ])('was not, where %s had closed it and the platform then acted on it', (_, closed) => {
    const listedOpen = afterListing(closed, listed({ updatedAtMs: NOW + 1 }), NOW + 1);
    expect(listedOpen).toMatchObject({ episode: 1, unconfirmed: { episode: 0 } });
    const look = (state: 'enforced' | 'investigating') =>
      afterLook(listedOpen, { state, updatedAtMs: NOW + 1, closedAtMs: null }, NOW + 2);
    expect(look('enforced')).toMatchObject({ status: 'enforced', episode: 0 });
    expect(isUndecided(aVerdict(), look('enforced').episode)).toBe(false);
    expect(look('investigating')).toMatchObject({ status: 'investigating', episode: 1 });
    for (const state of ['enforced', 'investigating'] as const)
      expect(look(state)).not.toHaveProperty('unconfirmed');
  });

  it('is answered by nothing that was decided while it was taken for reopened, and was not', () => {
    const at = (minutes: number) => NOW + minutes * MINUTE;
    const decideAt = (minutes: number, record: CaseRecord) => {
      const request = { id: `at-${minutes}`, clickedAtMs: at(minutes), by: ANN };
      const now = { nowMs: at(minutes), episode: record.episode, record };
      return changed(
        decide(null, { ...decideMessage(request), episode: record.episode }, { ...context, ...now }),
      );
    };
    const look = (record: CaseRecord, state: 'enforced' | 'closed' | 'investigating', minutes: number) => {
      const seen = { state, updatedAtMs: at(minutes), closedAtMs: state === 'closed' ? at(minutes) : null };
      return { ...afterLook(record, seen, at(minutes)), owed: false };
    };
    let record = aRecord();
    const answers: Answer[] = [decideAt(0, record)];
    // Twice over: what goes back must not go back by one only.
    for (const minutes of [10, 20]) {
      const closed = listed({ updatedAtMs: at(minutes), closedAtMs: at(minutes) });
      record = afterListing(look(record, 'closed', minutes), closed, at(minutes));
      record = afterListing(record, listed({ updatedAtMs: at(minutes + 1) }), at(minutes + 1));
      answers.push(decideAt(minutes + 1, record));
      record = look(record, 'enforced', minutes + 1);
      expect(answers.map((answer) => isUndecided(answer, record.episode))).not.toContain(true);
    }
    record = look(record, 'investigating', 30);
    expect(answers.map((answer) => isUndecided(answer, record.episode))).toEqual([true, true, true]);
    const pressed = answers.map((answer) => ({
      ...decideMessage({ id: 'late', clickedAtMs: at(31) }),
      episode: answer.decision?.episode,
    }));
    for (const event of pressed)
      expect(decide(null, event, { ...context, nowMs: at(31), episode: record.episode })).toMatchObject({
        is: 'refused',
        because: 'stale',
      });
  });

  it('is open where it had vanished, and a list has it again and newer', () => {
    const gone = aRecord({ status: 'vanished', endedAtMs: NOW, lookMs: null });
    const back = afterListing(gone, listed({ updatedAtMs: NOW + DAY }), NOW + DAY);
    expect(back).toMatchObject({ status: 'discover', endedAtMs: null, episode: 1, lookMs: NOW + DAY });
    expect(isEnded(afterListing(gone, listed(), NOW + DAY))).toBe(true);
  });

  it('is told to be closed once more, though a verdict of before had closed it', () => {
    const changes = [
      { n: 1, from: 'discover', to: 'closed', atMs: NOW + 1 },
      { n: 2, from: 'closed', to: 'investigating', atMs: NOW + HOUR },
      { n: 3, from: 'investigating', to: 'closed', atMs: NOW + DAY },
    ] as const;
    expect(changes.map((change) => followsFrom(aVerdict(), change, changes))).toEqual([true, false, false]);
  });

  it('is answered by nothing that a system decided before the bridge saw it open again', () => {
    const enforced = aRecord({ status: 'enforced', statusAtMs: NOW });
    const { episode: _, ...bySystem } = {
      ...decideMessage({ clickedAtMs: NOW + MINUTE }),
      episode: undefined,
    };
    const now = { ...context, nowMs: NOW + MINUTE };
    const answer = changed(decide(null, bySystem, { ...now, episode: 0, record: enforced }));
    const seen = { state: 'investigating', updatedAtMs: NOW + 1, closedAtMs: null } as const;
    const open = afterLook(enforced, seen, NOW + 2 * MINUTE);
    expect(open).toMatchObject({ episode: 1, sinceMs: NOW + 2 * MINUTE });
    expect(isUndecided(answer, open.episode)).toBe(true);
    const later = { ...context, nowMs: NOW + HOUR, episode: open.episode };
    expect(decide(answer, postMessage(answer.decision?.id), later)).toMatchObject({
      next: { decision: { state: { because: 'reopened' } } },
    });
  });

  it('does not get the decision that was still to be sent', () => {
    const waiting = { is: 'waiting', because: 'unreachable', sinceMs: NOW, untilMs: NOW + HOUR } as const;
    const answer = aVerdict({ decision: aDecision({ state: waiting }) });
    const at = { ...context, nowMs: NOW + HOUR };
    expect(decide(answer, postMessage(), { ...at, episode: 0 })).toMatchObject({ todo: [{ do: 'submit' }] });
    expect(decide(answer, postMessage(), { ...at, episode: 1 })).toMatchObject({
      is: 'changed',
      next: { decision: { state: { is: 'failed', because: 'reopened', mayBeRecorded: false } } },
      todo: [],
    });
  });

  it.each([
    ['is answered by the decision that reopened it', 'ESCALATED', 'enforced', false, 1],
    ['is answered by no decision that left it as it was', 'ESCALATED', 'enforced', true, 0],
    ['is answered by no decision that left it as it was', 'DUPLICATE', 'closed', false, 0],
    ['is answered by no decision that left it as it was', 'DUPLICATE', 'closed', undefined, 0],
    ['is answered by no decision of before', 'ESCALATED', 'investigating', false, 0],
  ] as const)('%s (%s, %s, resolved: %s)', (_, outcome, status, resolved, episode) => {
    const posting = aVerdict({ decision: aDecision({ outcome, state: { is: 'posting', sinceMs: NOW } }) });
    const record = aRecord({ status });
    const decided = decide(posting, recordedBy('d1', resolved), {
      ...context,
      ...{ nowMs: NOW, episode: 0, record },
    });
    expect(decided).toMatchObject({ is: 'changed', next: { decision: { episode } } });
    const next = decided.is === 'changed' ? decided.next : null;
    expect(isUndecided(next, 1)).toBe(episode === 0);
  });

  describe('by a decision of ours, before any look saw that,', () => {
    const enforced = aRecord({ status: 'enforced' });
    const at = (ms: number, record: CaseRecord) => ({
      ...context,
      ...{ nowMs: NOW + ms, episode: record.episode, record },
    });
    const posting = aVerdict({
      decision: aDecision({ outcome: 'ESCALATED', state: { is: 'posting', sinceMs: NOW } }),
    });
    const escalated = changed(decide(posting, recordedBy('d1', false), at(1_000, enforced)));
    const request = { id: 'd2', outcome: 'SAFE', comment: 'a drill', overrides: 'd1', by: ANN } as const;
    const message = decideMessage({ ...request, clickedAtMs: NOW + 20_000 });
    const corrected = changed(decide(escalated, message, at(20_000, enforced)));
    const open = { state: 'investigating', closedAtMs: null } as const;

    const seen = { ...open, updatedAtMs: NOW + 60_500 };
    const before = aDecision({ id: 'd0', outcome: 'SAFE' });
    it.each([
      ['the platform had acted on it', enforced, null],
      ['our own verdict had closed it, which nobody saw', aRecord({ status: 'investigating' }), before],
    ])('is answered by it also where a look is quicker than the answer: %s', (_, known, earlier) => {
      const decision = { ...posting.decision, state: { is: 'posting', sinceMs: NOW + MINUTE } as const };
      const answer = { ...posting, before: earlier, decision };
      const look = (nowMs: number) => afterLook(withOurVerdict(known, answer, seen, nowMs), seen, nowMs);
      const answeredWith = (record: CaseRecord) =>
        changed(decide(answer, recordedBy('d1', false), at(62_000, record)));
      const reopened = look(NOW + 61_000);
      expect(reopened).toMatchObject({ episode: 1 });
      expect(isUndecided(answeredWith(reopened), 1)).toBe(false);
      // It was open before anything was sent: that decision did not open it.
      expect(isUndecided(answeredWith({ ...reopened, sinceMs: NOW + 59_000 }), 1)).toBe(true);
    });

    it('is sent what corrects that decision', () => {
      const reopened = afterLook(enforced, { ...open, updatedAtMs: NOW + 1_000 }, NOW + 25_000);
      expect(reopened).toMatchObject({ episode: 1 });
      const posted = decide(corrected, postMessage('d2'), at(HOUR, reopened));
      expect(posted).toMatchObject({ todo: [{ do: 'submit' }] });
    });

    it('is sent what is tried once more', () => {
      const state = {
        is: 'failed',
        because: 'gave-up',
        message: '',
        mayBeRecorded: false,
        atMs: NOW,
      } as const;
      const failed = aVerdict({ decision: aDecision({ state, episode: 1 }) });
      const retried = changed(decide(failed, clickMessage('retry'), at(1_000, enforced)));
      expect(retried.decision).toMatchObject({ episode: 1 });
    });

    const about = { domain: 'acme', caseId: CASE_ID, decisionId: 'd2' };
    it.each<[string, VerdictEvent]>([
      ['the answer to it', recordedBy('d2', true)],
      ['a look', { ...about, kind: 'looked', looks: 0, closedAtMs: NOW + HOUR }],
    ])('and resolved again, as %s says, waits when it is reopened once more', (_, event) => {
      const sent = changed(decide(corrected, postMessage('d2'), at(HOUR, enforced)));
      const resolved = changed(decide(sent, event, at(HOUR, enforced)));
      expect(isUndecided(resolved, 0)).toBe(false);
      const reopened = afterLook(enforced, { ...open, updatedAtMs: NOW + DAY }, NOW + DAY);
      expect(isUndecided(resolved, reopened.episode)).toBe(true);
    });
  });

  const BACK: readonly [string, VerdictEvent, number][] = [
    ['declined', clickMessage('decline', { decisionId: 'd2', by: BOB, atMs: NOW + HOUR }), NOW + HOUR],
    ['expired', postMessage('d2'), NOW + 25 * HOUR],
  ];
  it.each(BACK)(
    'waits anew when its decision %s, though an earlier verdict stands',
    async (_, event, atMs) => {
      const clock = createManualClock(NOW + 5 * MINUTE);
      const ledger = createMemoryAnswerLedger();
      const record = aRecord({ episode: 1 });
      await ledger.save(aVerdict({ version: 1, steps, isPublished: true }));
      const move = createSaveDecision({ ...context, ledger, caseOf: async () => record, policy, clock });
      await move(decideMessage({ id: 'd2', outcome: 'ESCALATED', clickedAtMs: clock.now(), by: ANN }));
      clock.advance(atMs - clock.now());
      await move(event);
      expect(await ledger.load('acme', CASE_ID)).toMatchObject({ lookMs: atMs + 10 * MINUTE });
    },
  );
});

describe('the reconciler', () => {
  function dueWorld(answerOf = async (): Promise<Answer | null> => null) {
    const clock = createManualClock(NOW);
    const cases = createCaseLedger(createMemoryVersionedRows());
    const sent: number[] = [];
    const order: string[] = [];
    const soon: string[] = [];
    const queue = {
      async sendLater({ caseId }: { readonly caseId: string }) {
        sent.push((clock.now() - NOW) / MINUTE);
        order.push(caseId);
      },
    };
    const lookSoon = (domain: string) => void soon.push(domain);
    const part = createUnansweredCases({
      domains: ['acme'],
      cases,
      answerOf,
      policy,
      queue,
      lookSoon,
      clock,
    });
    async function aDay() {
      for (let minute = 0; minute < 24 * 60; minute++) {
        clock.advance(MINUTE);
        await part(Number.POSITIVE_INFINITY);
      }
    }
    const run = () => part(Number.POSITIVE_INFINITY);
    return { clock, cases, sent, order, soon, aDay, run };
  }

  const SEVERITIES = ['low', 'critical', 'medium', 'high', 'critical'] as const;
  const BY_SEVERITY = ['1-critical', '4-critical', '3-high', '2-medium', '0-low'];

  it('sends on the most severe of those that are due in one run first', async () => {
    const world = dueWorld();
    for (const [index, severity] of SEVERITIES.entries())
      await world.cases.save(aRecord({ version: 0, caseId: `${index}-${severity}`, severity }));
    world.clock.advance(10 * MINUTE);
    await world.run();
    expect(world.order).toEqual(BY_SEVERITY);
  });

  it('does the same where the answers say when to look', async () => {
    const clock = createManualClock(NOW);
    const ledger = createMemoryAnswerLedger();
    const cases = createCaseLedger(createMemoryVersionedRows());
    const order: string[] = [];
    const part = createOverdueVerdicts({
      ...{ domains: ['acme'], ledger, cases, clock },
      queue: { sendLater: async ({ caseId }) => void order.push(caseId) },
      findings: { add: () => undefined, unsure: () => undefined } as never,
    });
    for (const [index, severity] of SEVERITIES.entries()) {
      const caseId = `${index}-${severity}`;
      await cases.save(aRecord({ version: 0, caseId, severity }));
      await ledger.save(anAnswer({ caseId, lookMs: NOW }));
    }
    await ledger.save(aVerdict({ caseId: 'decided', decision: aDecision({ state: UNDOABLE }) }));
    clock.advance(10 * MINUTE);
    await part(Number.POSITIVE_INFINITY);
    expect(order).toEqual(['decided', ...BY_SEVERITY]);
  });

  it('asks the platform in the same run about what only a list calls reopened, and not about others', async () => {
    const world = dueWorld();
    await world.cases.save(aRecord({ version: 0, caseId: 'other', lookMs: NOW }));
    await world.run();
    expect(world.soon).toEqual([]);
    const closed = aRecord({ version: 0, closedAtMs: NOW, lookMs: null });
    await world.cases.save(afterListing(closed, listed({ updatedAtMs: NOW + 1 }), world.clock.now()));
    await world.run();
    expect(world.soon).toEqual(['acme']);
  });

  it.each([[['before']], [['before', 'archive']]])(
    'has the verdict function look at a case whose route was renamed: %j',
    async (routes) => {
      const world = dueWorld();
      await world.cases.save(aRecord({ version: 0, routes }));
      await world.aDay();
      expect(world.sent[0]).toBe(10);
    },
  );

  it('asks ever more seldom while nobody reads the queue', async () => {
    const world = dueWorld();
    await world.cases.save(aRecord({ version: 0 }));
    await world.aDay();
    expect(world.sent.slice(0, 4)).toEqual([10, 12, 14, 18]);
    expect(world.sent.length).toBeLessThan(40);
  });

  it('ends a claim whose case is recorded an hour late, and gives up on one that never is', () => {
    const entry = { what: 'claimed', id: 'k1', by: ANN, place: 'soc', atMs: NOW, outcome: null } as const;
    const trail = [{ ...entry, comment: null, answer: null }];
    const claim = { id: 'k1', by: ANN, place: 'soc', atMs: NOW, episode: 0 };
    const follow = (recordedMs: number) => {
      let answer = anAnswer({ claim, trail, lookMs: NOW });
      const record = aRecord({ lookMs: null, routes: ['archive'] });
      let looks = 0;
      for (; answer.lookMs != null && answer.claim; looks++) {
        const nowMs = answer.lookMs;
        const { next } = escalateCase(record, nowMs >= recordedMs ? record : null, answer, { policy, nowMs });
        answer = next ?? { ...answer, lookMs: null };
      }
      return { looks, claim: answer.claim };
    };
    expect(follow(NOW + HOUR).claim).toBeNull();
    const never = follow(Number.POSITIVE_INFINITY);
    expect(never.claim).toEqual(claim);
    expect(never.looks).toBeLessThan(40);
  });

  it('finds the next step in time after an outage', async () => {
    const clock = createManualClock(NOW + HOUR);
    const record = aRecord();
    let answer = anAnswer({ lookMs: NOW + 10 * MINUTE });
    const taken: number[] = [];
    const part = createOverdueVerdicts({
      domains: ['acme'],
      cases: { loadAll: async () => new Map() },
      ledger: {
        async overdue(_, { untilMs, isPostponed }) {
          const { lookMs = null } = answer;
          if (lookMs === null || lookMs > untilMs || isPostponed?.('one', lookMs)) return [];
          return [{ name: 'one', dueMs: lookMs, answer }];
        },
      },
      queue: {
        async sendLater() {
          const nowMs = clock.now();
          const { next } = escalateCase(record, record, answer, { policy, nowMs });
          if (next?.owed) taken.push((nowMs - NOW) / MINUTE);
          const told = { ...(next ?? answer), owed: null };
          answer = { ...told, lookMs: nextLook(record, told, { policy, nowMs })?.atMs ?? null };
        },
      },
      clock,
      findings: { add: () => undefined, unsure: () => undefined } as never,
    });
    for (let minute = 0; minute < 90; minute++) {
      await part(Number.POSITIVE_INFINITY);
      clock.advance(MINUTE);
    }
    expect(taken).toEqual([60, 80]);
  });
});

describe('a claim', () => {
  const claim = { id: 'k1', by: ANN, place: 'soc', atMs: NOW + 40 * MINUTE, episode: 0 };

  it('ends also on a case whose person was forgotten', () => {
    const record = aRecord({ forgotten: true });
    const { next } = escalateCase(record, record, anAnswer({ claim }), { policy, nowMs: NOW + DAY });
    expect(claimIn(next ?? null)).toBeNull();
    expect(next?.owed).toBe('claim-ended');
  });

  it('of an analyst who is forgotten ends, the messages say so, and the case waits anew', () => {
    const claimed = { atMs: claim.atMs, what: 'claimed', id: 'k1', by: ANN, place: 'soc' } as const;
    const trail = [{ ...claimed, outcome: null, comment: null, answer: null }];
    const answer = anAnswer({ claim, steps, trail, version: 3, lookMs: claim.atMs + 4 * HOUR });
    const row = { kind: 'answer', pk: 'p', sk: 's', value: answer, expiresAtMs: null } as const;
    const [judged] = judge([row], searchFor('ann@acme.example', [ANN.id, ANN.name]));
    const left = (judged as { forgetting: { value: Answer } }).forgetting.value;
    expect(left).toMatchObject({ claim: null, trail: [], owed: 'claim-ended', lookMs: 0 });
    const told = { ...left, owed: null };
    const next = nextLook(aRecord(), told, { policy, nowMs: claim.atMs + HOUR });
    expect(next).toMatchObject({ what: 'step', step: { step: 1 } });
  });
});

it('a case that the platform acted on is not decided among several', () => {
  const record = aRecord({ status: 'enforced' });
  const together = { count: 2, updatedAtMs: NOW, claim: null };
  const event = { ...decideMessage({ clickedAtMs: NOW + HOUR }), together };
  const decided = decide(null, event, { ...context, nowMs: NOW + HOUR, episode: 0, record });
  expect(decided).toMatchObject({ is: 'refused', because: 'changed' });
});
