import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import example from '../../../bridge.config.ts';
import type { ConditionInput } from '../../../lib/config/condition.ts';
import { checkBridge, defineBridge } from '../../../lib/config/define-bridge.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';
import { compileRoutes } from '../../../lib/routing/compile-routes.ts';
import { routeItem } from '../../../lib/routing/route-item.ts';
import type { RoutedItem } from '../../../lib/routing/routed-item.ts';
import { shareOf } from '../../support/extent.ts';
import { sample } from './sample.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const CALM = { ...sample, ops: { to: 'lake' } };
const TEAMS = {
  appId: '11111111-2222-4333-8444-555566667777',
  tenantId: '88888888-9999-4aaa-8bbb-ccccddddeeee',
  password: '/posture-bridge/teams/password',
};
const ADA = 'U0ADAWINTER';
const BO = 'U0BOLARSEN';
const CLEO = 'aad0ada0-0000-4000-8000-0000000000a1';

/** Of a configuration that has none, with some sections replaced. */
const warnings = (changes: Record<string, unknown>): string[] => {
  const config = defineBridge({ ...CALM, ...changes } as typeof CALM);
  return findWarnings(config, NOW).map(({ path, message }) => `${path}: ${message}`);
};
const routes = (...all: object[]) => ({ routes: all.map((route) => ({ to: 'soc-slack', ...route })) });
const severity = (...wanted: string[]) => routes({ when: { severity: wanted } });
const deciding = (allow: object, more: object = {}) => ({
  verdicts: { allow, outcomes: { SAFE: { approval: true } } },
  ...more,
});
const teamsToo = {
  teams: TEAMS,
  destinations: { ...sample.destinations, 'soc-teams': { type: 'teams', channel: '19:x@thread.tacv2' } },
  ...routes({ to: ['soc-slack', 'soc-teams'] }),
};

const stepOf = (more: object) => ({ after: { high: '1h' }, ...more });
const inSlack = (count: number) =>
  Array.from({ length: count }, (_, n) => `U0000${String(n).padStart(4, '0')}`);
const inTeams = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `0f0e0d0c-aaaa-4bbb-8ccc-${String(n).padStart(12, '0')}`,
    name: `Analyst ${n}`,
  }));
const tooMany = (count: number, chat: string, most: number) =>
  `names ${count} whom ${chat} is to call, and a message there calls ${most} at the most: name a group or a tag`;
const OF_X = ' (the route "x")';
const NEVER_MATCHES = 'never matches: no list that is polled can meet its conditions';
const behind = (name: string) => `is never looked at: "${name}" before it is final and takes everything`;
const lonely = (chat: string) =>
  `verdicts.outcomes.SAFE.approval: only one person may decide in ${chat}, and only another one there could agree: name one more in verdicts.allow, or take approval out`;

describe('a warning is given of', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'a severity that nobody sends',
      severity('blue', 'low'),
      [
        'routes[0].when.severity[0]: is no severity that the bridge knows "blue"; known: critical, high, medium, low',
      ],
    ],
    [
      'calls and steps of a route that no case can match',
      {
        ...deciding({ slackUsers: [ADA, BO] }),
        ...routes({
          name: 'x',
          when: { feed: 'threats' },
          mention: { high: [ADA] },
          escalation: [stepOf({ mention: [BO] })],
        }),
      },
      [
        'routes[0].mention: calls nobody: no case can match the route (the route "x")',
        'routes[0].escalation: no step is ever taken: no case can match the route (the route "x")',
      ],
    ],
    [
      'steps of a route that only looks on',
      {
        ...deciding({ slackUsers: [ADA, BO] }),
        ...routes({}, { name: 'x', shadow: true, escalation: [stepOf({ mention: [BO] })] }),
      },
      ['routes[1].escalation: no step is ever taken: a shadow route sends nothing (the route "x")'],
    ],
    [
      'a step that sends a case to where it is',
      {
        ...deciding({ slackUsers: [ADA, BO] }),
        destinations: { ...sample.destinations, lead: { type: 'slack', channel: 'C0LEAD0001' } },
        ...routes({
          name: 'x',
          escalation: [stepOf({ to: ['lead', 'soc-slack'] }), stepOf({ after: { high: '2h' }, to: 'lead' })],
        }),
      },
      [
        'routes[0].escalation[0].to[1]: does nothing: the route sends the case there from the start (the route "x")',
        'routes[0].escalation[1].to[0]: does nothing: step 1 sends it there (the route "x")',
      ],
    ],
    [
      'people whom a chat does not call any more',
      {
        ...teamsToo,
        ...deciding({ slackUsers: [ADA, BO] }),
        ...routes({
          name: 'x',
          to: ['soc-slack', 'soc-teams'],
          mention: { high: [...inSlack(20), ...inTeams(11)], low: [...inSlack(21), ...inTeams(10)] },
          escalation: [stepOf({ mention: inTeams(12) })],
        }),
      },
      [
        `routes[0].mention.high: ${tooMany(11, 'Teams', 10)}${OF_X}`,
        `routes[0].mention.low: ${tooMany(21, 'Slack', 20)}${OF_X}`,
        `routes[0].escalation[0].mention: ${tooMany(12, 'Teams', 10)}${OF_X}`,
      ],
    ],
    [
      'a step that comes when the message is forgotten',
      {
        ...deciding({ slackUsers: [ADA, BO] }),
        retention: { deliveries: '7d', cases: '30d', trail: '30d' },
        ...routes({
          name: 'x',
          escalation: [stepOf({ mention: [BO], after: { high: '6d', low: '7d', medium: '14d' } })],
        }),
      },
      ['medium', 'low'].map(
        (one) =>
          `routes[0].escalation[0].after.${one}: comes too late: a case that nothing changes is forgotten after 7d (retention.deliveries), and then the step is not taken${OF_X}`,
      ),
    ],
    [
      'a severity in a route that has a name',
      routes({ name: 'night', when: { severity: ['blue'] } }),
      [
        'routes[0].when.severity[0]: is no severity that the bridge knows "blue"; known: critical, high, medium, low (the route "night")',
      ],
    ],
    [
      'ops in a channel where cases go',
      { ops: { to: 'soc-slack' } },
      [
        'destinations.lake: no route names it, and ops does not either, so nothing is ever sent there',
        'ops.to: is the channel of soc-slack, where cases go: if it refuses messages, nobody is told. Name a channel of its own, best in another chat',
      ],
    ],
    [
      'a severity that nobody sends, deep inside',
      routes({ when: { any: [{ text: 'x' }, { all: [{ not: { severity: 'blue' } }] }] } }),
      [
        'routes[0].when.any[1].all[0].not.severity[0]: is no severity that the bridge knows "blue"; known: critical, high, medium, low',
      ],
    ],
    [
      'routes behind a final catch-all',
      routes({ name: 'all of it', final: true }, { when: { text: 'x' } }, { shadow: true }),
      [`routes[1]: ${behind('all of it')}`, `routes[2]: ${behind('all of it')}`],
    ],
    [
      'a route behind a final one that takes its list',
      routes({ when: { feed: 'cases' }, final: true }, { when: { severity: 'high' } }, {}),
      [`routes[1]: ${behind('route-1')}`],
    ],
    [
      'a route behind final ones that together take everything',
      routes({ when: { feed: 'cases' }, final: true }, { when: { not: { feed: 'cases' } }, final: true }, {}),
      ['routes[2]: is never looked at: "route-1" and "route-2" before it is final and takes everything'],
    ],
    [
      'a route for a list that is not polled',
      {
        poll: { feeds: ['threats'] },
        ...routes({}, { when: { feed: 'cases' } }, { when: { severity: 'high' } }),
      },
      [`routes[1]: ${NEVER_MATCHES}`, `routes[2]: ${NEVER_MATCHES}`],
    ],
    [
      'only shadow routes',
      routes({ shadow: true }, { when: { text: 'x' }, shadow: true }),
      ['routes: all of them are shadow routes, so nothing is sent anywhere'],
    ],
    ['approval where only one may decide', deciding({ slackUsers: [ADA, ADA] }), [lonely('Slack')]],
    [
      'approval where only one may decide in a chat',
      deciding({ slackUsers: [ADA, BO], teamsUsers: [CLEO] }, teamsToo),
      [lonely('Teams')],
    ],
    [
      'approval where the only other one is in the other chat',
      deciding({ slackUsers: [ADA], teamsUsers: [CLEO, CLEO.toUpperCase()] }, teamsToo),
      [lonely('Slack'), lonely('Teams')],
    ],
    [
      'nobody who may decide where cases are shown',
      deciding({ teamsUsers: [CLEO] }),
      ['verdicts.allow: names nobody in Slack, so nobody can decide a case'],
    ],
    [
      'a start in the future',
      { poll: { start: { since: '2026-11-15T13:00:00.001+01:00' } } },
      [
        'poll.start.since: is in the future: until then the poller takes every item for history, and tells nobody',
      ],
    ],
    [
      'a destination that nothing names',
      { ops: undefined },
      ['destinations.lake: no route names it, and ops does not either, so nothing is ever sent there'],
    ],
  ])('%s', (_, changes, expected) => {
    expect(warnings(changes)).toEqual(expected);
  });
});

describe('no warning is given of', () => {
  it('the example', () => {
    expect(findWarnings(example, NOW)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['what is usual', {}],
    [
      'severities as security tools write them',
      severity('HIGH', 'Sev-2', 'P1', 'informational', 'very high'),
    ],
    ['severities as numbers, which may mean anything', severity('7', '9.8')],
    ['routes behind a final one with a condition', routes({ when: { text: 'x' }, final: true }, {})],
    ['routes behind a catch-all that is not final', routes({}, {})],
    ['routes behind a final shadow, which stops nothing', routes({ final: true, shadow: true }, {})],
    ['the list that a final route leaves', routes({ when: { feed: 'cases' }, final: true }, {})],
    [
      'the domain that a final route leaves',
      {
        domains: { ...sample.domains, zeta: { ...sample.domains.acme, apiKey: '/zeta' } },
        ...routes({ when: { domain: 'ACME' }, final: true }, {}),
      },
    ],
    ['a pattern that not every item matches', routes({ when: { user: '*' }, final: true }, {})],
    ['a shadow beside a route that sends', routes({}, { shadow: true })],
    [
      'approval where anyone may decide',
      { verdicts: { allow: 'anyone-in-channel', outcomes: { SAFE: { approval: true } } } },
    ],
    ['approval where two may decide', deciding({ slackUsers: [ADA, BO] })],
    ['approval where a group may decide', deciding({ slackUsers: [ADA], slackGroups: ['S0123ABCD'] })],
    ['one who decides alone', { verdicts: { allow: { slackUsers: [ADA] } } }],
    [
      'a chat in which nobody decides, beside one where two do',
      deciding({ slackUsers: [ADA, BO] }, teamsToo),
    ],
    ['people of a chat that is not used yet', deciding({ slackUsers: [ADA, BO], teamsUsers: [CLEO] })],
    ['a start in this moment', { poll: { start: { since: '2026-11-15T12:00:00Z' } } }],
    [
      'a destination that only a shadow route names',
      { ops: undefined, ...routes({}, { to: 'lake', shadow: true }) },
    ],
  ])('%s', (_, changes) => {
    expect(warnings(changes)).toEqual([]);
  });
});

const DOMAINS = ['acme', 'zeta'];
const someDomains = fc.constantFrom('acme', 'zeta', ['acme', 'ZETA']);
const someFeeds = fc.constantFrom('cases' as const, 'threats' as const, ['cases', 'threats'] as const);
const leaf = fc.record<ConditionInput>(
  {
    domain: someDomains,
    feed: someFeeds,
    threatType: fc.constant('sabotage'),
    severity: fc.constantFrom('high', 'low'),
    source: fc.constant('mail'),
    user: fc.constantFrom('*', 'ada@acme.example'),
    text: fc.constant('drill'),
  },
  { requiredKeys: [] },
);
const condition: fc.Arbitrary<ConditionInput> = fc.letrec<{ node: ConditionInput; some: ConditionInput }>(
  (tie) => ({
    some: tie('node').filter((node) => Object.keys(node).length > 0),
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.array(tie('some'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
      fc.array(tie('some'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
      tie('some').map((not) => ({ not })),
    ),
  }),
).node;
/** One item of every kind that these conditions can tell apart. */
const ITEMS: RoutedItem[] = DOMAINS.flatMap((domain) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].flatMap((bits): RoutedItem[] => {
    const has = (bit: number) => (bits & (1 << bit)) !== 0;
    const signal = { source: has(0) ? 'mail' : 'other', title: has(1) ? 'a drill' : 'not one' };
    const user_email = has(2) ? 'ada@acme.example' : undefined;
    const created_at = '2026-11-15T12:00:00Z';
    const event = { event_id: 'e', severity: has(3) ? 'high' : 'low', ...signal };
    return [
      { domain, feed: 'threats', item: { event_id: 'e', created_at, user_email, ...signal } as never },
      ...(['sabotage', 'other'] as const).map((threat_type) => ({
        domain,
        feed: 'cases' as const,
        item: { case_id: 'c', created_at, user_email, threat_type, events: [event] } as never,
      })),
    ];
  }),
);

/** The routes that are warned about, and those that some item matches; null for what is no configuration. */
function judge(routes: readonly object[], feeds: readonly string[]) {
  const domains = { ...sample.domains, zeta: { ...sample.domains.acme, apiKey: '/zeta' } };
  const checked = checkBridge({ ...sample, domains, routes, poll: { feeds } });
  if (!checked.ok) return null;
  const compiled = compileRoutes(checked.config);
  const polled = ITEMS.filter(({ feed }) => feeds.includes(feed));
  const matched = new Set(polled.flatMap((item) => routeItem(compiled, item).matched));
  const warned = findWarnings(checked.config, NOW).flatMap(({ path }) => {
    const [, index] = /^routes\[(\d+)\]$/.exec(path) ?? [];
    return index === undefined ? [] : [checked.config.routes[Number(index)]?.name ?? ''];
  });
  return { matched, warned, names: checked.config.routes.map(({ name }) => name) };
}

describe('a route that is warned about', () => {
  const feeds = fc.constantFrom(['cases'], ['threats'], ['cases', 'threats']);

  const routesWith = (when: fc.Arbitrary<ConditionInput>) =>
    fc.array(fc.record({ when, final: fc.boolean(), shadow: fc.boolean(), to: fc.constant('soc-slack') }), {
      minLength: 1,
      maxLength: 5,
    });

  it('matches no item that is polled', () => {
    let count = 0;
    fc.assert(
      fc.property(routesWith(condition), feeds, (routes, polled) => {
        const judged = judge(routes, polled);
        count += judged?.warned.length ?? 0;
        expect(judged?.warned.filter((name) => judged.matched.has(name)) ?? []).toEqual([]);
      }),
      { numRuns: shareOf(10_000) },
    );
    expect(count).toBeGreaterThan(50);
  });

  it('is every route that no item matches, where conditions are about domains and feeds alone', () => {
    const plain = fc.record<ConditionInput>({ domain: someDomains, feed: someFeeds }, { requiredKeys: [] });
    const either = fc
      .tuple(fc.record({ domain: someDomains }), fc.record({ feed: someFeeds }))
      .map((any) => ({ any }));
    fc.assert(
      fc.property(routesWith(fc.oneof(plain, either)), feeds, (routes, polled) => {
        const judged = judge(routes, polled);
        expect(judged?.warned).toEqual(judged?.names.filter((name) => !judged.matched.has(name)));
      }),
      { numRuns: shareOf(5_000) },
    );
  });
});
