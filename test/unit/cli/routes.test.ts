import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tellCompared } from '../../../cli/commands/routes-diff.ts';
import type { CheckParts } from '../../../cli/doctor/check.ts';
import { checkRoutes } from '../../../cli/doctor/check-routes.ts';
import { createComparison } from '../../../cli/routes/compare-routes.ts';
import { explainItem, howItStands, type KnownOfItem, tellItem } from '../../../cli/routes/explain-item.ts';
import { readItemsSince } from '../../../cli/routes/items-since.ts';
import { expectationsBeside, readExpectations } from '../../../cli/routes/read-expectations.ts';
import { tellTested, testRoutes } from '../../../cli/routes/test-routes.ts';
import { type Line, plain } from '../../../lib/base/terminal.ts';
import { type BridgeInput, defineBridge } from '../../../lib/config/define-bridge.ts';
import type { ShownPage } from '../../../lib/dynamo/dynamo-shown-items.ts';
import { dedupeKey } from '../../../lib/features/dedupe/dedupe-key.ts';
import type { Mute } from '../../../lib/features/mutes/mute.ts';
import { type Delivery, newDelivery } from '../../../lib/outbox/delivery.ts';
import { compileRoutes } from '../../../lib/routing/compile-routes.ts';
import { aCase, aThreat, event } from '../routing/items.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const slack = (channel: string) => ({ type: 'slack' as const, channel });
const configOf = (routes: BridgeInput['routes'], domains: readonly string[] = ['acme']) =>
  defineBridge({
    domains: Object.fromEntries(
      domains.map((name) => [name, { baseUrl: 'https://api.example/v1', apiKey: `/${name}/key` }]),
    ),
    slack: { signingSecret: '/slack/secret', botToken: '/slack/token' },
    destinations: { soc: slack('C0SOC00001'), vip: slack('C0VIP00001'), night: slack('C0NIGHT001') },
    routes,
    verdicts: { allow: 'anyone-in-channel' },
  });
const textOf = (lines: readonly Line[]) => lines.map(plain).join('\n');

const routes: BridgeInput['routes'] = [
  { name: 'board', when: { user: 'ceo@*' }, to: 'vip', final: true },
  { name: 'try', when: { severity: 'low' }, to: 'night', shadow: true },
  { name: 'all', to: 'soc', broadcast: true },
];
const config = configOf(routes);
const ofCeo = aCase({ user_email: 'ceo@acme.example', events: [event({ severity: 'low' })] });
const ofAnna = aCase({ user_email: 'anna@acme.example', events: [event({ severity: 'low' })] });

const mute: Mute = {
  id: 'm1',
  field: 'user',
  value: 'anna@acme.example',
  critical: false,
  reason: 'on leave',
  by: { surface: 'slack', id: 'U1', name: 'Ben' },
  atMs: NOW - 1_000,
  untilMs: NOW + 60_000,
} as Mute;
const nothing: KnownOfItem = { mutes: [], windows: new Map(), coveredAt: [], places: [], nowMs: NOW };

describe('an item that is explained', () => {
  it('says which final route kept the others from being looked at', () => {
    const explained = explainItem(config, ofCeo, nothing);
    expect(explained.goesTo).toEqual([
      { destination: 'vip', routes: ['board'], broadcast: false, hidden: null },
    ]);
    expect(explained.routes.map(({ outcome }) => outcome)).toEqual(['matched', 'skipped', 'skipped']);
    expect(textOf(tellItem(explained))).toContain(
      '3. all was not looked at: board matched before it and is final.',
    );
  });

  it('says which condition did not hold, what a shadow would do, and where replies are shown', () => {
    const text = textOf(tellItem(explainItem(config, ofAnna, nothing)));
    expect(text).toContain('goes to soc, by all; replies are shown in the channel too');
    expect(text).toContain('Shadow routes would send it to night.');
    expect(text).toContain('1. board did not match.\n   user: wanted ceo@*, the item has anna@acme.example');
    expect(text).toContain('The ledger has no message of it.');
  });

  it('says that it is muted, until when, and names nobody', () => {
    const text = textOf(tellItem(explainItem(config, ofAnna, { ...nothing, mutes: [mute] })));
    expect(text).toContain('would go to soc, by all');
    expect(text).toContain('; but muted until 2026-11-15T12:01:00.000Z: one person');
  });

  it('says that the message of its case tells a threat, but not where replies are shown in the channel', () => {
    const quiet = configOf([{ name: 'all', to: 'soc' }]);
    const known = { ...nothing, coveredAt: ['soc'] };
    expect(explainItem(quiet, aThreat(), known).goesTo[0]?.hidden).toBe('the message of its case tells it');
    expect(explainItem(config, aThreat(), known).goesTo[0]?.hidden).toBeNull();
  });

  it('says what nobody looked at without a bridge', () => {
    const explained = explainItem(config, ofAnna, null);
    expect(explained.stands).toBeNull();
    expect(textOf(tellItem(explained))).toContain(
      'Mutes, windows of what is alike, and what its case tells are not looked at',
    );
  });

  it('says what stands for it, and that a route posts only the first', () => {
    const alike = configOf([{ name: 'all', to: 'soc', dedupe: { by: ['user'], for: '1h' } }]);
    const [route] = compileRoutes(alike);
    const key = (route && dedupeKey(route, ofAnna)) ?? '';
    const first = { feed: 'cases', id: 'c-0', createdAtMs: NOW, what: 'Sabotage', severity: 'low' } as const;
    const about = { id: 'w1', domain: 'acme', route: 'all', by: ['user'], first, at: ['soc'] } as const;
    const window = { ...about, sinceMs: NOW - 1_000, untilMs: NOW + 60_000 };
    const explained = explainItem(alike, ofAnna, {
      ...nothing,
      windows: new Map([[key, { window, version: 1 }]]),
    });
    const text = textOf(tellItem(explained));
    const until = new Date(NOW + 60_000).toISOString();
    expect(text).toContain(
      `would go to soc, by all; but until ${until} case c-0 stands there for what is alike`,
    );
    expect(text).toContain('sends to soc; of those alike by user within 1h, chats get the first.');
  });

  it('says that it goes nowhere', () => {
    const none = configOf([{ name: 'board', when: { user: 'ceo@*' }, to: 'vip' }]);
    expect(textOf(tellItem(explainItem(none, ofAnna, null)))).toContain('goes nowhere: no route matches.');
  });
});

const shown = (id: string, more: Partial<Delivery> = {}, destination = 'soc'): Delivery => ({
  ...newDelivery(
    { domain: 'acme', feed: 'cases', id, destination },
    { kind: 'case', item: { ...aCase().item, case_id: id }, trimmed: [] } as Delivery['content'],
    NOW,
  ),
  ...more,
});

describe('how an item stands', () => {
  it.each([
    ['still to be shown', {}],
    ['shown', { main: { ref: { ts: '1' }, hash: 'h' } }],
    ['told by another message', { coveredElsewhere: true }],
    ['told along with others in one message', { groupId: 'g' }],
    ['cannot be shown: too odd', { parked: 'too odd' }],
    ['still to be shown; erased on request', { forgotten: 'item' as const }],
  ])('%s', (words, more) => {
    expect(howItStands(shown('c-1', more))).toBe(words);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'routes-'));
afterAll(() => rmSync(folder, { recursive: true }));
const expectations = (list: unknown) => {
  const file = join(folder, 'bridge.routes.json');
  writeFileSync(file, JSON.stringify(list));
  return readExpectations(file, config);
};

describe('expectations', () => {
  it('stand beside the configuration, in a file of its kind', () => {
    expect(expectationsBeside('conf/bridge.config.ts')).toBe(join('conf', 'bridge.routes.ts'));
    expect(expectationsBeside('new.json')).toBe('bridge.routes.json');
  });

  it('hold for items in words, and for items as the API lists them', async () => {
    const tested = testRoutes(
      config,
      await expectations([
        { item: { user: 'CEO@acme.example' }, to: 'vip' },
        { item: { user: 'anna@acme.example', severity: ['high', 'low'] }, to: ['soc'], shadowed: ['night'] },
        { item: { feed: 'threats', text: 'x' }, to: ['soc'], by: ['all'] },
        { item: ofCeo.item, to: ['vip'] },
      ]),
    );
    expect(tested.map(({ differences }) => differences)).toEqual([[], [], [], []]);
    expect(textOf(tellTested(tested))).toContain('All 4 expectations hold.');
  });

  it('do not hold with what differs, and why', async () => {
    const tested = testRoutes(
      config,
      await expectations([{ name: 'to night', item: { severity: 'low' }, to: ['night'], by: ['try'] }]),
    );
    expect(tested[0]).toMatchObject({
      holds: false,
      differences: [
        'goes to soc: not to night, but to soc unexpectedly',
        'matches try and all, and try was expected',
      ],
    });
    expect(textOf(tellTested(tested))).toMatch(/✗ to night\n {4}goes to soc:[\s\S]*1\. board did not match/);
  });

  it('are refused with every mistake and its path', async () => {
    await expect(
      expectations([
        { item: { severty: 'low' }, to: 'soc' },
        { item: {}, to: ['socc'], by: ['al'], domain: 'acm' },
        { item: { feed: 'threats', severity: 'low' }, to: [] },
        { item: { createdAt: 'yesterday' }, to: [] },
      ]),
    ).rejects.toThrow(
      [
        'has 6 mistakes:',
        '  [0].item.severty: unknown key "severty", did you mean "severity"?',
        '  [1].to[0]: unknown destination "socc", did you mean "soc"?',
        '  [1].by[0]: unknown route "al", did you mean "all"?',
        '  [1].domain: unknown domain "acm", did you mean "acme"?',
        '  [2].item: has severity, which only cases have: leave it out, or the feed',
        '  [3].item.createdAt: must be a time with its zone, like 2026-11-15T22:00:00Z',
      ].join('\n'),
    );
    await expect(expectations([])).rejects.toThrow('is empty: it expects nothing');
    await expect(expectations({})).rejects.toThrow('is no list of expectations');
  });
});

describe('the doctor', () => {
  const configFile = join(folder, 'doctored.json');
  const look = () => checkRoutes.look({ config, configFile } as CheckParts);

  it('says nothing where nothing is expected', async () => {
    rmSync(join(folder, 'bridge.routes.json'), { force: true });
    expect(await look()).toEqual([]);
  });

  it('holds the routes to what is expected of them, before a deployment', async () => {
    await expectations([{ item: {}, to: 'soc' }]);
    expect(await look()).toMatchObject([{ is: 'well' }]);
    await expectations([{ name: 'to night', item: {}, to: 'night' }]);
    expect(await look()).toMatchObject([
      { is: 'wrong', sentence: expect.stringContaining('to night: goes to soc') },
    ]);
    await expectations([{ item: {}, to: 'nigth' }]).catch(() => undefined);
    expect(await look()).toMatchObject([
      { is: 'wrong', sentence: expect.stringContaining('did you mean "night"') },
    ]);
    expect(checkRoutes.when).toBe('before');
  });
});

describe('a proposed configuration', () => {
  it('is compared item by item, and counted by destination', () => {
    const proposed = configOf([
      { name: 'board', when: { user: 'ceo@*' }, to: ['vip', 'soc'] },
      { name: 'severe', when: { severity: 'high' }, to: 'soc' },
    ]);
    const comparison = createComparison(config, proposed);
    comparison.add(ofCeo);
    comparison.add(ofAnna);
    comparison.add(aCase({ case_id: 'c-3', events: [event({ severity: 'high' })] }));
    const compared = comparison.result();
    expect(compared).toMatchObject({ items: 3, nowhere: { before: 0, after: 1 } });
    expect(compared.destinations).toEqual([
      { destination: 'soc', before: 2, after: 2, more: 1, less: 1 },
      { destination: 'vip', before: 1, after: 1, more: 0, less: 0 },
      { destination: 'night', before: 0, after: 0, more: 0, less: 0 },
    ]);
    expect(compared.changed.map(({ before, after }) => [before, after])).toEqual([
      [['vip'], ['vip', 'soc']],
      [['soc'], []],
    ]);
    const read = { rows: 9, units: 1.5, partly: 1, withoutContent: 2, unreadable: 0, isCut: true };
    const text = textOf(tellCompared(compared, read));
    expect(text).toContain('3 items: 2 would go elsewhere.');
    expect(text).toContain('Nobody would be told of those.');
    expect(text).toContain('--limit was reached');
    expect(text).toContain('1 item could not be compared: the ledger keeps only a part');
    expect(text).toContain('Read 9 rows of the table, which AWS counts as 2 read units.');
  });

  it('gets nothing of a domain that it does not have', () => {
    const comparison = createComparison(configOf(routes, ['acme', 'bank']), config);
    comparison.add(aCase({}, 'bank'));
    expect(comparison.result()).toMatchObject({ nowhere: { before: 0, after: 1 } });
  });
});

describe('the items of the ledger', () => {
  const page = (deliveries: readonly Delivery[], more: Partial<ShownPage> = {}): ShownPage => ({
    deliveries,
    items: [],
    shown: [],
    unreadable: 0,
    read: deliveries.length,
    units: 1,
    ...more,
  });
  const wanted = { fromMs: NOW - 1_000, domains: ['acme'], feeds: ['cases'], limit: 100 };
  async function read(pages: readonly ShownPage[], more: Partial<typeof wanted> = {}) {
    const ids: string[] = [];
    const from = (async function* () {
      yield* pages;
    })();
    const said = await readItemsSince(from, { ...wanted, ...more }, ({ item }) =>
      ids.push(String(item.case_id)),
    );
    return { ids, said };
  }
  const trimmed = (id: string, destination?: string) => {
    const one = shown(id, {}, destination);
    return { ...one, content: { ...one.content, trimmed: ['events'] } as Delivery['content'] };
  };

  it('are each looked at once, however many chats show them, also over the end of a page', async () => {
    const { ids, said } = await read([
      page([shown('a'), shown('a', {}, 'vip')]),
      page([shown('a', {}, 'night'), shown('b')]),
    ]);
    expect(ids).toEqual(['a', 'b']);
    expect(said).toMatchObject({ rows: 4, units: 2, isCut: false });
  });

  it('are left out when they are older, of another domain or of another list', async () => {
    const other = { domain: 'bank', feed: 'cases', id: 'x', destination: 'soc' } as const;
    const { ids } = await read([
      page([shown('old', { handedOverAtMs: NOW - 2_000 }), shown('x', { key: other }), shown('b')]),
    ]);
    expect(ids).toEqual(['b']);
  });

  it('are counted where only a part is kept everywhere, and taken where one chat has all of it', async () => {
    const { ids, said } = await read([
      page([trimmed('a'), trimmed('b'), shown('b', {}, 'vip'), shown('c', { forgotten: 'item' })]),
    ]);
    expect(ids).toEqual(['b']);
    expect(said.partly).toBe(2);
  });

  it('are counted where no chat was sent them', async () => {
    const { said } = await read([
      page([], { items: ['item#1', 'item#2'] }),
      page([], { shown: ['item#1'], unreadable: 3 }),
    ]);
    expect(said).toMatchObject({ withoutContent: 1, unreadable: 3 });
  });

  it('end at the limit, and say so only when there are more', async () => {
    expect(await read([page([shown('a'), shown('b')])], { limit: 2 })).toMatchObject({
      ids: ['a', 'b'],
      said: { isCut: false },
    });
    expect(await read([page([shown('a'), shown('b'), shown('c')])], { limit: 2 })).toMatchObject({
      ids: ['a', 'b'],
      said: { isCut: true },
    });
  });
});
