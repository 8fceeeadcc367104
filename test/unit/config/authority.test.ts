import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuthorityConfig,
  namedBy,
  nameOfPerson,
  rulesFor,
  type Scope,
  scopePath,
  secretsToJudge,
  toAskIn,
  type VerdictRule,
} from '../../../lib/config/authority.ts';
import { checkBridge, defineBridge } from '../../../lib/config/define-bridge.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';

const ADA = 'U0ADAWINTER';
const BO = 'U0BOLARSEN';
const CLEO = 'U0CLEOMARSH';
const ADA_IN_TEAMS = 'aad0ada0-0000-4000-8000-0000000000a1';
const BO_IN_TEAMS = 'aad0b0b0-0000-4000-8000-0000000000b2';
const GROUP = '94090000-0000-4000-8000-000000000001';

const BASE = {
  domains: {
    acme: { baseUrl: 'https://a.example/v1', apiKey: '/a' },
    beta: { baseUrl: 'https://b.example/v1', apiKey: '/b' },
  },
  slack: { signingSecret: '/s', botToken: '/t' },
  teams: { appId: ADA_IN_TEAMS, tenantId: BO_IN_TEAMS, password: '/p' },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC00000' },
    lead: { type: 'slack', channel: 'C0LEAD0000' },
    duty: { type: 'teams', channel: '19:duty@thread.tacv2' },
  },
  routes: [
    { name: 'all', to: ['soc', 'lead', 'duty'] },
    { name: 'vip', when: { text: 'vip' }, to: ['soc'] },
    { name: 'odd', when: { text: 'odd' }, to: ['soc'] },
  ],
  verdicts: { allow: { slackUsers: [ADA], teamsUsers: [ADA_IN_TEAMS] } },
} as const;

type Changes = Readonly<Record<string, unknown>>;
const withScopes = (changes: {
  domain?: Changes;
  vip?: Changes;
  odd?: Changes;
  soc?: Changes;
  more?: Changes;
}) =>
  ({
    ...BASE,
    domains: {
      ...BASE.domains,
      acme: { ...BASE.domains.acme, ...(changes.domain && { verdicts: changes.domain }) },
    },
    destinations: {
      ...BASE.destinations,
      soc: { ...BASE.destinations.soc, ...(changes.soc && { verdicts: changes.soc }) },
    },
    routes: BASE.routes.map((route) => {
      const verdicts = route.name === 'vip' ? changes.vip : route.name === 'odd' ? changes.odd : undefined;
      return { ...route, ...(verdicts && { verdicts }) };
    }),
    ...changes.more,
  }) as unknown as Parameters<typeof defineBridge>[0];

const scoped = (changes: Parameters<typeof withScopes>[0]) => defineBridge(withScopes(changes));
const at = (config: AuthorityConfig, routes: string[] = ['all'], domain = 'acme', destination = 'soc') =>
  rulesFor(config, { domain, destination, routes });
const from = (rules: readonly VerdictRule[]) =>
  rules.map(({ allowFrom, guestsFrom }) => [scopePath(allowFrom), scopePath(guestsFrom)]);

describe('the rule that counts', () => {
  const allow = { slackUsers: [BO] };

  it.each<[string, Parameters<typeof withScopes>[0], string[], string[][]]>([
    ['the default', {}, ['all'], [['verdicts', 'verdicts']]],
    ['the domain', { domain: { allow } }, ['all'], [['domains.acme.verdicts', 'verdicts']]],
    [
      'the route',
      { domain: { allow }, vip: { allow } },
      ['all', 'vip'],
      [['routes.vip.verdicts', 'verdicts']],
    ],
    [
      'the domain, where the route that speaks did not send it',
      { domain: { allow }, vip: { allow } },
      ['all'],
      [['domains.acme.verdicts', 'verdicts']],
    ],
    [
      'the destination',
      { domain: { allow }, vip: { allow }, soc: { allow } },
      ['vip'],
      [['destinations.soc.verdicts', 'verdicts']],
    ],
    [
      'each of two routes that speak',
      { vip: { allow, guests: 'may' }, odd: { allow } },
      ['vip', 'odd'],
      [
        ['routes.vip.verdicts', 'routes.vip.verdicts'],
        ['routes.odd.verdicts', 'verdicts'],
      ],
    ],
    [
      'one part for who, and another for guests',
      { domain: { guests: 'may' }, soc: { allow } },
      ['all'],
      [['destinations.soc.verdicts', 'domains.acme.verdicts']],
    ],
    [
      'a route that speaks of guests only, below the domain that says who',
      { domain: { allow }, vip: { guests: 'may' } },
      ['vip'],
      [['domains.acme.verdicts', 'routes.vip.verdicts']],
    ],
    [
      'not of two routes mixed',
      { vip: { allow }, odd: { guests: 'may' } },
      ['vip', 'odd'],
      [['routes.vip.verdicts', 'verdicts']],
    ],
  ])('is %s', (_, changes, routes, expected) => {
    expect(from(at(scoped(changes), routes))).toEqual(expected);
  });

  it('is that of another domain or destination only there', () => {
    const config = scoped({ domain: { allow }, soc: { guests: 'may' } });
    expect(from(at(config, ['all'], 'beta', 'lead'))).toEqual([['verdicts', 'verdicts']]);
  });

  it.each(['toString', '__proto__', 'gone'])('is the default for what is not configured: %s', (name) => {
    expect(from(at(scoped({}), [name], name, name))).toEqual([['verdicts', 'verdicts']]);
  });

  it('is none where nobody may decide', () => {
    expect(at({ ...scoped({}), verdicts: undefined })).toEqual([]);
  });

  it('is the most specific part that says something, whatever the parts say', () => {
    const says = fc.option(
      fc.record(
        {
          allow: fc.constantFrom('anyone-in-channel', allow, { slackUsers: [CLEO] }),
          guests: fc.constantFrom('may', 'may-not'),
        },
        { requiredKeys: [] },
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(says, says, says, fc.boolean(), (domain, vip, soc, isVip) => {
        const given = (one: object | undefined) => (one && Object.keys(one).length > 0 ? one : undefined);
        const config = scoped({
          ...(given(domain) && { domain: given(domain) as Changes }),
          ...(given(vip) && { vip: given(vip) as Changes }),
          ...(given(soc) && { soc: given(soc) as Changes }),
        });
        const [rule] = at(config, isVip ? ['all', 'vip'] : ['all']) as [VerdictRule];
        for (const field of ['allow', 'guests'] as const) {
          const heard: [Scope, typeof soc][] = [
            [{ is: 'destination', name: 'soc' }, soc],
            ...(isVip ? [[{ is: 'route', name: 'vip' }, vip] as [Scope, typeof soc]] : []),
            [{ is: 'domain', name: 'acme' }, domain],
          ];
          const [scope] = heard.find(([, one]) => one?.[field] !== undefined) ?? [{ is: 'default' }];
          expect(rule[`${field}From`]).toEqual(scope);
        }
      }),
    );
  });
});

describe('people who are known in several chats', () => {
  const people = { ada: { slack: ADA, teams: ADA_IN_TEAMS }, bo: { teams: BO_IN_TEAMS } };
  const config = scoped({
    more: { people, verdicts: { allow: { people: ['ada', 'bo'], slackUsers: [CLEO] } } },
  });
  const { allow } = config.verdicts as { allow: Exclude<VerdictRule['allow'], string> };

  it('are named once for all of them', () => {
    expect(namedBy(config, allow, 'slack').users).toEqual([CLEO, ADA]);
    expect(namedBy(config, allow, 'teams').users).toEqual([ADA_IN_TEAMS, BO_IN_TEAMS]);
  });

  it('are found by any of their ids, in either case', () => {
    const named = (surface: string, id: string) => nameOfPerson(config.people, { surface, id });
    expect(named('teams', ADA_IN_TEAMS.toUpperCase())).toBe('ada');
    expect([named('slack', ADA), named('slack', BO), named('slack', ADA_IN_TEAMS)]).toEqual([
      'ada',
      null,
      null,
    ]);
  });
});

describe('a configuration is refused', () => {
  const complaints = (changes: Parameters<typeof withScopes>[0]) => {
    const checked = checkBridge(withScopes(changes));
    return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`);
  };

  it.each<[string, Parameters<typeof withScopes>[0], string]>([
    [
      'that names somebody whom people does not have',
      { soc: { allow: { people: ['adda'] } }, more: { people: { ada: { slack: ADA } } } },
      'destinations.soc.verdicts.allow.people[0]: unknown person "adda", did you mean "ada"?',
    ],
    [
      'in which two people have one id',
      { more: { people: { ada: { teams: ADA_IN_TEAMS }, eve: { teams: ADA_IN_TEAMS.toUpperCase() } } } },
      'people.eve.teams: is already the id of people.ada',
    ],
    [
      'with a person who is nobody',
      { more: { people: { ada: {} } } },
      'people.ada: is nobody: give their id in at least one chat',
    ],
    [
      'with a scope that says nothing',
      { domain: {} },
      'domains.acme.verdicts: is empty: say who may decide (allow), or whether guests may (guests)',
    ],
    [
      'with a scope that names nobody',
      { vip: { allow: { slackUsers: [] } } },
      'routes[1].verdicts.allow: names nobody, so nobody could decide a case (the route "vip")',
    ],
    [
      'with a wrong word about guests',
      { soc: { guests: 'maybe' } },
      'destinations.soc.verdicts.guests: must be one of may, may-not; did you mean "may"?',
    ],
  ])('%s', (_, changes, complaint) => {
    expect(complaints(changes)).toContain(complaint);
  });
});

describe('a warning is given of', () => {
  const NOW = Date.parse('2026-11-15T12:00:00Z');
  const warnings = (changes: Parameters<typeof withScopes>[0]) =>
    findWarnings(scoped(changes), NOW).map(({ path, message }) => `${path}: ${message}`);
  const NEVER =
    'never counts: no case that people can decide gets there, or the destinations say it themselves';

  it('a scope that can never count', () => {
    const allow = { slackUsers: [ADA] };
    const muted = { ...BASE.routes[1], verdicts: { allow } };
    const shadow = { ...BASE.routes[2], shadow: true, verdicts: { allow } };
    expect(warnings({ soc: { allow }, more: { routes: [BASE.routes[0], muted] } })).toEqual([
      `routes[1].verdicts.allow: ${NEVER} (the route "vip")`,
    ]);
    expect(warnings({ more: { routes: [BASE.routes[0], shadow] } })).toContain(
      `routes[1].verdicts.allow: ${NEVER} (the route "odd")`,
    );
    expect(warnings({ vip: { allow }, domain: { guests: 'may' } })).toEqual([]);
  });

  it('a scope that names nobody in its chat', () => {
    expect(warnings({ soc: { allow: { teamsUsers: [ADA_IN_TEAMS] } } })).toEqual([
      'destinations.soc.verdicts.allow: names nobody in Slack, so nobody can decide a case',
    ]);
  });

  const wider = (path: string, whom: string, field: string, kept: string) =>
    `${path}.verdicts.${field}: lets ${whom} decide cases of acme too, though domains.acme.verdicts.${field} ${kept}: it counts before that of the domain`;
  const OPEN = { allow: 'anyone-in-channel' };

  it.each<[string, Parameters<typeof withScopes>[0], string[]]>([
    [
      'guests whom the domain keeps out, and a destination lets in',
      { more: { verdicts: OPEN }, domain: { guests: 'may-not' }, soc: { guests: 'may' } },
      [wider('destinations.soc', 'guests', 'guests', 'says may-not')],
    ],
    [
      'guests whom a route lets in',
      { more: { verdicts: OPEN }, domain: { guests: 'may-not' }, vip: { guests: 'may' } },
      [`${wider('routes[1]', 'guests', 'guests', 'says may-not')} (the route "vip")`],
    ],
    [
      'a channel where everybody may decide what the domain leaves to few',
      { domain: { allow: { slackUsers: [ADA], teamsUsers: [ADA_IN_TEAMS] } }, soc: OPEN },
      [wider('destinations.soc', 'everybody in the channel', 'allow', 'names people')],
    ],
    [
      'guests where people are named one by one',
      { soc: { allow: { slackUsers: [ADA] }, guests: 'may-not' } },
      [
        'destinations.soc.verdicts.guests: changes nothing: allow beside it names people one by one, who may decide as guests, too',
      ],
    ],
  ])('%s', (_, changes, expected) => {
    expect(warnings(changes)).toEqual(expected);
  });

  it.each<[string, Parameters<typeof withScopes>[0]]>([
    ['lets in whom only the default keeps out', { soc: { ...OPEN, guests: 'may' } }],
    ['lets guests in where people are named', { domain: { guests: 'may-not' }, soc: { guests: 'may' } }],
    [
      'lets guests in where no case of the domain gets',
      {
        domain: { guests: 'may-not' },
        soc: { ...OPEN, guests: 'may' },
        more: {
          routes: [
            { name: 'beta', when: { domain: 'beta' }, to: ['soc', 'lead', 'duty'] },
            { name: 'rest', to: ['lead', 'duty'] },
          ],
        },
      },
    ],
    ['keeps out whom the domain lets in', { domain: { ...OPEN, guests: 'may' }, soc: { guests: 'may-not' } }],
  ])('nothing where a destination %s', (_, changes) => {
    expect(warnings(changes)).toEqual([]);
  });

  it('approval where only one may decide within a scope', () => {
    const outcomes = { SAFE: { approval: true } };
    const two = { allow: { slackUsers: [ADA, BO], teamsUsers: [ADA_IN_TEAMS, BO_IN_TEAMS] }, outcomes };
    const lonely = (path: string) =>
      `verdicts.outcomes.SAFE.approval: only one person may decide in Slack, and only another one there could agree: name one more in ${path}, or take approval out`;
    expect(warnings({ soc: { allow: { slackUsers: [ADA] } }, more: { verdicts: two } })).toEqual([
      lonely('destinations.soc.verdicts.allow'),
    ]);
    const people = { ada: { slack: ADA, teams: ADA_IN_TEAMS }, bo: { teams: BO_IN_TEAMS } };
    expect(warnings({ soc: { allow: { people: ['ada'] } }, more: { verdicts: two, people } })).toEqual([]);
  });
});

describe('a chat is asked about people', () => {
  const asked = (changes: Parameters<typeof withScopes>[0]) => {
    const config = scoped(changes);
    return [toAskIn(config, 'slack'), toAskIn(config, 'teams'), secretsToJudge(config)];
  };
  const NAMES = { groups: false, guests: false, profiles: true, addresses: false };
  const NOTHING = { ...NAMES, profiles: false };
  const BOTH = { groups: false, guests: true, profiles: true, addresses: true };

  it('only where a rule needs it, and only then a function holds its secret', () => {
    expect(asked({})).toEqual([NAMES, NOTHING, []]);
    expect(asked({ soc: { allow: 'anyone-in-channel' } })).toEqual([BOTH, BOTH, ['/t', '/p']]);
    const open = { verdicts: { allow: 'anyone-in-channel', guests: 'may' } };
    expect(asked({ more: open })).toEqual([NAMES, NOTHING, []]);
    expect(asked({ domain: { allow: { teamsGroups: [GROUP], slackUsers: [ADA] } } })).toEqual([
      { ...BOTH, guests: false },
      { ...BOTH, groups: true },
      ['/p'],
    ]);
  });

  it('for real names where clicks bring handles, and for addresses only where there are two chats to ask', () => {
    const config = scoped({ soc: { allow: 'anyone-in-channel' } });
    const only = (type: string) => ({
      ...config,
      destinations: Object.fromEntries(
        Object.entries(config.destinations).filter(([, one]) => one.type === type),
      ),
    });
    expect(toAskIn(only('slack'), 'slack')).toMatchObject({ profiles: true, addresses: false });
    expect(toAskIn(only('teams'), 'teams')).toMatchObject({ profiles: false, addresses: false });
    expect(toAskIn({ ...config, verdicts: undefined }, 'slack')).toEqual(NOTHING);
  });
});
