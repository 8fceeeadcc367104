import { describe, expect, it } from 'vitest';
import { EXAMPLE_ITEM } from '../../../console/client/config/example-item.ts';
import { showConfiguration } from '../../../console/configuration/show-configuration.ts';
import { Bridge } from '../../../lib/config/bridge.ts';
import { type BridgeInput, checkBridge, defineBridge } from '../../../lib/config/define-bridge.ts';
import { Domain } from '../../../lib/config/domains.ts';
import { caseItem, configOf, createHarness, delivery, type Loose, NOW } from './harness.ts';

const config = configOf({
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    hook: { type: 'webhook', url: 'https://hooks.example.com/secret-path', secret: '/pb/hook' },
  },
  routes: [
    { name: 'leaks', when: { threatType: 'data_exfiltration' }, to: 'soc', final: true },
    { name: 'rest', to: 'hook' },
  ],
});

const TENANT = '7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02';
const ADA_IN_TEAMS = 'aad0ada0-0000-4000-8000-0000000000a1';

/** Every field that a configuration can have, with another value than its default. */
const EVERYTHING: BridgeInput = {
  domains: {
    acme: {
      baseUrl: 'https://posture.example.com/api',
      apiKey: '/pb/acme/key',
      auth: 'bearer',
      parameterNames: { threats: { email: 'mail' }, users: { search: 'q' }, nhi: { status: 'state' } },
      consoleUrl: 'https://posture.example.com/{kind}/{id}',
      verdicts: { allow: { slackUsers: ['U0ADAWINTER'] }, guests: 'may' },
      huntingTable: 'InfoProtection',
      hunting: { tenantId: TENANT, portal: 'https://security.microsoft.us' },
    },
    beta: {
      baseUrl: 'https://beta.example.com/api',
      apiKey: '/pb/beta/key',
      consoleUrl: { cases: 'https://beta.example.com/c/{id}', threats: 'https://beta.example.com/t/{id}' },
      hunting: {
        tenantId: TENANT,
        workspace: `/subscriptions/${TENANT}/resourceGroups/logs/providers/Microsoft.OperationalInsights/workspaces/soc`,
      },
    },
  },
  poll: {
    every: '5s',
    feeds: ['cases'],
    start: { since: '2026-11-01T00:00:00Z' },
    lookback: '7m',
    sweep: { every: '30m', window: '2d' },
  },
  changes: { every: '2m', tell: 'all' },
  canary: { every: '3h', to: ['vip'] },
  personas: 'none',
  connectors: { okta: { sources: ['Okta', 'Entra ID'] }, email: { sources: ['Mail'] } },
  destinations: {
    soc: { type: 'slack', channel: 'C0SOC0CASES' },
    vip: {
      type: 'slack',
      channel: 'C0VIP0CASES',
      token: '/pb/slack/vip',
      show: 'pseudonym',
      notify: 'quiet',
      verdicts: { allow: 'anyone-in-channel' },
    },
    blue: { type: 'teams', channel: '19:soc@thread.tacv2', show: 'minimal', notify: 'quiet' },
    flow: { type: 'teams', workflowUrl: '/pb/teams/workflow' },
    hook: {
      type: 'webhook',
      url: 'https://hooks.example.com/secret-path',
      secret: ['/pb/hook/1', '/pb/hook/2'],
      headers: { Authorization: '/pb/hook/auth', 'X-Team': '/pb/hook/team' },
      events: ['case.created', 'case.closed'],
      show: 'minimal',
      format: 'cloudevents',
      privateRanges: ['10.20.0.0/16', '10.30.0.0/16'],
    },
    here: { type: 'webhook', url: 'http://127.0.0.1:4020/x', secret: '/pb/here', local: true },
    lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
  },
  slack: {
    signingSecret: '/pb/slack/signing',
    botToken: '/pb/slack/bot',
    teamId: ['T0123ABCD', 'T0123ABCE'],
    cloud: 'usgov',
  },
  teams: { appId: TENANT, tenantId: TENANT, password: '/pb/teams/password', cloud: 'usgov' },
  routes: [
    {
      name: 'leaks',
      when: { threatType: 'data_exfiltration' },
      to: ['soc', 'blue', 'flow', 'hook', 'lake'],
      final: true,
      broadcast: true,
      mention: { critical: [{ id: 'S0ONCALL1', name: 'SOC on call' }, 'ada'], high: ['ada'] },
      escalation: [{ after: { critical: '10m', high: '1h' }, mention: ['ada'], to: ['vip'] }],
      dedupe: { by: ['user', 'threatType'], for: '2h' },
      verdicts: { allow: { slackGroups: ['S0ONCALL1'] }, guests: 'may' },
    },
    { name: 'trial', to: 'vip', shadow: true },
  ],
  people: {
    ada: { slack: 'U0ADAWINTER', teams: ADA_IN_TEAMS },
    bo: { slack: 'U0BOLARSEN', teams: 'aad0b0b0-0000-4000-8000-0000000000b2' },
  },
  verdicts: {
    allow: {
      slackUsers: ['U0ADAWINTER'],
      slackGroups: ['S0ONCALL1'],
      teamsUsers: [ADA_IN_TEAMS],
      teamsGroups: [TENANT],
      people: ['ada', 'bo'],
    },
    guests: 'may',
    undoSeconds: 30,
    outcomes: { ESCALATED: { comment: 'required', confirm: true, approval: true } },
  },
  storm: { threshold: 50, severe: 'critical' },
  retention: { cases: '90d', deliveries: '60d', trail: '365d' },
  ops: { to: 'soc' },
  requests: { path: 'GUESS-me-if-you-can-0123', stackPath: 'keep', reserved: 40 },
  encryption: { key: 'create' },
  network: {
    subnets: ['subnet-0123abcd', 'subnet-0123abce'],
    securityGroups: ['sg-0123abcd', 'sg-0123abce'],
  },
  archive: { lock: 'governance', days: 800 },
  monitoring: 'full',
};

const { get, post, deliveries } = createHarness({ config });
const tried = async (body: object) => {
  const answer = await post('/api/try', body);
  return { status: answer.status, body: (await answer.json()) as Loose };
};

describe('the configuration on the page', () => {
  it('shows routes, destinations and rules, and no secret', async () => {
    const shown = (await (await get('/api/config')).json()) as Loose;
    expect(shown.routes.map(({ name, to }: Loose) => [name, to])).toEqual([
      ['leaks', ['soc']],
      ['rest', ['hook']],
    ]);
    const rows = shown.parts.flatMap((part: Loose) => part.rows);
    expect(rows).toContainEqual({ label: 'hook', text: 'webhook, hooks.example.com, told everything' });
    expect(rows).toContainEqual({ label: 'May decide', text: '2 people in Slack, no guests' });
    expect(JSON.stringify(shown)).not.toMatch(/secret|api-key|bot-token/);
  });
});

describe('the example to try', () => {
  it('is taken as it is offered', async () => {
    const { status, body } = await tried({ item: EXAMPLE_ITEM });
    expect([status, body.goesTo]).toEqual([200, ['soc']]);
  });
});

describe('a configuration that says all that one can', () => {
  const shown = (input: unknown) => {
    const checked = checkBridge(input);
    return checked.ok ? JSON.stringify(showConfiguration(checked.config)) : null;
  };

  it('is told in plain words', () => {
    const { routes, parts } = showConfiguration(defineBridge(EVERYTHING));
    expect(routes[0]?.does).toEqual([
      'Calls SOC on call (S0ONCALL1) and ada when a new case is critical',
      'Calls ada when a new case is high',
      'When nobody answers a case for 10 minutes when it is critical, or 1 hour when it is high: calls ada and sends it to vip',
      'Posts only the first of what is alike by user and threatType within 2 hours, and lists the others then',
    ]);
    const rows = parts.flatMap((part) => part.rows.map(({ label, text }) => `${label}: ${text}`));
    for (const line of [
      'vip: Slack, C0VIP0CASES, people by pseudonyms, no people in notifications',
      'acme, opened at: https://posture.example.com/{kind}/{id}',
      'acme, hunting queries opened in: Microsoft Defender, tenant 7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02, https://security.microsoft.us',
      'ada: U0ADAWINTER in Slack, aad0ada0-0000-4000-8000-0000000000a1 in Teams',
      'okta: Okta and Entra ID',
      'May decide in vip: anyone in the channel',
      'Escalate: needs a comment, asks once more, needs a second person',
      'Never in a digest: cases that are critical or worse',
    ])
      expect(rows).toContain(line);
  });

  it('says once what it does for several severities', () => {
    const mention = { high: ['ada'], low: ['ada'], medium: ['ada', 'bo'] };
    const escalation = [{ after: { critical: '10m', high: '10m', low: '2d' }, to: ['vip'] }] as const;
    const route = { name: 'severe', to: ['soc', 'blue'], mention, escalation };
    expect(showConfiguration(defineBridge({ ...EVERYTHING, routes: [route] })).routes[0]?.does).toEqual([
      'Calls ada when a new case is high or low',
      'Calls ada and bo when a new case is medium',
      'When nobody answers a case for 10 minutes when it is critical or high, or 2 days when it is low: sends it to vip',
    ]);
  });

  it('is that configuration', () => {
    expect(Object.keys(EVERYTHING).sort()).toEqual(Object.keys(Bridge.shape).sort());
    expect(Object.keys(EVERYTHING.domains.acme ?? {}).sort()).toEqual(Object.keys(Domain.shape).sort());
    expect(shown(EVERYTHING)).not.toBeNull();
  });

  it('is shown whole: whatever is taken out of it is missing on the page', () => {
    const unseen = pathsIn(EVERYTHING).filter((path) => {
      const without = shown(takeOut(EVERYTHING, path));
      return without !== null && without === shown(EVERYTHING);
    });
    // A token of its own for one channel is a secret's name, and those are shown nowhere.
    expect(unseen.map((path) => path.join('.'))).toEqual(['destinations.vip.token']);
  });

  it('shows no secret’s name, and nothing that a stranger should not guess', () => {
    expect(shown(EVERYTHING)).not.toMatch(/\/pb\/|secret-path|GUESS/);
  });
});

type Path = readonly (string | number)[];

/** Every field and every element, the inner ones too. */
const pathsIn = (value: unknown, at: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...pathsIn(inner, [...at, key])])
    : [];

function takeOut(value: unknown, [key = '', ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    return value.flatMap((one, at) => {
      if (at !== Number(key)) return [one];
      return rest.length > 0 ? [takeOut(one, rest)] : [];
    });
  }
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  return rest.length > 0 ? { ...(value as object), [key]: takeOut(inner, rest) } : others;
}

describe('trying an item', () => {
  it('says which routes a pasted case takes, and why', async () => {
    const { body } = await tried({ item: caseItem() });
    expect(body).toMatchObject({ kind: 'case', domain: 'acme', goesTo: ['soc'] });
    expect(body.routes).toMatchObject([
      { route: 'leaks', outcome: 'matched' },
      { route: 'rest', outcome: 'skipped', because: 'leaks matched before it and is final' },
    ]);
    expect(body.text).toMatch(/^Goes to soc\./);
  });

  it('reads a threat too', async () => {
    const item = { event_id: 't1', title: 'Odd sign-in', created_at: '2026-11-15T09:00:00Z' };
    const { body } = await tried({ item });
    expect(body).toMatchObject({ kind: 'threat', goesTo: ['hook'], title: 'Odd sign-in' });
  });

  it('says what is wrong with what was pasted', async () => {
    for (const item of ['text', null, 7, [], {}]) {
      const { status, body } = await tried({ item });
      expect(status).toBe(400);
      expect(body.error).toMatch(/neither a case, which has a case_id, nor a threat/);
    }
    const { body } = await tried({ item: { case_id: 'c1' } });
    expect(body.error).toMatch(/^This is not a case: .*created_at/);
  });

  it('takes one that the bridge has shown', async () => {
    await deliveries.save(delivery(), 0, null, NOW);
    const { body } = await tried({ domain: 'acme', feed: 'cases', id: 'case-1' });
    expect(body).toMatchObject({ goesTo: ['soc'], title: 'Data exfiltration · Ida Berg' });
    expect((await tried({ domain: 'acme', feed: 'cases', id: 'none' })).status).toBe(404);
    expect((await tried({ feed: 'cases' })).status).toBe(400);
  });
});
