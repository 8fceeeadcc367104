import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createListMuted } from '../../../../lib/features/mutes/list-muted.ts';
import type { Mute } from '../../../../lib/features/mutes/mute.ts';
import { begunWords, mutedWhom, waitingWords } from '../../../../lib/features/mutes/mute-notices.ts';
import {
  ANN,
  ANN_IN_TEAMS,
  aCase,
  asked,
  BO,
  CY_IN_TEAMS,
  createMuteStage,
  HOUR,
  NOW,
  PAST,
  PERSONS,
  TYPES,
} from '../../../support/mute-stage.ts';

const DAY = 24 * HOUR;

describe('a mute needs a second person', () => {
  it.each<[string, Partial<Mute>, string]>([
    ['that hides critical cases', { critical: true }, 'it hides critical cases'],
    ['of a route', { field: 'route', value: 'all' }, 'it hides everything from the route all'],
    [
      'of all that a route sends',
      { field: 'threatType', value: 'FINANCIAL_fraud' },
      'it hides everything from the route fraud',
    ],
    [
      'of more than a quarter of the cases',
      { field: 'source', value: 'cloudappevents' },
      'it hides everything from the route all',
    ],
    [
      'of a person by somebody whose address nobody knows',
      { by: CY_IN_TEAMS },
      'the bridge does not know the e-mail address of the person who asks, so the mute could be about that person',
    ],
  ])('%s', async (_, more, needs) => {
    const stage = createMuteStage();
    expect(await stage.ask(more)).toMatchObject({ waits: { needs } });
    expect(await stage.share()).toBe(0);
  });

  it('where the platform does not say how much it hides', async () => {
    const stage = createMuteStage();
    expect(await stage.ask({}, null)).toMatchObject({ waits: {} });
  });

  it('not where it hides one of ten people, or a case in all', async () => {
    expect(await createMuteStage().ask()).toMatchObject({ ok: { value: 'p1@acme.example' } });
    const few = { cases: PAST.cases.slice(0, 1) };
    expect(await createMuteStage().ask({ value: 'p0@acme.example' }, few)).toMatchObject({ ok: {} });
  });

  it('where what one person alone muted hides more than a quarter together, slice by slice or at once', async () => {
    for (const isAtOnce of [true, false]) {
      const stage = createMuteStage();
      const ask = (n: number) =>
        stage.ask({ id: `m${n}`, value: `p${n}@acme.example`, by: n % 2 === 0 ? ANN : BO });
      if (isAtOnce) await Promise.all(PERSONS.slice(0, 5).map((__, n) => ask(n)));
      else for (const n of PERSONS.keys()) await ask(n);
      expect(await stage.share()).toBe(0.2);
      expect((await stage.ledger.load('acme')).waiting).toHaveLength(isAtOnce ? 3 : 8);
    }
  });

  it('and hides nothing until then, from then as long as asked for, with both names in the trail', async () => {
    const stage = createMuteStage();
    await stage.ask({ field: 'threatType', value: 'sabotage', critical: true });
    await stage.clock.advance(HOUR);
    expect(await stage.isHidden(aCase('p1', 'sabotage', 'critical'))).toBe(false);
    expect(await stage.actions.approve('acme', 'm1', BO)).toMatchObject({
      ok: { approvedBy: BO, untilMs: NOW + 3 * HOUR },
    });
    expect(await stage.actions.approve('acme', 'm1', BO)).toMatchObject({ ok: {} });
    expect(await stage.isHidden(aCase('p1', 'sabotage', 'critical'))).toBe(true);
    await stage.actions.end('acme', 'm1', ANN);
    expect([
      ...new Set(stage.trail.map(({ n, what, by, answer }) => `${n} ${what} ${by?.name}: ${answer}`)),
    ]).toEqual([
      '1 muted Ann: the type sabotage for 2h, including critical cases: hides nothing until a second person approves it, because it hides critical cases',
      '2 muted Bo: the type sabotage for 2h, including critical cases: approved, as Ann asked',
      '3 unmuted Ann: the type sabotage',
    ]);
  });

  it.each([
    ['the same', ANN, 'A second person has to approve'],
    ['the same in another chat', ANN_IN_TEAMS, 'A second person has to approve'],
    ['one of another chat whom nobody knows', CY_IN_TEAMS, 'in the chat where it was requested'],
    ['the one it is about', BO, 'Nobody can mute cases about themselves'],
  ])('who is not %s', async (_, by, problem) => {
    const stage = createMuteStage();
    await stage.ask({ value: 'BO@acme.example', critical: true });
    expect(await stage.actions.approve('acme', 'm1', by)).toEqual({
      problem: expect.stringContaining(problem),
    });
    expect(await stage.isHidden(aCase('bo'))).toBe(false);
  });

  it('within a day, or it lapses; declined or taken back, nobody can approve it', async () => {
    const stage = createMuteStage();
    for (const id of ['late', 'declined', 'undone']) await stage.ask({ id, critical: true });
    await stage.actions.end('acme', 'declined', BO);
    await stage.actions.end('acme', 'undone', ANN);
    await stage.clock.advance(DAY);
    for (const id of ['late', 'declined', 'undone'])
      expect(await stage.actions.approve('acme', id, BO)).toHaveProperty('problem');
    expect(stage.trail.filter(({ what }) => what === 'unmuted').map(({ by }) => by?.name)).toEqual([
      'Bo',
      'Ann',
    ]);
  });

  it('whatever people ask for and approve: what one person alone hides is never critical, and a quarter at most', async () => {
    const people = [ANN, BO, ANN_IN_TEAMS, CY_IN_TEAMS];
    const subject = fc.oneof(
      fc.constantFrom(...PERSONS).map((one) => ({ field: 'user', value: `${one}@acme.example` }) as const),
      fc.constantFrom(...TYPES).map((value) => ({ field: 'threatType', value }) as const),
      fc.constantFrom('all', 'fraud').map((value) => ({ field: 'route', value }) as const),
    );
    const step = fc.record({
      subject,
      critical: fc.boolean(),
      by: fc.constantFrom(...people),
      does: fc.constantFrom('ask', 'ask', 'approve', 'end'),
      which: fc.nat(8),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const stage = createMuteStage();
        for (const [n, { subject: about, critical, by, does, which }] of steps.entries()) {
          if (does === 'ask') await stage.ask({ ...about, critical, by, id: `m${n}` });
          if (does === 'approve') await stage.actions.approve('acme', `m${which}`, by);
          if (does === 'end') await stage.actions.end('acme', `m${which}`, by);
        }
        const { mutes, ...saved } = await stage.ledger.load('acme');
        const alone = mutes.filter(({ approvedBy }) => !approvedBy);
        for (const { approvedBy, by } of mutes)
          if (approvedBy) expect(`${by.surface} ${by.id}`).not.toBe(`${approvedBy.surface} ${approvedBy.id}`);
        expect(alone.filter(({ critical }) => critical)).toEqual([]);
        await stage.ledger.save('acme', { ...saved, mutes: alone }, saved.version, stage.clock.now());
        expect(await stage.share()).toBeLessThanOrEqual(0.25);
      }),
      { numRuns: 100 },
    );
  });
});

describe('nobody mutes cases about themselves', () => {
  it('by name, in any case of letters and in either chat', async () => {
    const stage = createMuteStage();
    for (const by of [ANN, ANN_IN_TEAMS])
      for (const critical of [true, false])
        expect(await stage.ask({ value: 'Ann@ACME.example', by, critical })).toEqual({
          problem: 'Nobody can mute cases about themselves. Ask a colleague.',
        });
  });

  it('by a type that they mute, or approve: their own cases stay', async () => {
    const stage = createMuteStage();
    await stage.ask({ field: 'threatType', value: 'sabotage' });
    expect(await stage.isHidden(aCase('p1'))).toBe(true);
    expect(await stage.isHidden(aCase('ann'))).toBe(false);
    await stage.ask({ id: 'm2', field: 'category', value: 'exfiltration', by: ANN });
    await stage.actions.approve('acme', 'm2', BO);
    expect(await Promise.all(['p1', 'ann', 'bo'].map((one) => stage.isHidden(aCase(one, 'fraud'))))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the row of mutes', () => {
  it('always has room to end one, whatever people write, and one person cannot fill it', async () => {
    const stage = createMuteStage();
    const text = '\u0001';
    const people = Array.from({ length: 12 }, (_, n) => ({
      ...{ surface: 'slack', id: `U${n}`, name: `${text.repeat(400)}x` },
    }));
    let refused = 0;
    for (const [p, by] of people.entries())
      for (let n = 0; n < 60; n++) {
        const reason = `x${text.repeat(n % 2 === 0 ? 499 : 300)}`;
        const id = `m${p}-${n}`;
        const result = await stage.ask(
          { id, by, reason, field: 'category', value: `c${text.repeat(n % 3 === 0 ? 319 : 90)}` },
          { cases: [] },
        );
        if ('problem' in result) {
          refused++;
          expect(result.problem).toMatch(/End one first|longer than 500/);
        }
        if (n % 7 === 0) await stage.actions.end('acme', id, by);
      }
    expect(refused).toBeGreaterThan(500);
    const before = await stage.ledger.load('acme');
    expect(new Set(before.mutes.map(({ by }) => by.id)).size).toBeGreaterThan(4);
    for (const { id } of before.mutes)
      expect(await stage.actions.end('acme', id, { ...BO, name: text.repeat(500) })).toHaveProperty('ok');
    const { mutes } = await stage.ledger.load('acme');
    expect(mutes.every(({ ended }) => ended)).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(mutes))).toBeLessThan(380_000);
  });

  it('is no place where ended mutes keep out new ones', async () => {
    const stage = createMuteStage();
    const list = createListMuted({
      ...{ domains: ['acme'], ledger: stage.ledger, clock: stage.clock },
      ...{ count: async () => new Map(), tell: async () => true, tellBegun: async () => true },
    });
    for (let n = 0; n < 30; n++) {
      expect(await stage.ask({ id: `m${n}`, field: 'category', value: 'none' })).toMatchObject({ ok: {} });
      await stage.actions.end('acme', `m${n}`, ANN);
      await stage.clock.advance(3 * 60_000);
      await list(stage.clock.now() + 30_000);
    }
  });
});

describe('the operators are told', () => {
  it('of each mute once, of what waits first and of what became of it then', async () => {
    const stage = createMuteStage();
    const told: string[] = [];
    const list = createListMuted({
      ...{ domains: ['acme'], ledger: stage.ledger, clock: stage.clock },
      ...{ count: async () => new Map(), tell: async () => true },
      async tellBegun(domain, mute) {
        const words =
          'needs' in mute
            ? waitingWords(domain, mute, mutedWhom)
            : begunWords(domain, mute, { what: mutedWhom, wider: false });
        told.push(words.title);
        return true;
      },
    });
    const look = async () => {
      await stage.clock.advance(2 * 60_000);
      await list(stage.clock.now() + 30_000);
    };
    await stage.ask();
    await stage.ask({ id: 'm2', field: 'route', value: 'all' });
    await look();
    await look();
    await stage.actions.approve('acme', 'm2', BO);
    await look();
    await look();
    expect(told).toEqual([
      'acme: Ann muted p1@acme.example for 2h',
      'acme: Ann needs approval to mute the route all',
      'acme: Ann muted the route all for 2h, and Bo approved it',
    ]);
    expect(waitingWords('acme', { ...asked(), needs: 'x' }, mutedWhom).proposals).toMatchObject([
      { asks: 'approval', became: null },
    ]);
  });
});
