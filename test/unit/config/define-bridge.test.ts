import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type BridgeConfig,
  type BridgeInput,
  checkBridge,
  defineBridge,
} from '../../../lib/config/define-bridge.ts';
import { ConfigError } from '../../../lib/config/schema/config-problem.ts';
import { complaints, problemsOf, sample } from './sample.ts';

const everything = {
  domains: {
    acme: {
      baseUrl: 'https://posture.example/api/v1/external//',
      apiKey: '/posture-bridge/acme/api-key',
      consoleUrl: 'https://posture.example/',
      auth: 'bearer',
      parameterNames: { threats: { email: 'user_email' }, nhi: { pageSize: 'limit' } },
      huntingTable: 'ProtectionLogs',
    },
    globex: {
      baseUrl: 'http://127.0.0.1:4010/api/v1/external',
      apiKey: '/posture-bridge/globex/api-key',
      consoleUrl: 'https://globex.posture.example/',
    },
  },
  poll: {
    every: '30s',
    feeds: ['threats', 'cases', 'threats'],
    start: { since: '2026-11-01T00:00:00+02:00' },
    lookback: '1h',
    sweep: { every: '10m', window: '2d' },
  },
  destinations: {
    'soc-slack': { type: 'slack', channel: 'C0123ABCD' },
    'vip-slack': { type: 'slack', channel: 'G0123ABCD', token: '/posture-bridge/slack/vip-token' },
    'soc-teams': { type: 'teams', channel: '19:abcDEF_123-x@thread.tacv2' },
    'all-teams': { type: 'teams', workflowUrl: '/posture-bridge/teams/workflow-url' },
    siem: { type: 'webhook', url: 'https://siem.example/in?tenant=1', secret: '/posture-bridge/siem/secret' },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake.fifo' },
  },
  slack: { signingSecret: '/pb/slack/signing', botToken: '/pb/slack/bot', teamId: 'T0123ABCD' },
  teams: {
    appId: '9428a9c1-950d-41a4-8766-0916da4e78d0',
    tenantId: '8bcc5b84-b33f-445f-947e-5bea8ac4c1c1',
    password: '/pb/teams/password',
  },
  routes: [
    {
      name: 'finance',
      when: {
        severity: ['critical', 'high'],
        user: '*@finance.example',
        not: { any: [{ text: 'drill' }, { all: [{ domain: 'globex' }, { feed: ['threats'] }] }] },
      },
      to: ['soc-slack', 'soc-teams'],
      final: true,
    },
    { when: { threatType: 'something_new' }, to: 'vip-slack', shadow: true },
    { to: ['lake', 'siem', 'all-teams'], broadcast: true },
  ],
  verdicts: {
    allow: { slackUsers: ['U0123ABCD'], teamsUsers: ['9428a9c1-950d-41a4-8766-0916da4e78d0'] },
    undoSeconds: 0,
    outcomes: { TRUE_POSITIVE: { comment: 'required', approval: true } },
  },
  storm: { threshold: 50, severe: 'none' },
  ops: { to: 'soc-slack' },
} as const satisfies BridgeInput;

describe('a finished configuration', () => {
  it('has every default filled in', () => {
    const config = defineBridge(sample);
    expect(config).toStrictEqual({
      ...sample,
      domains: { acme: { ...sample.domains.acme, auth: 'x-api-key' } },
      slack: { ...sample.slack, cloud: 'public' },
      connectors: {},
      poll: {
        every: 60_000,
        feeds: ['cases', 'threats'],
        start: 'now',
        lookback: 900_000,
        sweep: { every: 3_600_000, window: 86_400_000 },
      },
      destinations: {
        ...sample.destinations,
        'soc-slack': { ...sample.destinations['soc-slack'], token: '/posture-bridge/slack/bot-token' },
        lake: { ...sample.destinations.lake, format: 'plain' },
      },
      routes: [
        { name: 'route-1', when: {}, to: ['soc-slack'], final: false, shadow: false, broadcast: false },
      ],
      requests: { stackPath: 'drop' },
      verdicts: {
        allow: 'anyone-in-channel',
        guests: 'may-not',
        undoSeconds: 10,
        claims: { critical: 3_600_000, high: 14_400_000, medium: 86_400_000, low: 86_400_000 },
        outcomes: Object.fromEntries(
          ['SAFE', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'DUPLICATE', 'ESCALATED'].map((outcome) => [
            outcome,
            { comment: 'optional', confirm: false, approval: false },
          ]),
        ),
      },
      storm: { threshold: 20, severe: 'high' },
      changes: { every: 300_000, tell: 'important' },
      personas: 'all',
      people: {},
      monitoring: 'lean',
      retention: { cases: 400 * 86_400_000, deliveries: 90 * 86_400_000, trail: 400 * 86_400_000 },
    });
  });

  it('says the same thing in one way: milliseconds, lists, times in UTC, addresses without a last slash', () => {
    const config = defineBridge(everything);
    expect(config.poll).toEqual({
      every: 30_000,
      feeds: ['threats', 'cases'],
      start: { since: '2026-10-31T22:00:00.000Z' },
      lookback: 3_600_000,
      sweep: { every: 600_000, window: 172_800_000 },
    });
    expect(config.domains.acme?.baseUrl).toBe('https://posture.example/api/v1/external');
    expect(config.destinations['soc-slack']).toMatchObject({ token: '/pb/slack/bot' });
    expect(config.destinations['vip-slack']).toMatchObject({ token: '/posture-bridge/slack/vip-token' });
    expect(config.routes.map(({ name }) => name)).toEqual(['finance', 'route-2', 'route-3']);
    expect(config.routes[0]?.when).toEqual({
      severity: ['critical', 'high'],
      user: ['*@finance.example'],
      not: { any: [{ text: ['drill'] }, { all: [{ domain: ['globex'] }, { feed: ['threats'] }] }] },
    });
    expect(config.teams?.cloud).toBe('public');
    expect(config.verdicts?.allow).toEqual({
      slackUsers: ['U0123ABCD'],
      slackGroups: [],
      teamsUsers: ['9428a9c1-950d-41a4-8766-0916da4e78d0'],
      teamsGroups: [],
      people: [],
    });
  });

  it.each([
    ['the small one', sample],
    ['the large one', everything],
  ])('is read again as it is, to the byte, and survives JSON: %s', (_, input) => {
    const config = defineBridge(input);
    const again = checkBridge(config);
    expect(JSON.stringify(again.ok && again.config)).toBe(JSON.stringify(config));
    expect(JSON.parse(JSON.stringify(config))).toStrictEqual(config);
  });

  it('does not keep fields that were left undefined', () => {
    const config = defineBridge({ ...sample, teams: undefined, ops: undefined });
    expect(Object.keys(config)).not.toContain('teams');
    expect(Object.keys(config)).not.toContain('ops');
  });

  it('shares nothing with its input, which stays as it was', () => {
    const input = structuredClone(everything);
    const config = defineBridge(input);
    expect(input).toStrictEqual(everything);
    expect(config.routes[0]?.to).not.toBe(input.routes[0].to);
  });

  it('is typed as narrowly as it is checked', () => {
    expectTypeOf<BridgeConfig['poll']['every']>().toEqualTypeOf<number>();
    expectTypeOf<BridgeConfig['routes'][number]['to']>().toEqualTypeOf<readonly string[]>();
    // @ts-expect-error a misspelt key
    const misspelt: BridgeInput['destinations'] = { a: { type: 'slack', chanel: 'C0123ABCD' } };
    // @ts-expect-error a type there is none of
    const unknown: BridgeInput['destinations'] = { a: { type: 'email', to: 'x' } };
    // @ts-expect-error a duration without its unit
    const unitless: BridgeInput['poll'] = { every: '5' };
    // @ts-expect-error a condition on a field there is none of
    const nowhere: BridgeInput['routes'] = [{ when: { severty: 'high' }, to: 'a' }];
    // @ts-expect-error both forms of a Teams channel
    const both: BridgeInput['destinations'] = { a: { type: 'teams', channel: 'x', workflowUrl: '/y' } };
    expect([misspelt, unknown, unitless, nowhere, both]).toHaveLength(5);
  });
});

describe('a configuration with problems', () => {
  it('is refused with all of them at once, one line each, in the order in which it is written', () => {
    const input = {
      ...sample,
      domains: { acme: { ...sample.domains.acme, auth: 'baerer' } },
      poll: { evry: '1m', lookback: '48h', sweep: { window: '1h' } },
      destinations: { ...sample.destinations, siem: { type: 'webhok' } },
      verdicts: undefined,
      routes: [
        { to: 'lake', name: 'a' },
        { to: ['lake', 'soc-slak'], when: { severty: 'high', threatType: 'data_exfiltraiton' } },
        { name: 'a', to: 5, when: { domain: 'acmee' } },
      ],
      ops: { to: 'soc-slac' },
    };
    let error: unknown;
    try {
      defineBridge(input as unknown as BridgeInput);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).code).toBe('invalid_config');
    expect((error as ConfigError).message.split('\n')).toEqual([
      'The bridge configuration has 13 problems:',
      '  domains.acme.auth: must be one of x-api-key, bearer; did you mean "bearer"?',
      '  poll.lookback: must be between 0s and 24h, not 2d',
      '  poll.evry: unknown key "evry", did you mean "every"?',
      '  poll.sweep.window: must not be shorter than poll.lookback',
      '  destinations.siem.type: must be one of slack, teams, webhook, sqs, eventbridge; did you mean "webhook"?',
      '  routes[1].when.threatType: unknown threat type, did you mean "data_exfiltration"?',
      '  routes[1].when.severty: unknown key "severty", did you mean "severity"?',
      '  routes[1].to[1]: unknown destination "soc-slak", did you mean "soc-slack"?',
      '  routes[2].to: must be a text or a list of texts (the route "a")',
      '  routes[2].name: is already the name of routes[0] (the route "a")',
      '  routes[2].when.domain: unknown domain "acmee", did you mean "acme"? (the route "a")',
      "  verdicts: missing, cases can be decided in destinations.soc-slack: choose who may, there is no default (verdicts: { allow: 'anyone-in-channel' } or lists of people)",
      '  ops.to: unknown destination "soc-slac", did you mean "soc-slack"?',
    ]);
  });

  it('carries the bare suggestion for tools', () => {
    expect(problemsOf({ ops: { to: 'soc-slak' } })).toEqual([
      {
        path: 'ops.to',
        message: 'unknown destination "soc-slak", did you mean "soc-slack"?',
        suggestion: 'soc-slack',
      },
    ]);
  });

  it.each([null, undefined, 5, 'x', [], () => {}])('is refused whatever it is: %j', (input) => {
    const checked = checkBridge(input);
    expect(checked.ok).toBe(false);
  });

  it('says what is missing when everything is', () => {
    expect(checkBridge({})).toEqual({
      ok: false,
      problems: [
        {
          path: 'domains',
          message:
            "missing, must be an object, like { acme: { baseUrl: 'https://...', apiKey: '/posture-bridge/acme/api-key' } }",
        },
        {
          path: 'destinations',
          message: "missing, must be an object, like { soc: { type: '...', ... } }",
        },
        { path: 'routes', message: "missing, must be a list, like [{ to: 'soc' }]" },
      ],
    });
  });

  it('says so once when a whole section is empty, not once per route', () => {
    expect(
      complaints({ domains: {}, destinations: {}, routes: [{ to: 'x', when: { domain: 'y' } }] }),
    ).toEqual([
      'domains: is empty: at least one domain is needed',
      'destinations: is empty: at least one destination is needed',
    ]);
    expect(complaints({ routes: [] })).toEqual(['routes: is empty: nothing would be sent anywhere']);
  });

  it.each([
    [{ rutes: [] }, 'rutes: unknown key "rutes", did you mean "routes"?'],
    [
      { domains: { acme: { ...sample.domains.acme, apikey: 'x' } } },
      'domains.acme.apikey: unknown key "apikey", did you mean "apiKey"?',
    ],
    [{ poll: { sweep: { windw: 1 } } }, 'poll.sweep.windw: unknown key "windw", did you mean "window"?'],
    [
      { storm: { severe: 'hgih' } },
      'storm.severe: must be one of critical, high, medium, low, none; did you mean "high"?',
    ],
    [{ storm: { severe: 5 } }, 'storm.severe: must be one of critical, high, medium, low, none'],
    [{ storm: { treshold: 3 } }, 'storm.treshold: unknown key "treshold", did you mean "threshold"?'],
    [
      { verdicts: { allow: { slackUser: ['U0123ABCD'], slackGroups: ['S0123ABCD'] } } },
      'verdicts.allow.slackUser: unknown key "slackUser", did you mean "slackUsers"?',
    ],
    [
      { routes: [{ to: 'lake', when: { any: [{ not: { catgory: 'x', text: 'y' } }] } }] },
      'routes[0].when.any[0].not.catgory: unknown key "catgory", did you mean "category"?',
    ],
    [{ ops: { to: 'lake', from: 'x' } }, 'ops.from: unknown key "from"; known: to'],
  ])('names unknown keys at any level: %j', (changes, complaint) => {
    expect(complaints(changes)).toEqual([complaint]);
  });

  it('knows no destination by an inherited name', () => {
    expect(complaints({ routes: [{ to: ['constructor', 'toString'] }] })).toHaveLength(2);
  });
});

describe('a large configuration', () => {
  it('of 500 routes is taken whole', () => {
    const routes = Array.from({ length: 500 }, (_, index) => ({
      name: `team ${index}`,
      when: { severity: ['high', 'critical'], user: [`*@team-${index}.example`], not: { text: 'drill' } },
      to: ['soc-slack', 'lake'],
    }));
    const config = defineBridge({ ...sample, routes });
    expect(config.routes).toHaveLength(500);
  });

  it('of 500 wrong routes names all of them', () => {
    const routes = Array.from({ length: 500 }, () => ({ to: 'soc-slak' }));
    expect(problemsOf({ routes })).toHaveLength(500);
  });
});

it('needs neither all of zod nor Node, so that it can travel in every bundle', () => {
  for (const file of readdirSync('lib/config', { recursive: true, encoding: 'utf8' })) {
    // What reads files is for commands only.
    if (!file.endsWith('.ts') || file.startsWith('file')) continue;
    expect(readFileSync(`lib/config/${file}`, 'utf8'), file).not.toMatch(/from '(zod|node:.*|.*\/file\/.*)'/);
  }
});
