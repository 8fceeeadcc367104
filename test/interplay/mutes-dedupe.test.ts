import { describe, expect, it } from 'vitest';
import { nextLook } from '../../lib/case/next-escalation.ts';
import type { CasePolicy } from '../../lib/case/standing.ts';
import { addWithheld, NOTHING_WITHHELD } from '../../lib/case/withheld-summary.ts';
import { type BridgeInput, defineBridge } from '../../lib/config/define-bridge.ts';
import { createCaseLedger } from '../../lib/dynamo/dynamo-case-ledger.ts';
import { createDynamoFeedLedger } from '../../lib/dynamo/dynamo-feed-ledger.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { createChooses } from '../../lib/endpoints/open-endpoints.ts';
import { createEventLedger } from '../../lib/endpoints/stored-events.ts';
import { createDedupeLedger } from '../../lib/features/dedupe/dedupe-ledger.ts';
import { dedupedWords } from '../../lib/features/dedupe/deduped-words.ts';
import { createDeduping } from '../../lib/features/dedupe/deduping.ts';
import {
  createDedupedPlaces,
  createListDeduped,
  createTellDeduped,
} from '../../lib/features/dedupe/list-deduped.ts';
import { createListMuted } from '../../lib/features/mutes/list-muted.ts';
import type { Mute } from '../../lib/features/mutes/mute.ts';
import { createMuteLedger } from '../../lib/features/mutes/mute-ledger.ts';
import { mutedWords } from '../../lib/features/mutes/mute-notices.ts';
import { createMuting } from '../../lib/features/mutes/muting.ts';
import { NO_PROPOSALS } from '../../lib/features/mutes/proposal.ts';
import { judge } from '../../lib/features/privacy/forget.ts';
import { searchFor } from '../../lib/features/privacy/person.ts';
import { createCoveredThreats } from '../../lib/feed/covered-threats.ts';
import { enqueueItems } from '../../lib/feed/enqueue-items.ts';
import { NO_FACTS } from '../../lib/feed/fact-finder.ts';
import type { AskedWalk } from '../../lib/feed/feed-state.ts';
import { createItemMessages } from '../../lib/feed/item-messages.ts';
import { createSeenMemory } from '../../lib/feed/seen-memory.ts';
import { createWithholding } from '../../lib/feed/withholding.ts';
import { createDeliveryLedger } from '../../lib/outbox/stored-deliveries.ts';
import { createCountWithheld } from '../../lib/reconcile/count-withheld.ts';
import { sendOpsNotice } from '../../lib/routing/ops-notice.ts';
import { FakeDynamo } from '../support/aws/fake-dynamo.ts';
import { handOverWith } from '../support/hand-over.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryOutbox } from '../support/memory/memory-outbox.ts';
import { createMemoryVersionedRows } from '../support/memory/memory-versioned-rows.ts';

const MINUTE = 60_000;
const ENDPOINTS = 'https://queues/webhook.fifo';
const QUEUES = { slack: 'slack', webhook: ENDPOINTS };
const ROUTE = {
  name: 'all',
  to: ['soc', 'lake'],
  dedupe: { by: ['user', 'threatType'], for: '1h' },
} as const;

const configWith = (routes: BridgeInput['routes']) =>
  defineBridge({
    domains: { acme: { baseUrl: 'https://api.example/v1', apiKey: '/key' } },
    slack: { signingSecret: '/secret', botToken: '/token', teamId: 'T0ACME0001' },
    destinations: {
      soc: { type: 'slack', channel: 'C0SOC00001' },
      ops: { type: 'slack', channel: 'C0OPS00001' },
      lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
    },
    routes,
    verdicts: { allow: { slackUsers: ['U0ANN00001'] } },
    ops: { to: 'ops' },
  });

/** A poller and a reconciler, on a table in memory. */
function setUp(routes: BridgeInput['routes'] = [ROUTE]) {
  const mutes: Mute[] = [];
  const config = configWith(routes);
  const clock = createManualClock(Date.parse('2026-11-17T09:00:00Z'));
  const table = new FakeDynamo();
  const calls: string[] = [];
  let dies: (call: string) => boolean = () => false;
  const client = table.client(async (label, effect) => {
    calls.push(label);
    if (dies(label)) throw Object.assign(new Error('the process died'), { name: 'AccessDenied' });
    return effect();
  });
  const parts = { client, tableName: 'ledger', clock, random: Math.random };
  const rows = createDynamoVersionedRows(parts);
  const deliveries = createDeliveryLedger(rows);
  const queues = createMemoryOutbox();
  const inLedger = handOverWith({
    outbox: queues,
    deliveries,
    events: { ledger: createEventLedger(rows), chooses: createChooses(config.destinations) },
    clock,
  });
  const ledger = createDynamoFeedLedger(parts);
  const logged: string[] = [];
  const of = (feed: 'cases' | 'threats') => ({
    feed: { domain: 'acme', feed },
    ledger,
    outbox: inLedger,
    facts: NO_FACTS,
    covered: createCoveredThreats(ledger, 'acme'),
    stepsOf: () => [{ route: 'all', step: 1, afterMs: 600_000, to: [] }],
    cases: createCaseLedger(rows),
    withholding: createWithholding([
      createMuting({
        ...{ config, clock, feed: { domain: 'acme', feed }, mutes: async () => mutes },
        ledger: createMuteLedger(rows),
      }),
      createDeduping({
        config,
        feed: { domain: 'acme', feed },
        ledger: createDedupeLedger(rows),
        cases: createCaseLedger(rows),
        clock,
        log: (what) => void logged.push(what),
      }),
    ]),
    clock,
    memory: createSeenMemory(),
    hold: async () => undefined,
    messages: createItemMessages({
      config,
      feed: { domain: 'acme', feed },
      queueUrls: QUEUES,
      clock,
      onShadow: () => undefined,
      onUnrouted: () => undefined,
    }),
  });
  const caseOf = (id: string, severity: string, more: object = {}) => {
    const at = new Date(clock.now()).toISOString();
    const events = [{ event_id: `e-${id}`, severity }];
    const about = {
      case_id: id,
      created_at: '2026-11-17T08:59:00Z',
      updated_at: at,
      threat_type: 'sabotage',
    };
    const item = { ...about, user_email: 'anna@acme.example', events, ...more };
    return { id, createdAtMs: Date.parse(item.created_at), revision: at, item };
  };
  const toSend = { config, queueUrls: QUEUES, outbox: inLedger, clock };
  const reconcilerWith = (more: { dedupes?: boolean; config?: typeof config } = {}) =>
    createListDeduped({
      ledger: createDedupeLedger(rows),
      isOn: more.dedupes ?? true,
      count: createCountWithheld({ cases: createCaseLedger(rows), clock }),
      placesOf: createDedupedPlaces({ config: more.config ?? config }),
      tell: createTellDeduped({ ...toSend, config: more.config ?? config }),
      clock,
    });
  const reconciler = reconcilerWith();
  const listMuted = createListMuted({
    domains: ['acme'],
    ledger: {
      ...createMuteLedger(rows),
      load: async () => ({ mutes, waiting: [], proposals: NO_PROPOSALS, version: 1 }),
      async save(_, next) {
        mutes.splice(0, mutes.length, ...next.mutes);
        return true;
      },
    },
    count: createCountWithheld({ cases: createCaseLedger(rows), clock }),
    tell: (domain, mute, hidden) =>
      sendOpsNotice(toSend, { domain, id: `mute-${mute.id}-over`, ...mutedWords(domain, mute, hidden) }),
    tellBegun: async () => true,
    clock,
  });
  const at = (destination: string) =>
    [...table.rows.keys()]
      .filter((key) => key.startsWith('item#') && key.endsWith(`|delivery#${destination}`))
      .map((key) => /#([^#|]+)\|/.exec(key)?.[1]);
  return {
    clock,
    table,
    rows,
    queues,
    calls,
    cases: createCaseLedger(rows),
    logged,
    reconcilerWith,
    die: (when: typeof dies) => {
      dies = when;
    },
    hand: (id: string, severity = 'high', more: object = {}, again?: AskedWalk['again']) =>
      enqueueItems(of('cases'), [caseOf(id, severity, more)], null, again),
    handTogether: (...some: readonly (readonly [string, string])[]) =>
      enqueueItems(
        of('cases'),
        some.map(([id, severity]) => caseOf(id, severity)),
        null,
      ),
    handThreat: (id: string) =>
      enqueueItems(
        of('threats'),
        [{ id, createdAtMs: clock.now(), item: { event_id: id, created_at: '2026-11-17T09:00:00Z' } }],
        null,
      ),
    posted: () => at('soc'),
    inLake: () =>
      queues
        .accepted(ENDPOINTS)
        .flatMap(({ body }) => JSON.parse(body).items.map(({ id }: { id: string }) => id)),
    reconcile: (one = reconciler) => one(clock.now() + 30_000),
    mute(id: string, field: Mute['field'], value: string) {
      const by = { surface: 'slack', id: 'U0ANN', name: 'Ann' };
      const times = { atMs: clock.now(), untilMs: clock.now() + 120 * MINUTE };
      mutes.push({ id, field, value, critical: false, reason: 'a test', by, ...times });
    },
    unmute(id: string) {
      const at = mutes.findIndex((mute) => mute.id === id);
      const mute = mutes[at] as Mute;
      mutes[at] = { ...mute, ended: { by: mute.by, atMs: clock.now() } };
    },
    /** The reconciler runs once a minute. */
    async minutes(count: number) {
      for (let n = 0; n < count; n++) {
        await clock.advance(MINUTE);
        for (const part of [listMuted, reconciler]) await part(clock.now() + 30_000);
      }
    },
    async notices(destination: string) {
      const found: { title: string; text: string }[] = [];
      for (const key of table.rows.keys()) {
        const [pk = '', sk = ''] = key.split('|');
        if (!pk.startsWith('notice#') || sk !== `delivery#${destination}`) continue;
        const delivery = await deliveries.read({ pk, sk });
        if (delivery?.value.content.kind !== 'notice') continue;
        const { title, text } = delivery.value.content.notice;
        found.push({ title, text });
      }
      return found;
    },
  };
}

describe('what is alike to something that a chat was just sent', () => {
  it('is not posted there, is noted, and is sent to every other system', async () => {
    const world = setUp();
    await world.hand('c1');
    expect(await world.hand('c2')).toMatchObject({ announced: 1, deduped: 1, muted: 0, messages: 1 });
    expect(await world.hand('c3', 'high', { user_email: 'bo@acme.example' })).toMatchObject({ deduped: 0 });
    expect(world.posted()).toEqual(['c1', 'c3']);
    expect(world.inLake()).toEqual(['c1', 'c2', 'c3']);
    expect(world.logged).toEqual(['deduped']);
  });

  it('waits for no answer, since nobody could give one', async () => {
    const world = setUp();
    await world.hand('c1');
    await world.hand('c2');
    const policy: CasePolicy = {
      stepsOf: () => [{ route: 'all', step: 1, afterMs: 600_000, to: [] }],
      claimHoldsMs: () => 0,
      isChat: (name) => name !== 'lake',
    };
    const nextOf = async (id: string) => {
      const record = await world.cases.load('acme', id);
      return record && nextLook(record, null, { policy, nowMs: 0 });
    };
    expect(await nextOf('c1')).toMatchObject({ what: 'step' });
    expect(await nextOf('c2')).toBeNull();
  });

  it('counts as told, with its threats', async () => {
    const world = setUp();
    await world.hand('c1');
    await world.hand('c2');
    expect(await world.handThreat('e-c2')).toMatchObject({ messages: 1 });
    expect(world.posted()).toEqual(['c1']);
  });

  it('is posted all the same when an operator asks for it', async () => {
    const world = setUp();
    await world.hand('c1');
    await world.hand('c2');
    await world.hand('c2', 'high', {}, 'all');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });
});

describe('when the poller dies', () => {
  it.each([
    ['before the window is written', /^Update/, 2],
    ['before what was deduped is noted', /^BatchWrite/, 1],
    ['before it is recorded', /^BatchWrite/, 2],
  ])('%s, nothing is lost and nothing is posted that need not be', async (_, call, which) => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    let met = 0;
    world.die((label) => call.test(label) && ++met === which);
    await world.handTogether(['c1', 'high'], ['c2', 'low']).catch(() => undefined);
    world.die(() => false);
    await world.handTogether(['c1', 'high'], ['c2', 'low']);
    expect(world.posted()).toEqual(['c1']);
    await world.clock.advance(64 * MINUTE);
    await world.reconcile();
    expect(await world.notices('soc')).toHaveLength(1);
  });

  it('and the window is over when the next one comes, what was deduped is posted', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1');
    world.die((label) => label === 'BatchWriteItemCommand');
    await world.hand('c2').catch(() => undefined);
    world.die(() => false);
    await world.clock.advance(61 * MINUTE);
    await world.hand('c2');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });
});

it('notes nothing later than a minute after the end of a window, when it may be listed already', async () => {
  const clock = createManualClock();
  const rows = createMemoryVersionedRows();
  const [ledger, cases] = [createDedupeLedger(rows), createCaseLedger(rows)];
  const parts = { config: configWith([ROUTE]), feed: { domain: 'acme', feed: 'cases' }, clock } as const;
  const deduping = createDeduping({ ...parts, ledger, cases, log: () => undefined });
  const posting = (id: string) => {
    const item = { case_id: id, user_email: 'anna@acme.example', threat_type: 'sabotage' };
    return { item: { id, createdAtMs: clock.now(), item }, chats: ['soc'], isAsked: false };
  };
  const dedupe = (id: string) => deduping.judge([posting(id)]);
  await (await dedupe('c1')).note(() => true);
  await clock.advance(59 * MINUTE);
  const [quick, slow] = [await dedupe('c2'), await dedupe('c3')];
  await clock.advance(1.9 * MINUTE);
  await quick.note(() => true);
  await clock.advance(0.2 * MINUTE);
  await expect(slow.note(() => true)).rejects.toThrow('too late to note what was deduped');
  const [unlisted] = await ledger.unlisted(10);
  const deduped: string[] = [];
  if (unlisted)
    for await (const { items } of ledger.dedupedBy(unlisted)) deduped.push(...items.map(({ id }) => id));
  expect(deduped).toEqual(['c2']);
});

it('opens a window for what a chat has taken, and for nothing else', async () => {
  const world = setUp([{ ...ROUTE, to: 'soc' }]);
  let writes = 0;
  world.die((label) => label === 'UpdateItemCommand' && ++writes === 1);
  await world.hand('c1');
  world.die(() => false);
  await world.hand('c2');
  await world.hand('c3');
  expect(world.posted()).toEqual(['c2']);
});

it('posts everything while windows cannot be read, and says so', async () => {
  const world = setUp([{ ...ROUTE, to: 'soc' }]);
  await world.hand('c1');
  for (const [key, row] of world.table.rows)
    if (key.startsWith('dedupe#')) world.table.rows.set(key, { ...row, value: { S: '{"v":9}' } });
  await world.hand('c2');
  expect(world.posted()).toEqual(['c1', 'c2']);
  expect(world.logged).toEqual(['window not read']);
});

it('reads and writes nothing of it where no route asks for it', async () => {
  const [plain, deduping] = [setUp([{ name: 'all', to: 'soc' }]), setUp([{ ...ROUTE, to: 'soc' }])];
  await plain.hand('c1');
  await deduping.hand('c1');
  expect([...plain.table.rows.keys()].filter((key) => /^(dedupe|withheld)#/.test(key))).toEqual([]);
  // One read and one write more for the first, and two writes for what is deduped.
  expect(deduping.calls.length - plain.calls.length).toBe(2);
});

describe('a case that was deduped and changes', () => {
  it('stays deduped while it is no worse than it was', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'high');
    await world.hand('c2', 'medium');
    for (const severity of ['medium', 'low']) {
      await world.clock.advance(MINUTE);
      await world.hand('c2', severity);
    }
    expect(world.posted()).toEqual(['c1']);
  });

  it('is posted in its own right when it becomes worse, also where it is no worse than the first', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'high');
    await world.hand('c2', 'low');
    await world.clock.advance(MINUTE);
    await world.hand('c2', 'high');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });

  it('is deduped behind nothing that is closed', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'high');
    await world.clock.advance(MINUTE);
    await world.hand('c1', 'high', { closed_at: '2026-11-17T09:00:30Z' });
    await world.hand('c2', 'high');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });

  it('is deduped behind nothing that is milder by now', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'high');
    await world.clock.advance(MINUTE);
    await world.hand('c1', 'low');
    await world.hand('c2', 'high');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });

  it.each([
    ['while the window is open', 5 * MINUTE],
    ['after its end', 90 * MINUTE],
  ])('is posted when it becomes worse than the first, %s, and stands for others then', async (_, laterMs) => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'medium');
    await world.hand('c2', 'low');
    await world.clock.advance(laterMs);
    await world.hand('c2', 'critical');
    expect(world.posted()).toEqual(['c1', 'c2']);
    await world.hand('c3', 'high');
    expect(world.posted()).toEqual(['c1', 'c2']);
  });

  it('that was posted goes on being updated', async () => {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'low');
    await world.clock.advance(70 * MINUTE);
    await world.hand('c2', 'high');
    await world.hand('c1', 'medium');
    const bells = world.queues.accepted('slack').length;
    expect(world.posted()).toEqual(['c1', 'c2']);
    expect(bells).toBe(3);
  });
});

describe('what a window deduped', () => {
  it('is listed once, within three minutes of its end, where it was deduped', async () => {
    const world = setUp();
    await world.hand('c1', 'high');
    await world.hand('c2', 'low');
    await world.hand('c3', 'high');
    await world.clock.advance(61 * MINUTE);
    await world.reconcile();
    expect(await world.notices('soc')).toEqual([]);
    await world.clock.advance(2 * MINUTE);
    world.queues.refuse(() => 'QueueDoesNotExist');
    await world.reconcile();
    world.queues.refuse(() => null);
    for (let n = 0; n < 3; n++) await world.reconcile();
    expect(await world.notices('soc')).toEqual([
      {
        title: 'acme: 2 more cases like case c1',
        text: 'case c1 (Sabotage, high) was posted in their place. The route all posts only the first item with the same person and type within 1h. 2 Sabotage (1 high or critical). These were not posted: c2 (low), c3 (high). To see one: /posture case ID, or open the platform.',
      },
    ]);
    expect(await world.notices('ops')).toEqual([]);
  });

  it('is told to the operators when the configuration has the chat no more', async () => {
    const world = setUp();
    await world.hand('c1');
    await world.hand('c2');
    await world.clock.advance(64 * MINUTE);
    const { destinations, ...rest } = configWith([ROUTE]);
    const { soc: _, ...others } = destinations;
    await world.reconcile(world.reconcilerWith({ config: { ...rest, destinations: others } }));
    expect(await world.notices('ops')).toMatchObject([{ title: 'acme: 1 more case like case c1' }]);
  });

  it('is listed also when no route dedupes any more; and then nobody asks again', async () => {
    const world = setUp();
    await world.hand('c1');
    await world.hand('c2');
    const without = world.reconcilerWith({ dedupes: false });
    await world.reconcile(without);
    await world.clock.advance(64 * MINUTE);
    await world.reconcile(without);
    expect(await world.notices('soc')).toHaveLength(1);
    await world.reconcile(without);
    const before = world.calls.length;
    await world.reconcile(without);
    expect(world.calls.length).toBe(before);
  });

  it('is told in as many words as a notice holds', () => {
    const first = { feed: 'cases', id: 'c0', createdAtMs: 0, what: 'Sabotage', severity: 'high' } as const;
    const times = { sinceMs: 0, untilMs: 60 * MINUTE };
    const about = { id: 'w1', domain: 'acme', route: 'all', by: ['user'], first, at: ['soc'] } as const;
    const many = Array.from({ length: 5_000 }, (_, n) => ({ ...first, id: `${n}`.padEnd(2_000, 'x') }));
    const { title, text } = dedupedWords({ ...about, ...times }, addWithheld(NOTHING_WITHHELD, many));
    expect(title).toBe('acme: 5000 more cases like case c0');
    expect(text).toContain('and 4975 more: posture-bridge deduped w1');
    expect(text.length).toBeLessThan(2_500);
  });
});

describe('two mutes and a window on one place', () => {
  async function hiddenByBoth() {
    const world = setUp([{ ...ROUTE, to: 'soc' }]);
    await world.hand('c1', 'high');
    await world.hand('deduped', 'low');
    world.mute('m1', 'user', 'anna@acme.example');
    world.mute('m2', 'threatType', 'sabotage');
    await world.hand('muted', 'medium');
    const listedIn = async (place: string) =>
      (await world.notices(place)).filter(({ text }) => /\bmuted\b/.test(text.replace('Muted by', '')));
    return { world, listedIn };
  }

  it.each([
    [['m1', 'm2'], 10],
    [['m2', 'm1'], 10],
    [['m1', 'm2'], 0],
  ] as const)(
    'hide a case until both mutes are over, %j with %i minutes between, and it is listed once',
    async (ends, apart) => {
      const { world, listedIn } = await hiddenByBoth();
      for (const id of ends) {
        await world.minutes(apart);
        world.unmute(id);
        expect(world.posted()).toEqual(['c1']);
      }
      await world.minutes(3);
      expect(await listedIn('ops')).toHaveLength(1);
      await world.minutes(90);
      expect(await listedIn('ops')).toHaveLength(1);
      expect(await listedIn('soc')).toEqual([]);
      expect(world.posted()).toEqual(['c1']);
    },
  );

  it('each hide what comes while they hold: one mute, the other, and then the window', async () => {
    const { world } = await hiddenByBoth();
    world.unmute('m1');
    await world.hand('second', 'medium');
    world.unmute('m2');
    await world.hand('third', 'medium');
    expect(world.posted()).toEqual(['c1']);
    await world.minutes(70);
    expect((await world.notices('ops')).map(({ text }) => /These: (.*)\./.exec(text)?.[1])).toEqual([
      'muted',
      'second',
    ]);
    expect(await world.notices('soc')).toMatchObject([
      { text: expect.stringContaining('not posted: deduped (low), third (medium).') },
    ]);
  });

  it.each(['muted', 'deduped'])('let through what becomes critical: %s', async (id) => {
    const { world } = await hiddenByBoth();
    await world.minutes(1);
    await world.hand(id, 'critical');
    expect(world.posted()).toEqual(['c1', id]);
    world.unmute('m1');
    world.unmute('m2');
    await world.minutes(70);
    const texts = (await world.notices('ops')).concat(await world.notices('soc')).map(({ text }) => text);
    expect(texts.join().replaceAll('Muted by', '')).not.toMatch(new RegExp(`\\b${id}\\b`));
  });
});

it('names nobody in its rows: there is nothing to forget', async () => {
  const world = setUp();
  await world.hand('c1');
  await world.hand('c2');
  const kept = [...world.table.rows].filter(([key]) => /^(dedupe|withheld)#/.test(key));
  expect(kept).toHaveLength(3);
  const rows = kept.map(([key, row]) => {
    const [pk = '', sk = ''] = key.split('|');
    return { kind: 'other', pk, sk, value: JSON.parse(row.value?.S ?? ''), expiresAtMs: null } as const;
  });
  expect(judge(rows, searchFor('anna@acme.example', []))).toEqual([]);
  expect(JSON.stringify(kept)).not.toContain('anna');
});
