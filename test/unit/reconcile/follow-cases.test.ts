import { describe, expect, it } from 'vitest';
import { withSent } from '../../../lib/case/after-listing.ts';
import type { CaseVerdict } from '../../../lib/case/answer.ts';
import { stateOf } from '../../../lib/case/case-state.ts';
import { pendingChanges } from '../../../lib/chats/document/status-notes.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../../lib/dynamo/dynamo-case-ledger.ts';
import type { Mute } from '../../../lib/features/mutes/mute.ts';
import { createMuting } from '../../../lib/features/mutes/muting.ts';
import { createAsk } from '../../../lib/outbox/ask-notifiers.ts';
import { newDelivery } from '../../../lib/outbox/delivery.ts';
import { createIsClosingShown } from '../../../lib/outbox/is-closing-shown.ts';
import { createDeliveryLedger } from '../../../lib/outbox/stored-deliveries.ts';
import type { CaseFilter } from '../../../lib/posture/filters.ts';
import type { PagesQuery } from '../../../lib/posture/list.ts';
import type { Page } from '../../../lib/posture/page.ts';
import { UnauthorizedError } from '../../../lib/posture/posture-errors.ts';
import type { Call } from '../../../lib/posture/request.ts';
import type { Case, CaseState } from '../../../lib/posture/schemas/case.ts';
import { createBringUpToDate } from '../../../lib/reconcile/bring-up-to-date.ts';
import { createFollowCases } from '../../../lib/reconcile/follow-cases.ts';
import { caseRecord } from '../../support/case-records.ts';
import { handOverWith } from '../../support/hand-over.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryFeedLedger } from '../../support/memory/memory-feed-ledger.ts';
import { createMemoryOutbox } from '../../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const QUEUE = 'https://queues/slack.fifo';

const config = defineBridge({
  domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
  slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00001' },
    urgent: { type: 'slack', channel: 'C0URGENT01' },
    lead: { type: 'slack', channel: 'C0LEAD0001' },
  },
  routes: [
    { name: 'all', when: { feed: 'cases' }, to: 'soc' },
    { name: 'critical', when: { feed: 'cases', severity: 'critical' }, to: 'urgent' },
  ],
  verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
});

const CRITICAL = { event_id: 'e9', created_at: '2026-11-15T09:00:00Z', severity: 'critical' };

interface Kept {
  readonly state: CaseState;
  readonly item: Case;
}

/** The platform, a bridge that was handed cases, and the part of the reconciler that follows them. */
function createWorld() {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const cases = createCaseLedger(rows);
  const deliveries = createDeliveryLedger(rows);
  const outbox = createMemoryOutbox();
  const platform = new Map<string, Kept>();
  const asked: { readonly state: string | null; readonly priority: unknown }[] = [];
  const told: { readonly state: unknown; readonly revision: string; readonly item: Case }[] = [];
  const logged: string[] = [];
  const refused: string[] = [];
  const verdicts = new Map<string, CaseVerdict>();
  const hidden: string[] = [];
  const mutes: Mute[] = [];
  let breaks: ((state: string | null) => unknown) | null = null;
  let quicker = 0;
  const iso = (ms = clock.now()) => new Date(ms).toISOString();

  async function* pages(
    { filter = {} }: PagesQuery<CaseFilter> = {},
    call: Call = {},
  ): AsyncGenerator<Page<Case>> {
    const { state, createdAfter, createdBefore } = filter;
    asked.push({ state: state ?? null, priority: call.priority });
    await Promise.resolve();
    const problem = breaks?.(state ?? null);
    if (problem) throw problem;
    const items = [...platform.values()]
      .filter((one) => state === undefined || one.state === state)
      .map(({ item }) => item)
      .filter(({ created_at }) => {
        const ms = Date.parse(created_at);
        return ms > Number(createdAfter) && ms < Number(createdBefore);
      });
    yield { items, rejected: [], repairs: [], nextCursor: null, serverTimeMs: null };
  }

  const answerOf = async (_: string, caseId: string) => verdicts.get(caseId) ?? null;
  const createPart = (ask = display) =>
    createFollowCases({
      domains: ['acme'],
      everyMs: 5 * MINUTE,
      ledger: {
        ...cases,
        async read(one) {
          const record = await cases.read(one);
          if (record && quicker-- > 0) await cases.change('acme', record.caseId, (now) => ({ ...now }));
          return record;
        },
      },
      casesOf: async () => ({ pages }),
      bringUpToDate: createBringUpToDate({
        ...{ config, queueUrls: { slack: QUEUE }, feeds: createMemoryFeedLedger(), cases, clock },
        withholders: (domain) => [
          createMuting({
            ...{ config, clock, feed: { domain, feed: 'cases' }, mutes: async () => mutes },
            ledger: { note: async (_, __, items) => void hidden.push(...items.map(({ id }) => id)) },
          }),
        ],
        stepsOf: () => [],
        outbox: handOverWith({ outbox, deliveries, severeFrom: 'high', clock }),
        log: (what) => logged.push(what),
      }),
      ask,
      isClosingShown: createIsClosingShown({ ledger: deliveries, answerOf }),
      answerOf,
      tellWebhooks: async (_, item, revision) => void told.push({ state: item.state, revision, item }),
      onRefusedKey: (domain) => refused.push(domain),
      clock,
      log: (what) => logged.push(what),
    });
  const display = createAsk({
    ledger: deliveries,
    outbox,
    queueUrlOf: () => QUEUE,
    severeFrom: 'high',
    clock,
  }).everywhere;
  let following = createPart();

  const keyOf = (id: string, destination = 'soc') => ({
    domain: 'acme',
    feed: 'cases' as const,
    id,
    destination,
  });
  const world = {
    clock,
    rows,
    cases,
    hidden,
    outbox,
    asked,
    told,
    logged,
    refused,
    mutes,
    /** An analyst decided it, and the platform recorded that. */
    async decides(id: string, resolved = true) {
      const decision = { state: { is: 'recorded', resolved, atMs: clock.now() }, episode: 0 };
      verdicts.set(id, { decision } as CaseVerdict);
    },
    /** What the poller does with a case that changed. */
    async brings(id: string, destination = 'soc') {
      const saved = await deliveries.load(keyOf(id, destination));
      const item = platform.get(id)?.item as Case;
      if (!saved) throw new Error('it is not there');
      const content = { kind: 'case', item, trimmed: [] } as const;
      const next = { ...saved.value, content, rev: undefined };
      await deliveries.keep(next, { priority: { at: '30#' }, only: 'newer' }, clock.now());
      const kept = await deliveries.load(keyOf(id, destination));
      if (kept) await deliveries.save(kept.value, kept.version, null, clock.now());
    },
    breakLists: (how: typeof breaks) => {
      breaks = how;
    },
    /** So often another function writes about a case after the reconciler has read it. */
    othersAreQuicker: (times: number) => {
      quicker = times;
    },
    /** The platform has a case, and the bridge shows it. */
    async opens(
      id: string,
      { state = 'discover' as CaseState, ageMs = 0, places = ['soc'], person = 'Grace Hopper' } = {},
    ) {
      const at = iso(clock.now() - ageMs);
      const item: Case = {
        ...{ case_id: id, created_at: at, updated_at: at, closed_at: null, events: [] },
        user_name: person,
      };
      platform.set(id, { state, item });
      for (const place of places) await world.shows(id, place);
      const ms = Date.parse(at);
      const handed = Object.fromEntries(places.map((name) => [name, 'handed' as const]));
      await cases.save(
        caseRecord({ caseId: id, createdAtMs: ms, updatedAtMs: ms, revision: at, places: handed }),
      );
    },
    async shows(id: string, destination: string) {
      const item = platform.get(id)?.item as Case;
      const delivery = newDelivery(keyOf(id, destination), { kind: 'case', item, trimmed: [] }, clock.now());
      const main = { ref: { ts: '1' }, hash: 'h' };
      await deliveries.save({ ...delivery, settled: true, main, knewChange: 0 }, 0, null, clock.now());
    },
    /** The queue of a place takes it at last. */
    takesLate: (id: string, place: string) =>
      cases.change('acme', id, (record) =>
        withSent({ ...record, places: { ...record.places, [place]: 'unsent' } }, [place], []),
      ),
    moves(id: string, state: CaseState, more: object = {}) {
      const kept = platform.get(id) as Kept;
      const updated_at = iso();
      const closed_at = state === 'closed' ? updated_at : null;
      platform.set(id, { state, item: { ...kept.item, updated_at, closed_at, ...more } });
    },
    removes: (id: string) => platform.delete(id),
    async look(minutes = 5) {
      clock.advance(minutes * MINUTE);
      return following.part(clock.now() + MINUTE);
    },
    lookSoon: () => following.lookSoon('acme'),
    restart(ask?: typeof display) {
      following = createPart(ask);
    },
    display,
    async shown(id: string, destination = 'soc') {
      const saved = await deliveries.load(keyOf(id, destination));
      const { content } = saved?.value ?? {};
      const item = content?.kind === 'case' ? content.item : undefined;
      const isListed = saved?.todo !== undefined;
      const record = await cases.load('acme', id);
      // What its notifier shows there, once it was asked to look.
      return {
        state: item && isListed ? stateOf(item, record) : undefined,
        changes: pendingChanges({ ...saved?.value, record }, null).map(({ to }) => to),
        updatedAt: item?.updated_at,
        isListed,
      };
    },
    record: (id: string) => cases.load('acme', id),
  };
  return world;
}

describe('the part of the reconciler that follows cases', () => {
  it('asks nothing while no case is open', async () => {
    const world = createWorld();
    await world.look();
    expect(world.asked).toEqual([]);
  });

  it('looks with the next run where that is wanted, and says which of two what only a list called reopened is', async () => {
    const world = createWorld();
    for (const id of ['acted', 'reopened']) await world.opens(id);
    await world.look();
    world.clock.advance(MINUTE);
    world.moves('acted', 'enforced');
    world.moves('reopened', 'discover');
    // Each had been closed by a list before any look saw that.
    for (const id of ['acted', 'reopened'])
      await world.cases.change('acme', id, (record) => ({
        ...record,
        ...{
          episode: 1,
          unconfirmed: { episode: 0 },
          updatedAtMs: world.clock.now(),
          statusAtMs: world.clock.now(),
        },
      }));
    const before = world.asked.length;
    await world.look(0);
    expect(world.asked).toHaveLength(before);
    world.lookSoon();
    await world.look(0);
    expect(await world.record('acted')).toMatchObject({ status: 'enforced', episode: 0 });
    expect(await world.record('reopened')).toMatchObject({ status: 'discover', episode: 1 });
    for (const id of ['acted', 'reopened']) expect((await world.record(id))?.unconfirmed).toBeUndefined();
    const after = world.asked.length;
    await world.look(1);
    expect(world.asked).toHaveLength(after);
  });

  it('does not wait for the next look because another function was quicker, and tells the change once', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(MINUTE);
    world.moves('c1', 'enforced');
    world.othersAreQuicker(3);
    await world.look();
    expect(await world.record('c1')).toMatchObject({ status: 'enforced', owed: false });
    expect(await world.shown('c1')).toMatchObject({ state: 'enforced', changes: ['enforced'] });
    expect(world.told).toHaveLength(1);
    world.othersAreQuicker(Number.POSITIVE_INFINITY);
    world.clock.advance(MINUTE);
    world.moves('c1', 'closed');
    await world.look();
    expect(await world.record('c1')).toMatchObject({ status: 'enforced' });
    world.othersAreQuicker(0);
    await world.look();
    expect(await world.record('c1')).toMatchObject({ status: 'closed' });
  });

  it('lets some of what is long over go in each look, and looks at the others all the same', async () => {
    const world = createWorld();
    const ended = { status: 'closed', endedAtMs: world.clock.now() - 400 * DAY } as const;
    for (let n = 0; n < 205; n++)
      await world.cases.save(caseRecord({ caseId: `old-${n}`, createdAtMs: n, ...ended }));
    const left = async () => (await world.cases.followed('acme', 1_000)).length;
    await world.look();
    expect(await left()).toBe(5);
    await world.look();
    expect(await left()).toBe(0);
  });

  it('leaves what the platform has acted on, once nothing has changed about it for 30 days', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(MINUTE);
    world.moves('c1', 'enforced');
    await world.look();
    await world.look(29 * 24 * 60);
    expect(await world.cases.followed('acme', 9)).toHaveLength(1);
    await world.look(2 * 24 * 60);
    expect(await world.cases.followed('acme', 9)).toEqual([]);
    expect(await world.record('c1')).toMatchObject({ status: 'enforced' });
  });

  it.each(['investigating', 'closed'] as const)(
    'tells what the platform acted on long ago and is now %s, however late it looks',
    async (state) => {
      const world = createWorld();
      await world.opens('c1');
      world.clock.advance(MINUTE);
      world.moves('c1', 'enforced');
      await world.look();
      await world.look();
      world.clock.advance(32 * DAY);
      world.moves('c1', state);
      await world.look();
      expect(await world.record('c1')).toMatchObject({ status: state });
    },
  );

  it('asks the four lists of open cases and nothing else while nothing changes, with the lowest priority', async () => {
    const world = createWorld();
    await world.opens('c1', { ageMs: 300 * DAY });
    await world.opens('c2');
    await world.look();
    // One window around each: they are far apart.
    expect(world.asked).toHaveLength(8);
    expect(new Set(world.asked.map(({ state }) => state))).toEqual(
      new Set(['discover', 'pending_investigation', 'investigating', 'enforced']),
    );
    expect(world.asked.every(({ priority }) => priority === 'backfill')).toBe(true);
    expect(await world.record('c1')).toMatchObject({ version: 1 });
  });

  it('hands a case that became critical to the chats for those, with its state, once', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(7 * DAY);
    world.moves('c1', 'investigating');
    await world.look();
    expect((await world.shown('c1', 'urgent')).isListed).toBe(false);
    world.moves('c1', 'investigating', { events: [CRITICAL] });
    await world.look();
    // It is new there, and its message begins with the state.
    expect(await world.shown('c1', 'urgent')).toMatchObject({
      state: 'investigating',
      changes: [],
      isListed: true,
    });
    const rung = () => world.outbox.accepted(QUEUE).filter(({ group }) => group === 'urgent').length;
    expect(rung()).toBeGreaterThan(0);
    const before = rung();
    for (let n = 0; n < 3; n++) await world.look();
    expect(rung()).toBe(before);
  });

  it('hands it to no chat that is muted for it, notes that, and asks again only once it is worse', async () => {
    const world = createWorld();
    await world.opens('c1');
    const at = { atMs: world.clock.now(), untilMs: world.clock.now() + 30 * DAY };
    world.mutes.push({
      ...{ id: 'm1', field: 'route', value: 'critical', critical: true, reason: 'a test' },
      ...{ by: { surface: 'slack', id: 'U0ANN00001', name: 'Ann' }, ...at },
    });
    world.clock.advance(DAY);
    world.moves('c1', 'discover', { events: [CRITICAL] });
    await world.look();
    expect((await world.shown('c1', 'urgent')).isListed).toBe(false);
    expect(world.hidden).toEqual(['c1']);
    expect((await world.record('c1'))?.places).toEqual({
      soc: 'handed',
      urgent: { by: 'mute', id: 'm1', severity: 'critical', episode: 0 },
    });
    // Nor when the mute is over and it is no worse.
    world.mutes.length = 0;
    world.moves('c1', 'discover', { threat_brief: 'another', events: [CRITICAL] });
    await world.look();
    expect((await world.shown('c1', 'urgent')).isListed).toBe(false);
  });

  it('records that it handed it over there, for as long as the case is known', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(MINUTE);
    world.moves('c1', 'discover', { events: [CRITICAL] });
    await world.look();
    expect((await world.record('c1'))?.places).toEqual({ soc: 'handed', urgent: 'handed' });
  });

  it('leaves a case to the poller while some queue has not taken it', async () => {
    const world = createWorld();
    await world.opens('c1');
    await world.cases.change('acme', 'c1', (record) => ({ ...record, places: { soc: 'unsent' } }));
    world.clock.advance(MINUTE);
    world.moves('c1', 'discover', { events: [CRITICAL] });
    const before = await world.record('c1');
    await world.look();
    expect(await world.record('c1')).toMatchObject({ places: before?.places, revision: before?.revision });
    expect((await world.shown('c1', 'urgent')).isListed).toBe(false);
    const { version } = (await world.record('c1')) ?? {};
    await world.look();
    expect(await world.record('c1')).toMatchObject({ version });
  });

  it('looks every five minutes, however often the reconciler runs', async () => {
    const world = createWorld();
    await world.opens('c1');
    for (let minute = 0; minute < 20; minute++) await world.look(1);
    expect(world.asked).toHaveLength(4 * 4);
  });

  it('shows a change of state in place, tells the thread of it when it is important, and webhooks', async () => {
    const world = createWorld();
    await world.opens('c1', { places: ['soc', 'lead'] });
    world.clock.advance(MINUTE);
    world.moves('c1', 'investigating');
    expect(await world.look()).toEqual({ 'changed cases': 1 });
    expect(await world.shown('c1')).toMatchObject({ state: 'investigating', changes: [], isListed: true });
    world.moves('c1', 'enforced');
    await world.look();
    for (const place of ['soc', 'lead'])
      expect(await world.shown('c1', place)).toMatchObject({ state: 'enforced', changes: ['enforced'] });
    expect(world.told.map(({ state }) => state)).toEqual(['investigating', 'enforced']);
    expect(world.outbox.accepted(QUEUE)).toHaveLength(4);
    expect(await world.look()).toEqual({ 'changed cases': 0 });
  });

  it('tells webhooks no more than that a case changed, where its person is forgotten', async () => {
    const world = createWorld();
    await world.opens('c1', { person: 'Ada Lovelace' });
    await world.cases.change('acme', 'c1', (record) => ({ ...record, forgotten: true }));
    world.clock.advance(MINUTE);
    world.moves('c1', 'investigating');
    await world.look();
    expect(world.told.map(({ state }) => state)).toEqual(['investigating']);
    expect(JSON.stringify(world.told)).not.toContain('Ada');
  });

  it('writes once and shows nothing where a verdict of ours closed a case, and its messages say so', async () => {
    const world = createWorld();
    await world.opens('c1', { places: ['soc', 'lead'] });
    world.clock.advance(MINUTE);
    world.moves('c1', 'closed');
    await world.decides('c1');
    for (const place of ['soc', 'lead']) await world.brings('c1', place);
    expect(await world.look()).toEqual({ 'changed cases': 1 });
    expect(await world.record('c1')).toMatchObject({ version: 2, status: 'closed', owed: false });
    expect(world.outbox.accepted(QUEUE)).toEqual([]);
    expect(await world.shown('c1')).toMatchObject({ state: undefined, isListed: false });
    expect(world.told).toMatchObject([{ state: 'closed' }]);
    expect(await world.look()).toEqual({ 'changed cases': 0 });
    // What comes after it is shown.
    world.moves('c1', 'investigating');
    await world.look();
    expect(await world.shown('c1', 'lead')).toMatchObject({ state: 'investigating' });
  });

  it('begins a new episode where a verdict of ours closed a case, and it was reopened before anybody saw that', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(MINUTE);
    // It changed a moment before: that is no news about the verdict.
    world.moves('c1', 'pending_investigation');
    await world.decides('c1');
    await world.look();
    expect(await world.record('c1')).toMatchObject({ episode: 0 });
    world.moves('c1', 'investigating');
    await world.look();
    expect(await world.record('c1')).toMatchObject({ episode: 1, status: 'investigating', owed: false });
    expect(await world.shown('c1')).toMatchObject({ state: 'investigating' });
    world.moves('c1', 'investigating', { threat_brief: 'More' });
    await world.look();
    expect(await world.record('c1')).toMatchObject({ episode: 1 });
  });

  it.each([
    ['one message does not know yet that it closed', true, ['soc'], 'closed'],
    ['the platform did not resolve the verdict', false, ['soc', 'lead'], 'closed'],
    ['action was taken, which no closing date tells', true, ['soc', 'lead'], 'enforced'],
  ] as const)('shows it all the same where %s', async (_, resolved, knowing, state) => {
    const world = createWorld();
    await world.opens('c1', { places: ['soc', 'lead'] });
    world.clock.advance(MINUTE);
    world.moves('c1', state);
    await world.decides('c1', resolved);
    for (const place of knowing) await world.brings('c1', place);
    await world.look();
    for (const place of ['soc', 'lead']) expect(await world.shown('c1', place)).toMatchObject({ state });
    expect(await world.record('c1')).toMatchObject({ version: 3, owed: false });
  });

  it('shows what a case says by now, months after it came', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.clock.advance(90 * DAY);
    world.moves('c1', 'discover', { threat_brief: 'More' });
    const { updated_at } = { updated_at: new Date(world.clock.now()).toISOString() };
    await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: 'discover', updatedAt: updated_at });
    // As the poller would: no state of it changed.
    expect(world.told).toEqual([]);
    expect(await world.record('c1')).toMatchObject({ revision: updated_at });
    expect(await world.look()).toEqual({ 'changed cases': 0 });
  });

  it('finds a case among the closed only when it left the others, and asks no more once none is open', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.moves('c1', 'closed');
    await world.look();
    expect(world.asked.map(({ state }) => state)).toContain('closed');
    expect(await world.shown('c1')).toMatchObject({ state: 'closed', changes: ['closed'] });
    await world.look(25 * 60);
    world.asked.length = 0;
    await world.look();
    expect(world.asked).toEqual([]);
  });

  it('shows again a case that is opened again, or listed again', async () => {
    const world = createWorld();
    await world.opens('c1');
    await world.opens('c2');
    world.moves('c1', 'closed');
    await world.look();
    world.moves('c1', 'investigating');
    await world.look();
    expect(await world.shown('c1')).toMatchObject({
      state: 'investigating',
      changes: ['closed', 'investigating'],
    });
    const kept = await world.record('c1');
    expect(kept).toMatchObject({ endedAtMs: null, changes: [{}, { n: 2 }] });
  });

  it('lets a case vanish after a quarter of an hour of whole looks, and brings it back', async () => {
    const world = createWorld();
    await world.opens('c1');
    await world.opens('c2');
    world.removes('c1');
    for (let n = 0; n < 3; n++) await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: undefined });
    await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: 'vanished', changes: ['vanished'] });
    expect(world.told.map(({ state }) => state)).toEqual(['vanished']);
    await world.opens('c1', { ageMs: 20 * MINUTE });
    world.moves('c1', 'discover');
    await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: 'discover' });
  });

  it('finds a case that moves from list to list while they are read', async () => {
    const world = createWorld();
    await world.opens('c1', { state: 'enforced' });
    world.clock.advance(MINUTE);
    // The list that it moves to was read before, the one that it leaves is read afterwards.
    world.breakLists((state) => {
      if (state === 'enforced' && world.asked.length <= 4) world.moves('c1', 'pending_investigation');
      return null;
    });
    await world.look();
    expect(await world.record('c1')).toMatchObject({ status: 'pending_investigation', missed: null });
  });

  it('takes no look that a list failed in for a whole one, and still shows what it found', async () => {
    const world = createWorld();
    await world.opens('c1');
    await world.opens('c2');
    world.removes('c1');
    world.moves('c2', 'enforced');
    world.breakLists((state) => (state === 'closed' ? new Error('503') : null));
    for (let n = 0; n < 6; n++) await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: undefined });
    expect((await world.record('c1'))?.missed).toBeNull();
    expect(await world.shown('c2')).toMatchObject({ state: 'enforced' });
    expect(world.logged).toContain('not all cases looked for');
  });

  it('does not believe that all of them are gone at once', async () => {
    const world = createWorld();
    for (const id of ['c1', 'c2', 'c3']) await world.opens(id);
    for (const id of ['c1', 'c2', 'c3']) world.removes(id);
    for (let n = 0; n < 6; n++) await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: undefined });
  });

  it('asks for the key again when it is refused', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.breakLists(() => new UnauthorizedError('401'));
    await world.look();
    expect(world.refused).toEqual(['acme']);
  });

  it('shows a change that a crash kept from being shown', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.moves('c1', 'enforced');
    world.restart(() => Promise.reject(new Error('crashed')));
    await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: undefined });
    expect(await world.record('c1')).toMatchObject({ status: 'enforced', owed: true });
    world.restart();
    await world.look();
    expect(await world.shown('c1')).toMatchObject({ state: 'enforced', changes: ['enforced'] });
    expect(await world.record('c1')).toMatchObject({ owed: false });
  });

  it('shows one change when two reconcilers look at once', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.moves('c1', 'enforced');
    world.clock.advance(5 * MINUTE);
    const first = world.look(0);
    world.restart();
    await Promise.all([first, world.look(0)]);
    expect(await world.shown('c1')).toMatchObject({ state: 'enforced', changes: ['enforced'] });
    expect(await world.record('c1')).toMatchObject({ changes: [{ n: 1 }], owed: false });
  });

  it('tells a place that got the case later what became of it before', async () => {
    const world = createWorld();
    await world.opens('c1');
    world.moves('c1', 'enforced');
    await world.look();
    await world.shows('c1', 'late');
    await world.takesLate('c1', 'late');
    await world.look();
    expect(await world.shown('c1', 'late')).toMatchObject({ state: 'enforced' });
    expect(await world.shown('c1')).toMatchObject({ changes: ['enforced'] });
  });
});
