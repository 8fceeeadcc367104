import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChangeMutes } from '../../../../lib/features/mutes/change-mutes.ts';
import { type DecidedCase, findProposals } from '../../../../lib/features/mutes/find-proposals.ts';
import type { Mute } from '../../../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../../../lib/features/mutes/mute-ledger.ts';
import {
  decidedIn,
  harmlessIn,
  type Proposal,
  type Proposals,
} from '../../../../lib/features/mutes/proposal.ts';
import { becameWords, proposalsNotice, rateWords } from '../../../../lib/features/mutes/proposal-words.ts';
import { createProposeMutes } from '../../../../lib/features/mutes/propose-mutes.ts';
import { OUTCOMES, type Outcome } from '../../../../lib/posture/schemas/verdict-schema.ts';
import type { AuditEntry } from '../../../../lib/verdict/answer-ledger.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';

const NOW = Date.parse('2026-11-15T10:00:00Z');
const DAY_MS = 86_400_000;
const ANNA = { surface: 'slack', id: 'U0ANNA0000', name: 'anna' };
const BEN = { surface: 'slack', id: 'U0BEN00000', name: 'ben' };

const aCase = (fields: Partial<DecidedCase['item']> = {}, severity = 'medium') => ({
  case_id: 'c',
  created_at: '2026-11-14T10:00:00Z',
  user_email: 'Dana@acme.example',
  threat_type: 'sabotage',
  events: [{ event_id: 'e', severity }],
  ...fields,
});

const decided = (outcome: Outcome, more: Partial<DecidedCase> = {}): DecidedCase => ({
  item: aCase(),
  outcome,
  atMs: NOW - DAY_MS,
  routes: ['soc'],
  ...more,
});
const times = (count: number, one: DecidedCase): DecidedCase[] => Array.from({ length: count }, () => one);
const AROUND = { domain: 'acme', nowMs: NOW, mutes: [], before: [], people: true };
const names = (found: readonly Proposal[]) => found.map(({ field, value }) => `${field} ${value}`).toSorted();

describe('mutes that are proposed', () => {
  it('are of a person, a type or a route that was mostly harmless, and often enough', () => {
    const all = ['route soc', 'threatType sabotage', 'user dana@acme.example'];
    expect(names(findProposals(times(8, decided('SAFE')), AROUND))).toEqual(all);
    expect(names(findProposals(times(7, decided('SAFE')), AROUND))).toEqual([]);
    const mixed = [...times(8, decided('FALSE_POSITIVE')), ...times(2, decided('TRUE_POSITIVE'))];
    expect(names(findProposals(mixed, AROUND))).toEqual(all);
    expect(findProposals([...mixed, decided('ESCALATED')], AROUND)).toEqual([]);
  });

  it('count no duplicates, and nothing critical', () => {
    expect(findProposals(times(20, decided('DUPLICATE')), AROUND)).toEqual([]);
    expect(findProposals(times(20, decided('SAFE', { item: aCase({}, 'critical') })), AROUND)).toEqual([]);
  });

  it('name nobody where people are not shown', () => {
    const found = findProposals(times(8, decided('SAFE')), { ...AROUND, people: false });
    expect(names(found)).toEqual(['route soc', 'threatType sabotage']);
  });

  it('leave out what is muted, and for 30 days what somebody said no to', () => {
    const mute = { field: 'user', value: 'dana@ACME.example', atMs: NOW - 1, untilMs: NOW + 1 } as Mute;
    const no = { choice: 'no', by: ANNA, atMs: NOW - 29 * DAY_MS } as const;
    const before = [{ field: 'route', value: 'soc', answered: no } as unknown as Proposal];
    const some = times(8, decided('SAFE'));
    expect(names(findProposals(some, { ...AROUND, mutes: [mute], before }))).toEqual(['threatType sabotage']);
    const later = { ...AROUND, nowMs: NOW + 2 * DAY_MS, mutes: [mute], before };
    expect(names(findProposals(some, later))).toHaveLength(3);
  });

  it('are five at the most, true to what was decided, and never critical', () => {
    const anyDecided = fc.record({
      item: fc
        .tuple(fc.constantFrom('a@x.example', 'b@x.example', null), fc.constantFrom('sabotage', 'odd', null))
        .chain(([user_email, threat_type]) =>
          fc
            .constantFrom('low', 'critical', 'HIGH')
            .map((severity) => aCase({ user_email, threat_type }, severity)),
        ),
      outcome: fc.constantFrom(...OUTCOMES),
      atMs: fc.integer({ min: NOW - 30 * DAY_MS, max: NOW }),
      routes: fc.subarray(['soc', 'hr', 'all', 'vip']),
    }) as fc.Arbitrary<DecidedCase>;
    fc.assert(
      fc.property(fc.array(anyDecided, { maxLength: 120 }), (all) => {
        const found = findProposals(all, AROUND);
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        for (const { field, value, by } of found) {
          const about = all.filter(({ item, routes }) => {
            if (item.events?.[0]?.severity === 'critical') return false;
            if (field === 'route') return routes.includes(value);
            return (field === 'user' ? item.user_email : item.threat_type)?.toLowerCase() === value;
          });
          for (const outcome of OUTCOMES.filter((one) => one !== 'DUPLICATE'))
            expect(by[outcome] ?? 0).toBe(about.filter((one) => one.outcome === outcome).length);
          expect(decidedIn(by)).toBeGreaterThanOrEqual(8);
          expect(harmlessIn(by) / decidedIn(by)).toBeGreaterThanOrEqual(0.8);
        }
      }),
    );
  });

  it('say their rates in words', () => {
    const [one] = findProposals(
      [...times(7, decided('SAFE')), ...times(2, decided('FALSE_POSITIVE')), decided('TRUE_POSITIVE')],
      { ...AROUND, people: false },
    );
    expect(rateWords(one ?? expect.fail())).toBe(
      'the route soc: 9 of 10 decided cases in 30 days were harmless (7 safe, 2 false positive, 1 true positive), 10 in the last 7 days.',
    );
  });
});

const PROPOSAL: Proposal = {
  id: '0123abcd',
  field: 'threatType',
  value: 'sabotage',
  by: { SAFE: 9 },
  lately: 2,
  atMs: NOW,
};

/** One person is enough. */
const ENOUGH = () => null;

describe('whoever answers a proposal', () => {
  async function setUp() {
    const clock = createManualClock(NOW);
    const ledger = createMuteLedger(createMemoryVersionedRows());
    await ledger.save(
      'acme',
      { mutes: [], waiting: [], proposals: { atMs: NOW, told: true, all: [PROPOSAL] } },
      0,
      NOW,
    );
    return {
      clock,
      ledger,
      changes: createChangeMutes({ ledger, routes: ['soc'], people: {}, addressesOf: () => [], clock }),
    };
  }

  it('mutes it once, however often it is pressed, and the first answer counts', async () => {
    const { ledger, changes } = await setUp();
    const first = await changes.answer('acme', PROPOSAL.id, { choice: 'mute', by: ANNA }, ENOUGH);
    expect(first).toMatchObject({
      became: { ok: { field: 'threatType', value: 'sabotage', critical: false, by: ANNA } },
    });
    await changes.answer('acme', PROPOSAL.id, { choice: 'mute', by: ANNA }, ENOUGH);
    const late = await changes.answer('acme', PROPOSAL.id, { choice: 'no', by: BEN }, ENOUGH);
    expect(late).toMatchObject({ ok: { answered: { choice: 'mute', by: ANNA } } });
    const { mutes, proposals } = await ledger.load('acme');
    expect(mutes).toHaveLength(1);
    expect(mutes[0]?.untilMs).toBe(NOW + 7 * DAY_MS);
    expect(becameWords(proposals.all[0] ?? expect.fail())).toBe('anna muted it for 7 days.');
  });

  it('mutes nothing with a no', async () => {
    const { ledger, changes } = await setUp();
    expect(await changes.answer('acme', PROPOSAL.id, { choice: 'no', by: BEN }, ENOUGH)).toMatchObject({
      became: null,
    });
    const { mutes, proposals } = await ledger.load('acme');
    expect(mutes).toEqual([]);
    expect(becameWords(proposals.all[0] ?? expect.fail())).toBe('ben said no.');
  });

  it('is told when there is no such proposal any more', async () => {
    const { changes } = await setUp();
    expect(await changes.answer('acme', 'ffffffff', { choice: 'mute', by: ANNA }, ENOUGH)).toEqual({
      problem: 'This proposal has expired.',
    });
  });

  it('loses none of it when somebody mutes or unmutes something else', async () => {
    const { ledger, changes } = await setUp();
    const mute = { ...PROPOSAL, id: 'm1', critical: false, reason: 'x', by: ANNA, untilMs: NOW + DAY_MS };
    await changes.begin('acme', mute as unknown as Mute, ENOUGH);
    await changes.end('acme', 'm1', ANNA);
    expect((await ledger.load('acme')).proposals.all).toEqual([PROPOSAL]);
  });
});

describe('the weekly look for mutes to propose', () => {
  function setUp(entries: readonly Partial<AuditEntry>[]) {
    const clock = createManualClock(NOW);
    const ledger = createMuteLedger(createMemoryVersionedRows());
    const told: Proposals[] = [];
    const days: string[] = [];
    let takes = true;
    const propose = createProposeMutes({
      ledger,
      async *trailOf(_, day) {
        days.push(day.toISOString().slice(0, 10));
        yield entries.filter(
          ({ atMs = 0 }) => new Date(atMs).toISOString().slice(0, 10) === days.at(-1),
        ) as AuditEntry[];
      },
      caseOf: async (_, id) => (id === 'gone' ? null : { item: aCase({ case_id: id }), routes: ['soc'] }),
      tell: async (_, proposals) => {
        told.push(proposals);
        return takes;
      },
      people: true,
      clock,
    });
    const refuse = (no: boolean) => {
      takes = !no;
    };
    const look = async () => propose('acme', await ledger.load('acme'));
    return { clock, ledger, told, days, look, refuse };
  }
  const recorded = (caseId: string, outcome: Outcome, atMs = NOW - DAY_MS) => ({
    what: 'recorded' as const,
    caseId,
    outcome,
    atMs,
  });
  const EIGHT = Array.from({ length: 8 }, (_, n) => recorded(`c${n}`, 'SAFE'));

  it('proposes once, and not again within the week', async () => {
    const { clock, told, days, look } = setUp(EIGHT);
    await look();
    expect(told).toHaveLength(1);
    expect(proposalsNotice('acme', told[0] ?? expect.fail()).proposals).toHaveLength(3);
    expect(new Set(days).size).toBe(30);
    clock.advance(6 * DAY_MS);
    await look();
    expect([told.length, days.length]).toEqual([1, 30]);
    clock.advance(DAY_MS);
    await look();
    expect(told).toHaveLength(2);
  });

  it('counts each case once, by what was recorded last, and leaves out what is not known any more', async () => {
    const again = [...EIGHT.slice(0, 7), recorded('c0', 'SAFE', NOW - 2 * DAY_MS), recorded('gone', 'SAFE')];
    const { told, look } = setUp(again);
    await look();
    expect(told).toEqual([]);
    const overridden = [...EIGHT, ...EIGHT.map(({ caseId }) => recorded(caseId, 'TRUE_POSITIVE', NOW - 1))];
    const other = setUp(overridden);
    await other.look();
    expect(other.told).toEqual([]);
  });

  it('tells the same again when it was not taken, and then remembers', async () => {
    const { told, look, refuse, ledger } = setUp(EIGHT);
    refuse(true);
    await look();
    refuse(false);
    await look();
    await look();
    expect(told).toHaveLength(2);
    expect(told[1]).toEqual(told[0]);
    expect((await ledger.load('acme')).proposals.told).toBe(true);
  });
});
