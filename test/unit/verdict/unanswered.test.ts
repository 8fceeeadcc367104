import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, CaseVerdict, ClaimEntry } from '../../../lib/case/answer.ts';
import { newDelivery } from '../../../lib/delivery/delivery.ts';
import { createUnansweredDisplay } from '../../../lib/delivery/show-unanswered.ts';
import { createDeliveryLedger } from '../../../lib/dynamo/dynamo-delivery-ledger.ts';
import { createDynamoWaitingLedger } from '../../../lib/dynamo/dynamo-waiting-ledger.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import { createDueWaits } from '../../../lib/reconcile/due-waits.ts';
import type { CaseWaiting, HowItWaits, WaitingStep } from '../../../lib/verdict/case-waiting.ts';
import {
  decideUnanswered,
  renamed,
  stepDone,
  type Unanswered,
} from '../../../lib/verdict/decide-unanswered.ts';
import { createUnansweredHandler } from '../../../lib/verdict/unanswered-handler.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../../support/memory/memory-answer-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import { ANN, aDecision, aVerdict, CASE_ID, NOW } from './examples.ts';

const MINUTE = 60_000;
const DOMAIN = 'acme';
const STEPS: readonly WaitingStep[] = [
  { route: 'severe', step: 1, afterMs: 10 * MINUTE, to: [] },
  { route: 'severe', step: 2, afterMs: 30 * MINUTE, to: ['lead'] },
];

const aWaiting = (more: Partial<CaseWaiting> = {}): CaseWaiting => ({
  domain: DOMAIN,
  caseId: CASE_ID,
  version: 1,
  routes: ['severe'],
  severity: 'critical',
  sinceMs: NOW,
  taken: [],
  count: 0,
  owed: null,
  dueMs: NOW + 10 * MINUTE,
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

const nobody = { answer: null, shown: 'open' } as const;
const decideAt = (minutes: number, more: Partial<Unanswered> = {}, steps = STEPS) =>
  decideUnanswered({ waiting: aWaiting(), ...nobody, ...more }, steps, NOW + minutes * MINUTE);
const dueAfter = (minutes: number) => NOW + minutes * MINUTE;

describe('a case that nobody answers', () => {
  it('waits until its first step is due, and the step is taken then', () => {
    expect(decideAt(9)).toMatchObject({ is: 'waits', next: { dueMs: dueAfter(10), version: 2 } });
    const decided = decideAt(10);
    expect(decided).toMatchObject({ is: 'step', taken: { n: 1, step: 1, route: 'severe', to: [] } });
    if (decided.is !== 'step' || !decided.next) throw new Error('no step');
    expect(decided.next).toMatchObject({ taken: ['severe/1'], count: 1, owed: { n: 1 }, version: 2 });
    expect(stepDone(decided.next, STEPS, NOW)).toMatchObject({ owed: null, dueMs: dueAfter(30), version: 3 });
  });

  it('is looked at again, less and less often, while nobody knows its routes', () => {
    const unknown = (minutes: number) =>
      decideUnanswered({ waiting: aWaiting(), ...nobody }, null, dueAfter(minutes));
    expect(unknown(1)).toMatchObject({ is: 'waits', next: { dueMs: dueAfter(6) } });
    expect(unknown(60)).toMatchObject({ is: 'waits', next: { dueMs: dueAfter(90) } });
    expect(unknown(31 * 24 * 60)).toMatchObject({ is: 'waits', next: { dueMs: null } });
    expect(decideUnanswered({ waiting: aWaiting(), ...nobody, answer: aVerdict() }, null, NOW)).toMatchObject(
      {
        next: { dueMs: null },
      },
    );
  });

  it('goes by the routes that send it now, where its own were renamed: what was taken is not taken again', () => {
    const row = aWaiting({ routes: ['before'], taken: ['before/1'], count: 1 });
    const next = renamed(row, { routes: ['severe'], severity: 'high' }, STEPS);
    expect(next).toMatchObject({ routes: ['severe'], severity: 'high', taken: ['severe/1'], count: 1 });
    expect(decideUnanswered({ waiting: next, ...nobody }, STEPS, dueAfter(30))).toMatchObject({
      is: 'step',
      taken: { n: 2, step: 2 },
    });
  });

  it('owes a step until all of it is done, whatever happens meanwhile', () => {
    const owed = { n: 1, route: 'severe', step: 1, afterMs: 10 * MINUTE, atMs: NOW, to: [] };
    for (const more of [{ answer: aVerdict() }, { shown: 'closed' as const }, {}]) {
      const waiting = aWaiting({ owed, taken: ['severe/1'], count: 1 });
      expect(decideAt(10, { waiting, ...more })).toEqual({ is: 'step', taken: owed, next: null });
    }
  });

  it('waits no longer once somebody is on it or decided it, or it is closed', () => {
    const stops: Partial<Unanswered>[] = [
      { answer: aClaim([entry('claimed', dueAfter(1))]) },
      { answer: aClaim([entry('claimed', dueAfter(1)), entry('taken-over', dueAfter(2))]) },
      { answer: aVerdict() },
      { answer: aVerdict({ decision: aDecision({ state: { is: 'awaiting-approval' } }) }) },
      { shown: 'closed' },
    ];
    for (const stop of stops)
      expect(decideAt(99, stop)).toMatchObject({ is: 'waits', next: { dueMs: null } });
  });

  it('waits anew from when it was handed back, undone or declined, with all of its steps', () => {
    const waiting = aWaiting({ taken: ['severe/1', 'severe/2'], count: 2, dueMs: null });
    const anew: Partial<Unanswered>[] = [
      { answer: aClaim([entry('claimed', dueAfter(40)), entry('handed-back', dueAfter(50))]) },
      { answer: takenBack('undone', dueAfter(50)) },
      { answer: takenBack('declined', dueAfter(50)) },
    ];
    for (const one of anew) {
      const waits = decideAt(55, { waiting, ...one });
      expect(waits).toMatchObject({
        is: 'waits',
        next: { sinceMs: dueAfter(50), taken: [], dueMs: dueAfter(60) },
      });
      expect(decideAt(60, { waiting, ...one })).toMatchObject({ is: 'step', taken: { n: 3, step: 1 } });
    }
  });

  it('is not sent on while no chat has it', () => {
    expect(decideAt(10, { shown: 'nowhere' })).toMatchObject({ next: { dueMs: dueAfter(15) } });
    expect(decideAt(3_000, { shown: 'nowhere' })).toMatchObject({ next: { dueMs: null } });
  });

  it('takes each step once and in order, never early and never while it is answered, however often it is looked at', () => {
    const at = fc.integer({ min: 0, max: 120 });
    const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(minutes, fc.array(at), fc.option(at), fc.option(at), (afters, looks, claimed, back) => {
        const steps = afters
          .toSorted((a, b) => a - b)
          .map((one, index) => ({ route: 'r', step: index + 1, afterMs: one * MINUTE, to: [] }));
        const handedBack = claimed !== null && back !== null && back > claimed ? back : null;
        let waiting = aWaiting();
        const takenAt: [round: number, step: number, minute: number][] = [];
        for (const now of looks.toSorted((a, b) => a - b)) {
          const trail = [
            ...(claimed !== null && claimed <= now ? [entry('claimed', dueAfter(claimed))] : []),
            ...(handedBack !== null && handedBack <= now ? [entry('handed-back', dueAfter(handedBack))] : []),
          ];
          for (let round = 0; round < 20; round++) {
            const decided = decideAt(now, { waiting, answer: aClaim(trail) }, steps);
            if (decided.is === 'waits') {
              waiting = decided.next;
              break;
            }
            expect(decided.next).not.toBeNull();
            takenAt.push([trail.length, decided.taken.step, now]);
            waiting = stepDone(decided.next as CaseWaiting, steps, NOW);
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

/** The handler with everything that it writes to. Every call outside may be the last one of its process. */
function setUp(routesNow: HowItWaits | null = null) {
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
  const waits = createDynamoWaitingLedger({ rows, clock });
  const deliveries = createDeliveryLedger(plain);
  const handler = createUnansweredHandler({
    ledger: {
      load: (...args) => outside(() => verdicts.load(...args)),
      copyTrail: (entries) => outside(() => verdicts.copyTrail(entries)),
    },
    waits,
    stepsOf: ({ routes }) => (routes.includes('severe') ? STEPS : null),
    places: createUnansweredDisplay({
      ledger: createDeliveryLedger(rows),
      outbox: { send: (...args) => outside(() => outbox.send(...args)) },
      queueUrlOf: (name) => `queue-of-${name}`,
      severeFrom: 'high',
      howItWaits: () => routesNow,
      clock,
      log: () => undefined,
    }),
    clock,
    log: () => undefined,
  });
  const keyAt = (destination: string) =>
    ({ domain: DOMAIN, feed: 'cases', id: CASE_ID, destination }) as const;
  return {
    clock,
    waits,
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
    async begin(more: Partial<Case> = {}) {
      const item = { case_id: CASE_ID, created_at: '2026-11-15T09:00:00Z', ...more } as Case;
      const delivery = newDelivery(keyAt('soc'), { kind: 'case', item, trimmed: [] }, NOW);
      await deliveries.save({ ...delivery, main: { ref: { ts: '1' }, hash: 'h' } }, 0, null, NOW);
      await waits.save(aWaiting());
    },
    /** As `npm run forget` leaves a case that is about the person. */
    async erase() {
      const row = deliveries.rowOf(keyAt('soc'));
      await rows.parted.change(row, { if: [], set: { forgotten: 'item' } });
    },
    at: async (destination: string) => (await deliveries.load(keyAt(destination)))?.value,
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
    expect((await world.at('soc'))?.unanswered).toMatchObject([{ n: 1, step: 1 }]);
    expect(await world.at('lead')).toBeUndefined();
    world.clock.advance(20 * MINUTE);
    await world.look();
    expect((await world.at('soc'))?.unanswered).toMatchObject([{ n: 1 }, { n: 2, to: ['lead'] }]);
    expect(await world.at('lead')).toMatchObject({ unanswered: [{ n: 2, brought: true }], main: null });
    expect(await world.trail()).toEqual([
      'unanswered unanswered:1 after 10m: step 1 of the route severe',
      'unanswered unanswered:2 after 30m: step 2 of the route severe, sent to lead',
    ]);
    expect(world.outbox.accepted('queue-of-lead')).toHaveLength(1);
    world.clock.advance(90 * MINUTE);
    await world.look();
    expect(await world.trail()).toHaveLength(2);
    expect((await world.waits.load(DOMAIN, CASE_ID))?.listedMs).toBeNull();
  });

  it('is taken exactly once when the function dies at any call, before or after it', async () => {
    const measured = setUp();
    await measured.begin();
    measured.clock.advance(30 * MINUTE);
    measured.dieAt(Number.POSITIVE_INFINITY, 'before');
    await measured.look();
    const calls = measured.calls();
    expect(calls).toBeGreaterThan(15);
    for (let at = 0; at < calls; at++) {
      for (const when of ['before', 'after'] as const) {
        const world = setUp();
        await world.begin();
        world.clock.advance(30 * MINUTE);
        world.dieAt(at, when);
        await expect(world.look()).rejects.toThrow('it');
        world.live();
        // It is on its list until all is done, so somebody looks again.
        const saved = await world.waits.load(DOMAIN, CASE_ID);
        if (saved?.waiting.dueMs !== null) expect(saved?.listedMs).toBeLessThanOrEqual(world.clock.now());
        await world.look();
        expect((await world.at('soc'))?.unanswered?.map(({ n }) => n)).toEqual([1, 2]);
        expect((await world.at('lead'))?.unanswered?.map(({ n }) => n)).toEqual([2]);
        expect(await world.trail()).toHaveLength(2);
        expect(world.outbox.accepted('queue-of-lead').length).toBeGreaterThan(0);
        expect(await world.waits.load(DOMAIN, CASE_ID)).toMatchObject({ listedMs: null });
      }
    }
  });

  it('is taken once when two look at the same moment', async () => {
    const world = setUp();
    await world.begin();
    world.clock.advance(30 * MINUTE);
    await Promise.all([world.look(), world.look(), world.look()]);
    expect((await world.at('soc'))?.unanswered?.map(({ n }) => n)).toEqual([1, 2]);
    expect(await world.trail()).toHaveLength(2);
  });

  it('is taken by the routes that send the case now, where its own is not known any more', async () => {
    const world = setUp({ routes: ['severe'], severity: 'high' });
    await world.begin();
    await world.waits.save(aWaiting({ version: 2, routes: ['before'] }));
    await world.clock.advance(10 * MINUTE);
    await world.look();
    expect((await world.waits.load(DOMAIN, CASE_ID))?.waiting).toMatchObject({
      routes: ['severe'],
      taken: ['severe/1'],
      owed: null,
    });
  });

  it('is not taken for a case that is closed, nor for one that was erased', async () => {
    const closed = setUp();
    await closed.begin({ closed_at: '2026-11-15T09:05:00Z' });
    closed.clock.advance(30 * MINUTE);
    await closed.look();
    expect((await closed.at('soc'))?.unanswered).toBeUndefined();
    const erased = setUp();
    await erased.begin();
    await erased.erase();
    erased.clock.advance(30 * MINUTE);
    await erased.look();
    expect(await erased.at('lead')).toBeUndefined();
    expect(await erased.trail()).toEqual([]);
  });
});

describe('the reconciler', () => {
  it('has the verdict function look at what is due, and again later if that came to nothing', async () => {
    const world = setUp();
    await world.begin();
    const sent: VerdictMessage[] = [];
    const part = createDueWaits({
      domains: [DOMAIN],
      ledger: world.waits,
      queue: { sendLater: async (message) => void sent.push(message) },
      clock: world.clock,
    });
    const run = () => part(Number.POSITIVE_INFINITY);
    await run();
    expect(sent).toEqual([]);
    world.clock.advance(10 * MINUTE);
    expect(await run()).toEqual({ unanswered: 1 });
    expect(sent).toMatchObject([{ kind: 'unanswered', domain: DOMAIN, caseId: CASE_ID }]);
    const [message] = sent;
    expect(readVerdictMessage(writeVerdictMessage(message as VerdictMessage))).toMatchObject({ ok: true });
    world.clock.advance(MINUTE);
    expect(await run()).toEqual({ unanswered: 0 });
    world.clock.advance(MINUTE);
    expect(await run()).toEqual({ unanswered: 1 });
    // Looked at, it is due with the next step.
    await world.look();
    expect((await world.waits.load(DOMAIN, CASE_ID))?.listedMs).toBe(dueAfter(30));
  });

  it('that was early is put right by the look itself', async () => {
    const world = setUp();
    await world.begin();
    world.clock.advance(10 * MINUTE - 1);
    const [due] = await world.waits.due(DOMAIN, dueAfter(10), 1);
    if (!due) throw new Error('nothing is due');
    await world.waits.postpone(DOMAIN, due, dueAfter(12));
    await world.look();
    expect((await world.waits.load(DOMAIN, CASE_ID))?.listedMs).toBe(dueAfter(10));
  });
});
