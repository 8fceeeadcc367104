import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../lib/base/clock.ts';
import { understood } from '../../../../lib/base/read-versioned.ts';
import { newCase, withPlaces } from '../../../../lib/case/after-listing.ts';
import { FORGOTTEN } from '../../../../lib/case/case-skeleton.ts';
import type { WithheldItem } from '../../../../lib/case/item-in-short.ts';
import { addWithheld, NOTHING_WITHHELD } from '../../../../lib/case/withheld-summary.ts';
import { defineBridge } from '../../../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../../../lib/dynamo/dynamo-case-ledger.ts';
import { hide } from '../../../../lib/features/mutes/hidden-by-mutes.ts';
import { createKnownMutes } from '../../../../lib/features/mutes/known-mutes.ts';
import { createListMuted } from '../../../../lib/features/mutes/list-muted.ts';
import { isActive, LONGEST_MUTE_MS, type Mute, muteProblem } from '../../../../lib/features/mutes/mute.ts';
import { createMuteActions } from '../../../../lib/features/mutes/mute-actions.ts';
import { createMuteLedger } from '../../../../lib/features/mutes/mute-ledger.ts';
import { mutedWords } from '../../../../lib/features/mutes/mute-notices.ts';
import { createMuting } from '../../../../lib/features/mutes/muting.ts';
import { NO_PROPOSALS } from '../../../../lib/features/mutes/proposal.ts';
import { readMutes } from '../../../../lib/features/mutes/saved-mutes.ts';
import { judge } from '../../../../lib/features/privacy/forget.ts';
import { searchFor } from '../../../../lib/features/privacy/person.ts';
import type { Severity } from '../../../../lib/posture/severity.ts';
import { createCountWithheld } from '../../../../lib/reconcile/count-withheld.ts';
import { compileRoutes } from '../../../../lib/routing/compile-routes.ts';
import type { RoutedItem } from '../../../../lib/routing/routed-item.ts';
import type { AuditEntry } from '../../../../lib/verdict/answer-ledger.ts';
import { createManualClock } from '../../../support/manual-clock.ts';
import { createMemoryVersionedRows } from '../../../support/memory/memory-versioned-rows.ts';
import { sample } from '../../config/sample.ts';

const NOW = Date.parse('2026-11-16T09:00:00Z');
const HOUR = 3_600_000;
const ANN = { surface: 'slack', id: 'U0ANN00001', name: 'Ann' };
const aMute = (more: Partial<Mute> = {}): Mute => ({
  id: 'm1',
  field: 'user',
  value: 'anna@acme.example',
  critical: false,
  reason: 'she travels',
  by: ANN,
  atMs: NOW,
  untilMs: NOW + 2 * HOUR,
  ...more,
});
const config = defineBridge({
  ...sample,
  people: { ann: { slack: ANN.id, email: 'ann@acme.example' } },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    vip: { type: 'slack', channel: 'C0VIP00001' },
    hook: { type: 'webhook', url: 'https://hook.example/x', secret: '/pb/hook' },
  },
  routes: [
    { name: 'all', to: ['soc', 'hook'] },
    { name: 'leaks', when: { threatType: 'data_exfiltration' }, to: ['soc', 'vip'] },
  ],
});
const NONE = { all: 0, ofPerson: 0 };
/** Nothing lately, so no mute hides much. */
const QUIET = { cases: [] };
const routes = compileRoutes(config);
const chats = new Set(['soc', 'vip']);
const aCase = (more: object = {}, severity = 'high'): RoutedItem =>
  ({
    domain: 'acme',
    feed: 'cases',
    item: {
      case_id: 'c1',
      created_at: '2026-11-16T09:00:00Z',
      user_email: 'Anna@acme.example',
      threat_type: 'data_exfiltration',
      events: [{ event_id: 'e1', severity, category: ['Exfiltration'], source: 'CloudAppEvents' }],
      ...more,
    },
  }) as RoutedItem;
const hidden = (mute: Mute, item = aCase(), nowMs = NOW) => hide([mute], routes, item, { chats, nowMs });

describe('a mute hides', () => {
  it.each<[Partial<Mute>, readonly string[] | null]>([
    [{}, ['soc', 'vip']],
    [{ value: 'bo@acme.example' }, null],
    [{ field: 'threatType', value: 'data_exfiltration' }, ['soc', 'vip']],
    [{ field: 'category', value: 'exfiltration' }, ['soc', 'vip']],
    [{ field: 'source', value: 'cloudappevents' }, ['soc', 'vip']],
    // What another route sends there stays.
    [{ field: 'route', value: 'leaks' }, ['vip']],
    [{ field: 'route', value: 'all' }, null],
  ])('%j at %j', (more, at) => {
    expect(hidden(aMute(more))?.at ?? null).toEqual(at);
  });

  it('no critical case, unless it names critical ones', () => {
    expect(hidden(aMute(), aCase({}, 'critical'))).toBe(null);
    expect(hidden(aMute({ critical: true }), aCase({}, 'critical'))?.at).toEqual(['soc', 'vip']);
  });

  it('from its beginning to its end, and not a moment longer', () => {
    const at = (ms: number) => hidden(aMute(), aCase(), ms) !== null;
    expect([NOW - 1, NOW, NOW + 2 * HOUR - 1, NOW + 2 * HOUR].map(at)).toEqual([false, true, true, false]);
    const ended = aMute({ ended: { by: ANN, atMs: NOW + HOUR } });
    expect(isActive(ended, NOW + HOUR - 1)).toBe(true);
    expect(isActive(ended, NOW + HOUR)).toBe(false);
  });

  it('never what it does not name, whatever items say', () => {
    const text = fc.oneof(fc.constantFrom('anna@acme.example', '*', '?', 'constructor', ''), fc.string());
    fc.assert(
      fc.property(text, text, (muted, user) => {
        const found = hidden(aMute({ value: muted }), aCase({ user_email: user, events: [] }));
        if (found && !/[*?]/.test(muted)) expect(user.toLowerCase()).toBe(muted.toLowerCase());
      }),
    );
  });
});

describe('a mute can only be made', () => {
  it.each<[Partial<Mute>, string]>([
    [{ value: ' ' }, 'Say what to mute.'],
    [{ value: '*@acme.example' }, 'Name one person: a mute has no wildcards.'],
    [{ field: 'route', value: 'laeks' }, 'There is no route "laeks". Routes: all, leaks.'],
    [{ reason: ' ' }, 'Say why: others will ask.'],
    [{ untilMs: NOW + 1_000 }, 'A mute lasts at least five minutes.'],
    [{ untilMs: NOW + LONGEST_MUTE_MS + 1 }, 'A mute lasts at most 30 days.'],
    [{ untilMs: Number.NaN }, 'A mute lasts at least five minutes.'],
  ])('not like this: %j', (more, problem) => {
    expect(muteProblem(aMute(more), { routes: ['all', 'leaks'], before: NONE })).toBe(problem);
  });

  it('so many times', () => {
    expect(muteProblem(aMute(), { routes: [], before: { all: 49, ofPerson: 9 } })).toBe(null);
    for (const before of [
      { all: 50, ofPerson: 0 },
      { all: 10, ofPerson: 10 },
    ])
      expect(muteProblem(aMute(), { routes: [], before })).toContain('End one first');
  });
});

function createWorld() {
  const clock = createManualClock(NOW);
  const rows = createMemoryVersionedRows();
  const ledger = createMuteLedger(rows);
  const cases = createCaseLedger(rows);
  const trail: AuditEntry[] = [];
  const told: { title: string; text: string }[] = [];
  let takes = true;
  const context = createMuteActions({
    config,
    ledger,
    trail: {
      copyTrail: async (entries) => {
        trail.push(...entries);
        return [];
      },
    },
    showAnswer: async () => undefined,
    clock,
  });
  const newReconciler = (counting: Pick<Clock, 'now'> = clock) =>
    createListMuted({
      domains: ['acme'],
      ledger,
      count: createCountWithheld({ cases, clock: counting }),
      async tell(domain, mute, items) {
        if (takes) told.push(mutedWords(domain, mute, items));
        return takes;
      },
      tellBegun: async () => true,
      clock,
    });
  return {
    clock,
    ledger,
    context,
    trail,
    told,
    refuse: (next: boolean) => {
      takes = !next;
    },
    /** As the poller does with a case that a mute hides from a chat. */
    async hide(caseId: string, severity: Severity = 'high') {
      await ledger.note('acme', 'm1', [item(caseId, { severity })], NOW);
      const listed = {
        ...{ revision: '1', createdAtMs: NOW, updatedAtMs: NOW, closedAtMs: null, severity },
        routes: [],
      };
      const record = newCase(
        { domain: 'acme', caseId },
        { ...listed, destinations: [], escalatesAfterMs: null },
        NOW,
      );
      const withheld = new Map([['soc', { by: 'mute', id: 'm1' } as const]]);
      await cases.save(withPlaces(record, { handed: [], unsent: [], withheld }));
    },
    cases,
    newReconciler,
    reconcile: () => newReconciler()(clock.now() + 30_000),
  };
}

const item = (id: string, more: Partial<WithheldItem> = {}): WithheldItem => ({
  feed: 'cases',
  id,
  createdAtMs: NOW,
  what: 'Data exfiltration',
  severity: 'high',
  ...more,
});

describe('what a mute hid', () => {
  it('is listed once when it is over, and until then not at all', async () => {
    const world = createWorld();
    await world.context.begin('acme', aMute(), QUIET);
    await world.hide('c1');
    await world.ledger.note(
      'acme',
      'm1',
      [item('t1', { feed: 'threats', what: 'Phishing', severity: null })],
      NOW,
    );
    // Noted again after a crash.
    await world.ledger.note('acme', 'm1', [item('c1')], NOW);
    await world.clock.advance(2 * HOUR);
    await world.reconcile();
    expect(world.told).toEqual([]);
    await world.clock.advance(5 * 60_000);
    world.refuse(true);
    await world.reconcile();
    world.refuse(false);
    for (let n = 0; n < 3; n++) await world.reconcile();
    expect(world.told).toEqual([
      {
        code: 'mute_over',
        title: 'acme: the mute of one person has ended: it hid 1 case and 1 threat',
        text: 'Muted by Ann for 2h, because: she travels. 1 Data exfiltration (1 high or critical), 1 Phishing. These: c1, t1.',
      },
    ]);
  });

  it('is listed as severe as it is now, and not where it was posted meanwhile', async () => {
    const world = createWorld();
    await world.context.begin('acme', aMute(), QUIET);
    for (const id of ['c1', 'c2']) await world.hide(id, 'medium');
    await world.cases.change('acme', 'c1', (record) => ({ ...record, severity: 'high' }));
    await world.cases.change('acme', 'c2', (record) => ({ ...record, places: { soc: 'handed' } }));
    // A poller that noted it, and died before it recorded that.
    await world.ledger.note('acme', 'm1', [item('c3')], NOW);
    await world.clock.advance(2 * HOUR + 2 * 60_000);
    await world.reconcile();
    expect(world.told).toMatchObject([
      {
        title: 'acme: the mute of one person has ended: it hid 1 case',
        text: expect.stringContaining('1 Data exfiltration (1 high or critical). These: c1.'),
      },
    ]);
  });

  it('is listed within three minutes, by runs a minute apart, also where somebody ends the mute at once', async () => {
    for (const endsAfterMs of [0, 30_000, 59_000, 61_000, 119_000]) {
      const world = createWorld();
      const run = world.newReconciler();
      await run(world.clock.now() + 30_000);
      await world.clock.advance(1_000);
      await world.context.begin('acme', aMute({ atMs: world.clock.now() }), QUIET);
      await world.hide('c1');
      await world.clock.advance(endsAfterMs);
      await world.context.end('acme', 'm1', ANN);
      const endedMs = world.clock.now();
      while (world.told.length === 0 && world.clock.now() - endedMs < 600_000) {
        await world.clock.advance(60_000 - ((world.clock.now() - NOW) % 60_000));
        await run(world.clock.now() + 30_000);
      }
      expect(world.clock.now() - endedMs).toBeLessThanOrEqual(180_000);
    }
  });

  it('is counted page by page over several runs where there is much of it, and keeps nothing else waiting', async () => {
    const world = createWorld();
    await world.context.begin('acme', aMute(), QUIET);
    for (let n = 0; n < 40; n++) await world.hide(`c${String(n).padStart(2, '0')}`);
    await world.clock.advance(2 * HOUR + 2 * 60_000);
    // No time is left after each page.
    const run = world.newReconciler({ now: () => Number.POSITIVE_INFINITY });
    let runs = 0;
    for (; world.told.length === 0 && runs < 100; runs++) await run(world.clock.now() + 30_000);
    expect(runs).toBeGreaterThan(5);
    expect(world.told).toMatchObject([{ title: expect.stringContaining('it hid 40 cases') }]);
  });

  it('does not fill the row: of those that are over the last are kept, and none that is not listed', async () => {
    const world = createWorld();
    for (let n = 0; n < 120; n++) {
      const begun = await world.context.begin(
        'acme',
        aMute({ id: `m${n}`, atMs: world.clock.now(), untilMs: world.clock.now() + HOUR }),
        QUIET,
      );
      expect(begun).toMatchObject({ ok: { id: `m${n}` } });
      await world.context.end('acme', `m${n}`, ANN);
      await world.clock.advance(3 * 60_000);
      await world.reconcile();
    }
    expect((await world.ledger.load('acme')).mutes.length).toBeLessThanOrEqual(51);
  });

  it('is listed soon after somebody ended it, and says who', async () => {
    const world = createWorld();
    await world.context.begin('acme', aMute({ field: 'category', value: 'Phishing' }), QUIET);
    await world.clock.advance(10 * 60_000);
    const bo = { ...ANN, id: 'U0BO', name: 'Bo' };
    expect(await world.context.end('acme', 'm1', bo)).toMatchObject({ ok: { ended: { by: bo } } });
    await world.clock.advance(4 * 60_000);
    await world.reconcile();
    expect(world.told).toMatchObject([
      {
        title: 'acme: the mute of the category Phishing has ended: it hid nothing',
        text: 'Muted by Ann for 10m, because: she travels. Bo ended it.',
      },
    ]);
  });

  it('is never more than a notice can hold', () => {
    const many = Array.from({ length: 5_000 }, (_, n) =>
      item(`c${n}`.padEnd(2_000, 'x'), { what: `kind ${n % 50}` }),
    );
    const { title, text } = mutedWords('acme', aMute(), addWithheld(NOTHING_WITHHELD, many));
    expect(title).toContain('it hid 5000 cases');
    expect(text.length).toBeLessThan(2_000);
    expect(text).toContain('and 4990 more: /posture mutes m1');
  });
});

describe('who mutes', () => {
  it('is in the audit trail, and so is who was muted', async () => {
    const world = createWorld();
    await world.context.begin('acme', aMute(), QUIET);
    await world.context.begin('acme', aMute(), QUIET);
    await world.context.end('acme', 'm1', ANN);
    expect((await world.context.load('acme')).mutes).toHaveLength(1);
    expect(new Set(world.trail.map(({ what, n, id }) => `${what} ${n} ${id}`))).toEqual(
      new Set(['muted 1 mute:m1', 'unmuted 3 mute:m1']),
    );
    expect(world.trail[0]).toMatchObject({
      by: ANN,
      comment: 'she travels',
      answer: 'anna@acme.example for 2h',
    });
  });

  it('is told what is wrong, and nothing changes', async () => {
    const world = createWorld();
    expect(await world.context.begin('acme', aMute({ reason: '' }), QUIET)).toEqual({
      problem: 'Say why: others will ask.',
    });
    expect(await world.context.end('acme', 'nope', ANN)).toEqual({ problem: 'There is no mute "nope".' });
    expect((await world.context.load('acme')).mutes).toEqual([]);
    expect(world.trail).toEqual([]);
  });

  it('loses nothing when two mute at the same moment', async () => {
    const world = createWorld();
    await Promise.all(['a', 'b', 'c'].map((id) => world.context.begin('acme', aMute({ id }), QUIET)));
    expect((await world.context.load('acme')).mutes.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'c']);
  });
});

it('forgets whom it is about, like every row, and hides nothing then', () => {
  const row = { kind: 'other', pk: 'mutes#acme', sk: 'mutes', expiresAtMs: null } as const;
  const value = { v: 1, mutes: [aMute(), aMute({ id: 'm2', value: 'bo@acme.example' })] };
  const [judged] = judge([{ ...row, value }], searchFor('anna@acme.example', []));
  if (judged?.forgetting.do !== 'rewrite') throw new Error('it is kept');
  expect(JSON.stringify(judged.forgetting.value)).not.toContain('anna@');
  const { mutes } = understood(readMutes(judged.forgetting.value));
  expect(mutes.map(({ value: who }) => who)).toEqual([FORGOTTEN, 'bo@acme.example']);
  expect(hide(mutes, routes, aCase(), { chats, nowMs: NOW })).toBe(null);
});

describe('the poller', () => {
  const feedItem = { id: 'c1', createdAtMs: NOW, item: aCase().item };
  const post = { item: feedItem, chats: ['soc', 'vip'], isAsked: false };
  const muting = (mutes: () => Promise<readonly Mute[]>, note = async () => undefined) =>
    createMuting({
      config,
      feed: { domain: 'acme', feed: 'cases' },
      mutes,
      ledger: { note },
      clock: createManualClock(NOW),
    });

  it('asks nobody what is muted while there is nothing new', async () => {
    let asked = 0;
    const one = muting(async () => {
      asked++;
      return [];
    });
    await one.judge([]);
    expect(asked).toBe(0);
    await one.judge([post]);
    expect(asked).toBe(1);
  });

  it('hides from chats, and from no other system', async () => {
    const found = await muting(async () => [aMute()]).judge([post]);
    expect(['soc', 'vip', 'hook'].map((name) => found.at(feedItem, name))).toEqual(['m1', 'm1', null]);
  });

  it('shows everything when nobody can say for long what is muted', async () => {
    const clock = createManualClock(NOW);
    let fails = false;
    const load = async () => {
      if (fails) throw new Error('throttled');
      return { mutes: [aMute()], waiting: [], proposals: NO_PROPOSALS, version: 1 };
    };
    const known = createKnownMutes({ load }, 'acme', { clock, log: () => undefined });
    expect(await known()).toHaveLength(1);
    fails = true;
    await clock.advance(60_000);
    expect(await known()).toHaveLength(1);
    await clock.advance(5 * 60_000);
    expect(await known()).toEqual([]);
  });
});
