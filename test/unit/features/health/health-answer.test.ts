import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventLedger } from '../../../../lib/endpoints/stored-events.ts';
import { healthyOf, judgeHealth } from '../../../../lib/features/health/health-answer.ts';
import { advance, type HealthState, WELL } from '../../../../lib/features/health/health-state.ts';
import { createReadHealth } from '../../../../lib/features/health/read-health.ts';
import type { Outage } from '../../../../lib/outbox/outage.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import { EMPTY_ROW } from '../../../../lib/posture/budget/budget-window.ts';
import type { Problem } from '../../../../lib/reconcile/findings.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';
import { healthConfig, MINUTE, parked } from './health-world.ts';

const NOW = Date.UTC(2026, 10, 15, 9);
const seen = (...problems: readonly Problem[]) => ({ problems, unsure: new Set<string>() });
const closed: Problem = {
  heading: 'Destination is closed',
  subject: 'soc',
  sentence: '',
  sinceMs: NOW - MINUTE,
  patienceMs: 10 * MINUTE,
};

describe('how the bridge is', () => {
  it('is said at once, with the time that the ledger knows', () => {
    expect(judgeHealth(WELL, seen(closed), NOW)).toEqual({
      headline: 'The bridge has 1 problem.',
      problems: [{ heading: closed.heading, of: 'soc', sinceMs: NOW - MINUTE, note: 'may pass by itself' }],
    });
  });

  it('has no time where nobody knows it, until the reconciler has seen it', () => {
    expect(judgeHealth(WELL, seen(parked), NOW).problems).toMatchObject([{ sinceMs: null, note: null }]);
    const remembered = advance(WELL, seen(parked), NOW);
    const later = judgeHealth(remembered, seen(parked), NOW + 5 * MINUTE);
    expect(later.problems).toMatchObject([{ sinceMs: NOW, note: null }]);
  });

  it('says nothing of a suspicion', () => {
    const suspicion = { ...closed, isSuspicion: true, sinceMs: undefined };
    expect(judgeHealth(WELL, seen(suspicion), NOW).headline).toBe('The bridge is healthy.');
    const remembered = advance(WELL, seen(suspicion), NOW);
    const later = judgeHealth(remembered, seen(suspicion), NOW + 10 * MINUTE);
    expect(later.problems).toMatchObject([{ heading: closed.heading, sinceMs: NOW, note: null }]);
  });

  it('keeps what only the reconciler can see, and says of the rest that it seems to be over', () => {
    const canary: Problem = { heading: 'Canary does not come back', subject: 'soc', sentence: '' };
    const remembered = advance(WELL, seen(canary, parked), NOW);
    const found = { problems: [], unsure: new Set(['Canary does not come back']) };
    expect(judgeHealth(remembered, found, NOW + 1).problems).toMatchObject([
      { heading: 'Canary does not come back', note: null },
      { heading: 'Deliveries gave up', note: 'seems to be over' },
    ]);
  });

  it('is the same for everybody who asks between two runs, and in the metric of the run, whatever happens', () => {
    const all: Problem[] = [
      parked,
      closed,
      { ...closed, subject: 'night', isSuspicion: true, sinceMs: undefined, mark: 'a' },
      { ...closed, subject: 'night', isSuspicion: true, sinceMs: undefined, mark: 'b' },
      { ...closed, heading: 'Request budget is used up', sinceMs: undefined },
    ];
    const problems = fc.subarray(all);
    fc.assert(
      fc.property(fc.array(problems, { minLength: 1, maxLength: 30 }), (minutes) => {
        let state: HealthState = WELL;
        let nowMs = NOW;
        for (const now of minutes) {
          nowMs += MINUTE;
          const byTheRun = judgeHealth(state, seen(...now), nowMs);
          state = advance(state, seen(...now), nowMs);
          const asked = [1, 20_000, 40_000].map((laterMs) =>
            judgeHealth(state, seen(...now), nowMs + laterMs),
          );
          for (const answer of asked) {
            // A patience may end between two runs: nothing else may differ.
            expect(answer.headline).toBe(byTheRun.headline);
            expect(answer.problems.map(({ heading, of }) => [heading, of])).toEqual(
              byTheRun.problems.map(({ heading, of }) => [heading, of]),
            );
            expect(answer.problems.every(({ sinceMs }) => sinceMs !== null)).toBe(true);
          }
          expect(healthyOf(byTheRun) === 1).toBe(byTheRun.headline === 'The bridge is healthy.');
        }
      }),
    );
  });
});

describe('a look at the bridge', () => {
  async function setUp() {
    const clock = createManualClock();
    const rows = createMemoryVersionedRows();
    const deliveries = createDeliveryLedger(rows);
    const facts = {
      feed: { polledAtMs: clock.now() } as object,
      closedUntilMs: 0,
      dead: 0,
      isDenied: false,
    };
    const parts = {
      config: healthConfig(),
      rows,
      deliveries,
      events: createEventLedger(rows),
      overview: {
        readFeeds: async (feeds: readonly unknown[]) => feeds.map(() => facts.feed),
        readBudgets: async () => [{ ...EMPTY_ROW, closedUntilMs: facts.closedUntilMs }],
      },
      deadLetters: async () => {
        if (facts.isDenied) throw new Error('not allowed');
        return [{ subject: 'verdicts', count: facts.dead }];
      },
      clock,
      log: () => undefined,
    };
    const named = async () =>
      (await createReadHealth(parts)()).problems.map(({ heading, of }) => [heading, of]);
    return { clock, rows, deliveries, facts, parts, named };
  }

  it('sees each part that is down, and nothing while none is', async () => {
    const { clock, facts, named } = await setUp();
    expect(await named()).toEqual([]);
    facts.feed = { polledAtMs: clock.now(), failingSinceMs: clock.now() };
    facts.closedUntilMs = clock.now() + 1;
    facts.dead = 1;
    expect(await named()).toEqual([
      ['No successful poll', 'acme cases'],
      ['No successful poll', 'acme threats'],
      ['Request budget is used up', 'acme'],
      ['Deliveries gave up', 'verdicts'],
    ]);
  });

  it('counts a closed destination only if something waits for it', async () => {
    const { clock, deliveries, rows, named } = await setUp();
    const outage: Outage = {
      kind: 'place',
      reason: 'gone',
      sinceMs: clock.now(),
      probes: 0,
      nextProbeMs: clock.now(),
      told: true,
    };
    await deliveries.saveOutage('soc', outage, 0, clock.now());
    expect(await named()).toEqual([]);
    const todo = { under: 'deliver#soc', at: `20#${String(clock.now()).padStart(14, '0')}` };
    await rows.write({ pk: 'item#x', sk: 'delivery#soc' }, {}, { version: 0, expiresAtMs: 0, todo });
    expect(await named()).toEqual([['Destination is closed', 'soc']]);
  });

  it('fails where it may not see a part, and calls nothing healthy that nobody looked at', async () => {
    const { facts, named } = await setUp();
    facts.isDenied = true;
    await expect(named()).rejects.toThrow('not allowed');
  });
});
