import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, CaseVerdict, ClaimEntry, EscalationStep, TakenStep } from '../../../lib/case/answer.ts';
import type { CaseRecord } from '../../../lib/case/case-record.ts';
import { nextLook } from '../../../lib/case/next-escalation.ts';
import type { CasePolicy } from '../../../lib/case/standing.ts';
import { stepsShownAt } from '../../../lib/case/steps-shown-at.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import { newDelivery } from '../../../lib/outbox/delivery.ts';
import { createEscalationPlaces } from '../../../lib/outbox/escalation-places.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { createUnansweredCases } from '../../../lib/reconcile/unanswered-cases.ts';
import { afterTelling, escalateCase } from '../../../lib/verdict/escalate-case.ts';
import { createEscalationHandler, type SilentUntil } from '../../../lib/verdict/escalation-handler.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { caseRecord } from '../../support/case-records.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { ANN, aDecision, aVerdict, CASE_ID, NOW } from './examples.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DOMAIN = 'acme';
const STEPS: readonly EscalationStep[] = [
  { route: 'severe', step: 1, afterMs: 10 * MINUTE, to: [] },
  { route: 'severe', step: 2, afterMs: 30 * MINUTE, to: ['lead'] },
];
const policyOf = (steps: readonly EscalationStep[] | null = STEPS): CasePolicy => ({
  stepsOf: ({ routes }) => (routes.includes('severe') ? steps : null),
  claimHoldsMs: (severity) => (severity === 'critical' ? HOUR : 4 * HOUR),
  isChat: (name) => name !== 'lake',
});

const aRecord = (more: Partial<CaseRecord> = {}): CaseRecord =>
  caseRecord({
    ...{ domain: DOMAIN, caseId: CASE_ID, version: 1, createdAtMs: NOW, updatedAtMs: NOW, statusAtMs: NOW },
    ...{ routes: ['severe'], severity: 'critical', sinceMs: NOW, lookMs: NOW + 10 * MINUTE },
    ...{ places: { soc: 'handed' }, ...more },
  });
const ENDED = { status: 'closed', endedAtMs: NOW, closedAtMs: NOW } as const;

const taken = (n: number, minutes: number): TakenStep => ({
  ...(STEPS[n - 1] as EscalationStep),
  n,
  atMs: NOW + minutes * MINUTE,
});
const anAnswer = (more: Partial<Answer> = {}): Answer => ({
  ...{ domain: DOMAIN, caseId: CASE_ID, version: 1, decision: null, trail: [] },
  ...more,
});

const entry = (what: ClaimEntry['what'], atMs: number): ClaimEntry => ({
  atMs,
  what,
  id: `${what} ${atMs}`,
  by: ANN,
  place: 'soc',
  outcome: null,
  comment: null,
  answer: null,
});
const aClaim = (trail: readonly ClaimEntry[]): Answer => {
  const last = trail.at(-1);
  const claim =
    last && last.what !== 'handed-back'
      ? { id: last.id, by: ANN, place: 'soc', atMs: last.atMs, episode: 0 }
      : null;
  return { domain: DOMAIN, caseId: CASE_ID, version: trail.length, decision: null, claim, trail };
};
const takenBack = (is: 'undone' | 'declined', atMs: number): CaseVerdict =>
  aVerdict({
    decision: aDecision({ state: { is, by: ANN, atMs } }),
    trail: [
      {
        atMs,
        what: is,
        id: 'd1',
        outcome: 'SAFE',
        by: ANN,
        place: 'soc',
        comment: null,
        answer: null,
      },
    ],
  });

const lookAt = (
  minutes: number,
  { answer = null, record = aRecord() }: { answer?: Answer | null; record?: CaseRecord } = {},
  more: { steps?: readonly EscalationStep[] | null; silentUntilMs?: SilentUntil } = {},
) => {
  const { steps = STEPS, silentUntilMs } = more;
  return escalateCase(record, record, answer, {
    ...{ policy: policyOf(steps), nowMs: dueAfter(minutes), silentUntilMs },
  });
};
const dueAfter = (minutes: number) => NOW + minutes * MINUTE;

describe('a case that nobody answers', () => {
  it('waits until its first step is due, and the step is taken then', () => {
    expect(lookAt(9)).toMatchObject({ owed: null, next: { lookMs: dueAfter(10), version: 1 } });
    const { owed, next } = lookAt(10);
    expect(owed).toBe('step');
    expect(next).toMatchObject({
      ...{ decision: null, version: 1, owed: 'step', lookMs: dueAfter(10), lookedAt: 1 },
      steps: [{ n: 1, step: 1, route: 'severe', to: [] }],
    });
    const context = { policy: policyOf(), nowMs: dueAfter(10) };
    expect(afterTelling(next as Answer, aRecord(), context)).toMatchObject({
      ...{ owed: null, lookMs: dueAfter(30), version: 2 },
    });
  });

  it('is looked at again, less and less often, while nobody knows its routes', () => {
    const unknown = (minutes: number) => lookAt(minutes, {}, { steps: null });
    expect(unknown(1)).toMatchObject({ owed: null, next: { lookMs: dueAfter(6) } });
    expect(unknown(60)).toMatchObject({ owed: null, next: { lookMs: dueAfter(90) } });
    expect(unknown(31 * 24 * 60)).toEqual({ owed: null });
    expect(lookAt(1, { answer: aVerdict() }, { steps: null }).next?.lookMs ?? null).toBeNull();
  });

  it('owes a step until all of it is done, whatever happens meanwhile', () => {
    const answer = anAnswer({ steps: [taken(1, 10)], owed: 'step' });
    const meanwhile = [
      { answer: aVerdict({ ...answer, decision: aDecision() }) },
      { record: aRecord(ENDED) },
      {},
    ];
    for (const more of meanwhile) expect(lookAt(10, { answer, ...more })).toEqual({ owed: 'step' });
  });

  it('waits no longer once somebody is on it or decided it, it ended, is hidden everywhere or was forgotten', () => {
    const stops = [
      { answer: aVerdict() },
      { answer: aVerdict({ decision: aDecision({ state: { is: 'awaiting-approval' } }) }) },
      ...[ENDED, { status: 'enforced' as const }, { forgotten: true }, { quiet: true }].map((more) => ({
        record: aRecord(more),
      })),
      {
        record: aRecord({
          places: { soc: { by: 'mute', id: 'm', severity: 'critical', episode: 0 }, lake: 'handed' },
        }),
      },
    ];
    for (const { answer = null, record = aRecord() } of stops as { answer?: Answer; record?: CaseRecord }[])
      expect(nextLook(record, answer, { policy: policyOf(), nowMs: dueAfter(99) })).toBeNull();
    const claim = aClaim([entry('claimed', dueAfter(1)), entry('taken-over', dueAfter(2))]);
    expect(lookAt(30, { answer: claim })).toMatchObject({ owed: null, next: { lookMs: dueAfter(62) } });
  });

  it('waits anew from when it was handed back, undone or declined, with all of its steps', () => {
    const steps = [taken(1, 10), taken(2, 30)];
    const anew = [
      aClaim([entry('claimed', dueAfter(40)), entry('handed-back', dueAfter(50))]),
      takenBack('undone', dueAfter(50)),
      takenBack('declined', dueAfter(50)),
    ];
    for (const one of anew) {
      const answer = { ...one, steps };
      expect(lookAt(55, { answer })).toMatchObject({ owed: null, next: { lookMs: dueAfter(60) } });
      expect(lookAt(60, { answer }).next?.steps?.at(-1)).toMatchObject({ n: 3, step: 1 });
    }
  });

  it('that became worse or was reopened waits from that moment on, by its new severity', () => {
    const answer = anAnswer({ steps: [taken(1, 10), taken(2, 30)] });
    const worse = aRecord({ sinceMs: dueAfter(60), episode: 1 });
    expect(lookAt(69, { answer, record: worse })).toMatchObject({
      owed: null,
      next: { lookMs: dueAfter(70) },
    });
    expect(lookAt(70, { answer, record: worse }).next?.steps?.at(-1)).toMatchObject({ n: 3, step: 1 });
  });

  it('that was looked at late takes its steps at their distance, not all at once', () => {
    const { next } = lookAt(100);
    expect(next?.steps).toHaveLength(1);
    const told = afterTelling(next as Answer, aRecord(), { policy: policyOf(), nowMs: dueAfter(100) });
    expect(told.lookMs).toBe(dueAfter(120));
    expect(lookAt(119, { answer: told }).owed).toBeNull();
    expect(lookAt(120, { answer: told }).next?.steps?.at(-1)).toMatchObject({ n: 2, step: 2 });
  });

  it.each([0, 1, 20, 30, 59])(
    'takes steps of a minute within a minute of their time, by runs a minute apart at second %i',
    (second) => {
      const steps = [1, 2, 3, 4, 5].map((n) => ({ route: 'severe', step: n, afterMs: n * MINUTE, to: [] }));
      let answer: Answer | null = null;
      for (let run = 0; run < 8; run++) {
        const now = run + second / 60;
        const { next, owed } = lookAt(now, { answer }, { steps });
        const at = { policy: policyOf(steps), nowMs: dueAfter(now) };
        answer = owed ? afterTelling(next as Answer, aRecord(), at) : (next ?? answer);
      }
      const late = answer?.steps?.map(({ atMs, afterMs }) => atMs - NOW - afterMs) ?? [];
      expect(late).toEqual(Array(5).fill(second * 1_000));
    },
  );

  it('that was muted after it was posted is silent, and waits on when the mute ends', () => {
    const silentUntilMs = () => dueAfter(45);
    const silent = lookAt(10, {}, { silentUntilMs });
    expect(silent).toMatchObject({ owed: null, next: { lookMs: dueAfter(45), lookedAt: 1 } });
    expect(lookAt(45, { answer: silent.next ?? null })).toMatchObject({ owed: 'step' });
  });

  it('takes each step once and in order, never early and never while it is answered, however often it is looked at', () => {
    const at = fc.integer({ min: 0, max: 120 });
    const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(minutes, fc.array(at), fc.option(at), fc.option(at), (afters, looks, claimed, back) => {
        const steps = afters
          .toSorted((a, b) => a - b)
          .map((one, index) => ({ route: 'severe', step: index + 1, afterMs: one * MINUTE, to: [] }));
        const handedBack = claimed !== null && back !== null && back > claimed ? back : null;
        let answer: Answer | null = null;
        const takenAt: [round: number, step: number, minute: number][] = [];
        for (const now of looks.toSorted((a, b) => a - b)) {
          const trail = [
            ...(claimed !== null && claimed <= now ? [entry('claimed', dueAfter(claimed))] : []),
            ...(handedBack !== null && handedBack <= now ? [entry('handed-back', dueAfter(handedBack))] : []),
          ];
          const record = aRecord({ severity: 'high' });
          for (let round = 0; round < 20; round++) {
            const before: Answer = { ...anAnswer(), ...answer, ...pick(aClaim(trail)) };
            const { next, owed } = lookAt(now, { answer: before, record }, { steps });
            if (owed === null) {
              answer = next ?? before;
              break;
            }
            takenAt.push([trail.length, next?.steps?.at(-1)?.step ?? 0, now]);
            answer = afterTelling(next as Answer, record, { policy: policyOf(steps), nowMs: dueAfter(now) });
          }
        }
        for (const [round, step, minute] of takenAt) {
          expect(round).not.toBe(1);
          const since = round === 2 ? (handedBack as number) : 0;
          expect(minute).toBeGreaterThanOrEqual(since + (steps[step - 1]?.afterMs as number) / MINUTE);
        }
        for (const round of [0, 2]) {
          const mine = takenAt.filter(([one]) => one === round).map(([, step]) => step);
          expect(mine).toEqual(mine.map((_, index) => index + 1));
        }
      }),
    );
  });
});

const pick = ({ claim, trail }: Answer) => ({ claim, trail });

describe('a claim', () => {
  const claim = aClaim([entry('claimed', NOW)]);

  it('holds for a time by how severe the case is now; then the case waits again, and says so once', () => {
    expect(lookAt(59, { answer: claim })).toMatchObject({ owed: null, next: { lookMs: dueAfter(60) } });
    const high = aRecord({ severity: 'high' });
    expect(lookAt(60, { answer: claim, record: high })).toMatchObject({ next: { lookMs: dueAfter(240) } });
    const { next, owed } = lookAt(60, { answer: claim });
    expect(owed).toBe('claim-ended');
    expect(next).toMatchObject({ claim: null, owed: 'claim-ended' });
    expect(next?.trail.at(-1)).toMatchObject({ what: 'claim-ended', by: null, atMs: dueAfter(60) });
    const told = afterTelling(next as Answer, aRecord(), { policy: policyOf(), nowMs: dueAfter(60) });
    expect(told).toMatchObject({ owed: null, lookMs: dueAfter(70) });
    expect(lookAt(70, { answer: told })).toMatchObject({ owed: 'step' });
  });

  it('of a case that ended, was decided or reopened ends without a word', () => {
    expect(lookAt(60, { answer: claim, record: aRecord(ENDED) }).owed).toBeNull();
    expect(lookAt(60, { answer: { ...aVerdict(), claim: claim.claim } }).owed).toBeNull();
    const reopened = aRecord({ episode: 1, sinceMs: dueAfter(55) });
    expect(lookAt(60, { answer: claim, record: reopened })).toMatchObject({ next: { lookMs: dueAfter(65) } });
  });
});

/** The handler with everything that it writes to. Every call outside may be the last one of its process. */
function setUp({ routesNow = ['severe'], silence = (): number | null => null } = {}) {
  const clock = createManualClock(NOW);
  const plain = createMemoryVersionedRows();
  const outbox = createMemoryOutbox();
  const verdicts = createMemoryAnswerLedger();
  let calls = 0;
  let crash: { at: number; when: 'before' | 'after' } | null = null;
  const outside = async <T>(effect: () => Promise<T>): Promise<T> => {
    const mine = calls++;
    if (crash && mine > crash.at) throw new Error('it is dead');
    if (crash?.at === mine && crash.when === 'before') throw new Error('it dies');
    const value = await effect();
    if (crash?.at === mine) throw new Error('it dies');
    return value;
  };
  const rows = {
    ...plain,
    read: (...args: Parameters<typeof plain.read>) => outside(() => plain.read(...args)),
    write: (...args: Parameters<typeof plain.write>) => outside(() => plain.write(...args)),
    list: (...args: Parameters<typeof plain.list>) => outside(() => plain.list(...args)),
  };
  const cases = createCaseLedger(rows);
  const calmCases = createCaseLedger(plain);
  const deliveries = createDeliveryLedger(plain);
  const shown: Answer[] = [];
  const handler = createEscalationHandler({
    ledger: {
      load: (...args) => outside(() => verdicts.load(...args)),
      save: (...args) => outside(() => verdicts.save(...args)),
      copyTrail: (entries) => outside(() => verdicts.copyTrail(entries)),
    },
    caseOf: cases.load,
    policy: policyOf(),
    places: createEscalationPlaces({
      ledger: createDeliveryLedger(rows),
      outbox: { send: (...args) => outside(() => outbox.send(...args)) },
      queueUrlOf: (name) => `queue-of-${name}`,
      severeFrom: 'high',
      clock,
      log: () => undefined,
    }),
    routesOf: () => routesNow,
    silence: async () => silence,
    show: (answer) => outside(async () => void shown.push(answer)),
    clock,
    log: () => undefined,
  });
  const keyAt = (destination: string) =>
    ({ domain: DOMAIN, feed: 'cases', id: CASE_ID, destination }) as const;
  return {
    clock,
    cases: calmCases,
    shown,
    verdicts,
    outbox,
    plain,
    look: () => handler.look(DOMAIN, CASE_ID),
    calls: () => calls,
    dieAt(at: number, when: 'before' | 'after') {
      calls = 0;
      crash = { at, when };
    },
    live() {
      crash = null;
    },
    async begin(record: Partial<CaseRecord> = {}, more: Partial<Case> = {}) {
      const item = { case_id: CASE_ID, created_at: '2026-11-15T09:00:00Z', ...more } as Case;
      const delivery = newDelivery(keyAt('soc'), { kind: 'case', item, trimmed: [] }, NOW);
      await deliveries.save({ ...delivery, main: { ref: { ts: '1' }, hash: 'h' } }, 0, null, NOW);
      await calmCases.save(aRecord({ version: 0, ...record }));
    },
    /** As `npx posture-bridge forget` leaves a case that is about the person. */
    async erase() {
      const row = deliveries.rowOf(keyAt('soc'));
      await rows.parted.change(row, { if: [], set: { forgotten: 'item' } });
      await calmCases.change(DOMAIN, CASE_ID, (record) => ({ ...record, forgotten: true }));
    },
    /** What a place is to tell, and whether its notifier was asked to look since. */
    async at(destination: string) {
      const saved = await deliveries.load(keyAt(destination));
      if (!saved) return undefined;
      const escalation = stepsShownAt(saved.value, await verdicts.load(DOMAIN, CASE_ID));
      return { ...saved.value, escalation, isAsked: saved.todo !== undefined };
    },
    async trail() {
      const found: string[] = [];
      for await (const page of verdicts.readTrail(DOMAIN, new Date(NOW)))
        found.push(...page.map(({ what, id, answer }) => `${what} ${id} ${answer}`));
      return found;
    },
  };
}

describe('a step', () => {
  it('is told where the case stands, brings it elsewhere, and is in the trail', async () => {
    const world = setUp();
    await world.begin();
    world.clock.advance(10 * MINUTE);
    await world.look();
    expect((await world.at('soc'))?.escalation).toMatchObject([{ n: 1, step: 1 }]);
    expect(await world.at('lead')).toBeUndefined();
    world.clock.advance(20 * MINUTE);
    await world.look();
    expect((await world.at('soc'))?.escalation).toMatchObject([{ n: 1 }, { n: 2, to: ['lead'] }]);
    expect(await world.at('lead')).toMatchObject({ escalation: [{ n: 2, brought: true }], main: null });
    expect(await world.trail()).toEqual([
      'escalation escalation:1 after 10m: step 1 of the route severe',
      'escalation escalation:2 after 30m: step 2 of the route severe, sent to lead',
    ]);
    expect(world.outbox.accepted('queue-of-lead')).toHaveLength(1);
    world.clock.advance(90 * MINUTE);
    await world.look();
    expect(await world.trail()).toHaveLength(2);
    expect((await world.verdicts.load(DOMAIN, CASE_ID))?.lookMs).toBeNull();
  });

  it('is taken exactly once when the function dies at any call, before or after it', async () => {
    const measured = setUp();
    await measured.begin();
    measured.clock.advance(10 * MINUTE);
    await measured.look();
    measured.clock.advance(20 * MINUTE);
    measured.dieAt(Number.POSITIVE_INFINITY, 'before');
    await measured.look();
    const calls = measured.calls();
    expect(calls).toBeGreaterThan(8);
    for (let at = 0; at < calls; at++) {
      for (const when of ['before', 'after'] as const) {
        const world = setUp();
        await world.begin();
        world.clock.advance(10 * MINUTE);
        await world.look();
        world.clock.advance(20 * MINUTE);
        world.dieAt(at, when);
        await expect(world.look()).rejects.toThrow('it');
        world.live();
        // It is due until all is done, so somebody looks again.
        const saved = await world.verdicts.load(DOMAIN, CASE_ID);
        if (saved?.lookMs != null) expect(saved.lookMs).toBeLessThanOrEqual(world.clock.now());
        await world.look();
        expect((await world.at('soc'))?.escalation?.map(({ n }) => n)).toEqual([1, 2]);
        expect((await world.at('lead'))?.escalation?.map(({ n }) => n)).toEqual([2]);
        expect([await world.at('soc'), await world.at('lead')]).toMatchObject([
          { isAsked: true },
          { isAsked: true },
        ]);
        expect(await world.trail()).toHaveLength(2);
        expect(world.outbox.accepted('queue-of-lead').length).toBeGreaterThan(0);
        expect(await world.verdicts.load(DOMAIN, CASE_ID)).toMatchObject({ lookMs: null, owed: null });
      }
    }
  });

  it('is taken once when two look at the same moment', async () => {
    const world = setUp();
    await world.begin();
    world.clock.advance(30 * MINUTE);
    await Promise.all([world.look(), world.look(), world.look()]);
    expect((await world.at('soc'))?.escalation?.map(({ n }) => n)).toEqual([1]);
    expect(await world.trail()).toHaveLength(1);
  });

  it('is taken by the routes that send the case now, where its own is not known any more', async () => {
    const world = setUp();
    await world.begin({ routes: ['before'] });
    world.clock.advance(10 * MINUTE);
    await world.look();
    expect((await world.verdicts.load(DOMAIN, CASE_ID))?.steps).toMatchObject([{ route: 'severe', step: 1 }]);
    const unknown = setUp({ routesNow: ['other'] });
    await unknown.begin({ routes: ['before'] });
    unknown.clock.advance(10 * MINUTE);
    await unknown.look();
    expect(await unknown.verdicts.load(DOMAIN, CASE_ID)).toMatchObject({ lookMs: dueAfter(15) });
  });

  it('is not taken while what it is about is muted', async () => {
    const world = setUp({ silence: () => dueAfter(20) });
    await world.begin();
    world.clock.advance(10 * MINUTE);
    await world.look();
    expect(await world.verdicts.load(DOMAIN, CASE_ID)).toMatchObject({ lookMs: dueAfter(20) });
    expect(await world.trail()).toEqual([]);
  });

  it('is not taken for a case that is closed, nor for one that was erased', async () => {
    const closed = setUp();
    await closed.begin(ENDED);
    closed.clock.advance(30 * MINUTE);
    await closed.look();
    expect((await closed.at('soc'))?.escalation).toEqual([]);
    const erased = setUp();
    await erased.begin();
    await erased.erase();
    erased.clock.advance(30 * MINUTE);
    await erased.look();
    expect(await erased.at('lead')).toBeUndefined();
    expect(await erased.trail()).toEqual([]);
  });
});

describe('the end of a claim', () => {
  it('is shown and in the trail once, when the function dies at any call, before or after it', async () => {
    const claimed = async () => {
      const world = setUp();
      await world.begin();
      await world.verdicts.save(aClaim([entry('claimed', NOW)]));
      world.clock.advance(HOUR);
      return world;
    };
    const measured = await claimed();
    measured.dieAt(Number.POSITIVE_INFINITY, 'before');
    await measured.look();
    for (let at = 0; at < measured.calls(); at++) {
      for (const when of ['before', 'after'] as const) {
        const world = await claimed();
        world.dieAt(at, when);
        await expect(world.look()).rejects.toThrow('it');
        world.live();
        await world.look();
        const answer = await world.verdicts.load(DOMAIN, CASE_ID);
        expect(answer).toMatchObject({ claim: null, owed: null, lookMs: NOW + HOUR + 10 * MINUTE });
        expect(answer?.trail.map(({ what }) => what)).toEqual(['claimed', 'claim-ended']);
        expect(world.shown.length).toBeGreaterThan(0);
        expect((await world.trail()).filter((line) => line.startsWith('claim-ended'))).toHaveLength(1);
      }
    }
  });
});

describe('the reconciler', () => {
  const reconciling = (world: ReturnType<typeof setUp>) => {
    const sent: VerdictMessage[] = [];
    const part = createUnansweredCases({
      domains: [DOMAIN],
      cases: world.cases,
      answerOf: world.verdicts.load,
      policy: policyOf(),
      queue: { sendLater: async (message) => void sent.push(message) },
      lookSoon: () => undefined,
      clock: world.clock,
    });
    return { sent, run: () => part(Number.POSITIVE_INFINITY) };
  };

  it('has the verdict function look at what is due, and again later if that came to nothing', async () => {
    const world = setUp();
    await world.begin();
    const { sent, run } = reconciling(world);
    await run();
    expect(sent).toEqual([]);
    world.clock.advance(10 * MINUTE);
    expect(await run()).toEqual({ escalation: 1 });
    expect(sent).toMatchObject([{ kind: 'escalation', domain: DOMAIN, caseId: CASE_ID }]);
    const [message] = sent;
    expect(readVerdictMessage(writeVerdictMessage(message as VerdictMessage))).toMatchObject({ ok: true });
    world.clock.advance(MINUTE);
    expect(await run()).toEqual({ escalation: 0 });
    world.clock.advance(MINUTE);
    expect(await run()).toEqual({ escalation: 1 });
    // Looked at, the answer says itself when the next step is due, at its distance.
    await world.look();
    expect((await world.verdicts.load(DOMAIN, CASE_ID))?.lookMs).toBe(dueAfter(32));
    world.clock.advance(4 * MINUTE);
    expect(await run()).toEqual({ escalation: 0 });
    expect((await world.cases.load(DOMAIN, CASE_ID))?.lookMs).toBeNull();
  });

  it('puts off one that somebody is on, and leaves one that nobody has to look at', async () => {
    const world = setUp();
    await world.begin();
    const { sent, run } = reconciling(world);
    await world.verdicts.save(aClaim([entry('claimed', NOW)]));
    world.clock.advance(10 * MINUTE);
    await run();
    expect((await world.cases.load(DOMAIN, CASE_ID))?.lookMs).toBe(NOW + HOUR);
    await world.cases.change(DOMAIN, CASE_ID, (record) => ({ ...record, ...ENDED }));
    world.clock.advance(HOUR);
    await run();
    expect((await world.cases.load(DOMAIN, CASE_ID))?.lookMs).toBeNull();
    expect(sent).toEqual([]);
  });
});
