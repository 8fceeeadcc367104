import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { loopbackAddresses } from '../../cdk/loopback-addresses.ts';
import { scheduleMinutes } from '../../cdk/poller.ts';
import { drawUp, everything, least, oneWay, type Synthesized, synthesize, written } from './synthesized.ts';

let full: Synthesized;
let silent: Synthesized;
let small: Synthesized;
beforeAll(async () => {
  [full, silent, small] = await Promise.all([
    synthesize(everything),
    synthesize(oneWay),
    synthesize(least()),
  ]);
});
afterAll(() => Promise.all([full.remove(), silent.remove(), small.remove()]));

/** The names of the variables of each function. */
const variables = (from: Synthesized): Record<string, string[]> =>
  Object.fromEntries(
    from.all('AWS::Lambda::Function').map(([name, { Properties }]) => {
      const { Variables } = Properties.Environment as { Variables: object };
      const { BRIDGE_NAME, ...own } = Variables as Record<string, unknown>;
      expect(BRIDGE_NAME, name).toBe('posture-bridge');
      return [name.replace(/^Bridge|Function\w{8}$/g, ''), Object.keys(own).toSorted()];
    }),
  );

const urlsOf = ({ template }: Synthesized): string[] =>
  Object.keys(template.Outputs).filter((name) => name.endsWith('Url'));
const routesOf = (from: Synthesized): unknown[] =>
  from
    .all('AWS::ApiGatewayV2::Route')
    .map(([, { Properties }]) => written(Properties.RouteKey))
    .filter((key) => key !== '$default');
/** One chart names every chat, to say how long each of them waits. */
const withoutDashboard = (from: Synthesized): string =>
  JSON.stringify(Object.values(from.template.Resources).filter(({ Type }) => !Type.endsWith('::Dashboard')));

/** Everything that goes anywhere goes there. */
function onlyTo(...names: string[]) {
  const destinations = Object.entries(everything.destinations).filter(([name]) => names.includes(name));
  return {
    destinations: Object.fromEntries(destinations),
    routes: everything.routes.map((route) => ({ ...route, to: names })),
  };
}

describe('the configuration decides what is there', () => {
  it('creates nothing for destinations that are not used', () => {
    expect(small.all('AWS::SQS::Queue').map(([name]) => name)).toEqual([
      expect.stringMatching(/^BridgeToWebhookDeadLetters/),
      expect.stringMatching(/^BridgeToWebhookQueue/),
    ]);
    expect(small.text).not.toMatch(/slack|teams/i);
    expect(variables(small)).toEqual({
      PollerPoll: ['TABLE_NAME', 'WEBHOOK_QUEUE_URL'],
      WebhooksNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      ReconcilerReconcile: ['DEAD_LETTERS', 'TABLE_NAME', 'WEBHOOK_QUEUE_URL'],
    });
  });

  it('tells each function of the queues it needs', () => {
    expect(variables(full)).toEqual({
      PollerPoll: ['SLACK_QUEUE_URL', 'TABLE_NAME', 'TEAMS_QUEUE_URL', 'TICK_QUEUE_URL', 'WEBHOOK_QUEUE_URL'],
      SlackNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      TeamsNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      ActionsAction: ['SLACK_QUEUE_URL', 'TABLE_NAME', 'TEAMS_QUEUE_URL', 'VERDICT_QUEUE_URL'],
      WebhooksNotify: ['DEAD_LETTERS_URL', 'LINK_URL', 'QUEUE_URL', 'TABLE_NAME'],
      VerdictsVerdict: [
        'DEAD_LETTERS',
        'DEAD_LETTERS_URL',
        'QUEUE_URL',
        'SLACK_QUEUE_URL',
        'TABLE_NAME',
        'TEAMS_QUEUE_URL',
        'WEBHOOK_QUEUE_URL',
      ],
      ReconcilerReconcile: [
        'DEAD_LETTERS',
        'SLACK_QUEUE_URL',
        'TABLE_NAME',
        'TEAMS_QUEUE_URL',
        'VERDICT_QUEUE_URL',
        'WEBHOOK_QUEUE_URL',
      ],
      TrailArchive: ['BUCKET_NAME', 'TABLE_NAME'],
    });
  });

  it('has no way in, and nothing to decide, where nobody can', () => {
    for (const one of [silent, small]) {
      expect(one.text).not.toMatch(/ApiGateway|Verdict|slack/i);
      expect(urlsOf(one)).toEqual([]);
    }
  });

  it('takes verdicts where only a system decides, and no clicks', async () => {
    const soar = {
      type: 'webhook',
      url: 'https://soar.example.com/hook',
      secret: '/soar',
      verdicts: { allow: { webhooks: ['soar'] } },
    } as const;
    const config = least({
      destinations: { soar },
      routes: [{ name: 'everything', to: 'soar' }],
      verdicts: { allow: { webhooks: ['soar'] } },
    });
    const one = await drawUp(config);
    expect(Object.keys(variables(one))).toEqual(expect.arrayContaining(['ActionsAction', 'VerdictsVerdict']));
    expect(routesOf(one)).toEqual(['POST /<secret>/verdicts/soar', 'GET /<secret>/verdicts/soar']);
    expect(written(one.template.Outputs.VerdictsUrl?.Value)).toMatch(/\/verdicts$/);
    await one.remove();
  });

  it('posts to a Workflow with a function that has no bot', () => {
    expect(variables(silent)).toEqual({
      PollerPoll: ['TABLE_NAME', 'TEAMS_QUEUE_URL', 'WEBHOOK_QUEUE_URL'],
      TeamsNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      WebhooksNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      ReconcilerReconcile: ['DEAD_LETTERS', 'TABLE_NAME', 'TEAMS_QUEUE_URL', 'WEBHOOK_QUEUE_URL'],
    });
    expect(silent.all('AWS::Lambda::EventSourceMapping')).toHaveLength(2);
    expect(silent.text).toContain('parameter/posture-bridge/teams-workflow');
    expect(silent.text).not.toContain('teams-password');
  });

  it.each([
    ['Teams alone', { slack: undefined, ...onlyTo('duty') }, {}],
    // The bot says in its first post what the configuration needs to know of a channel.
    [
      'a bot of Teams that has no channel yet',
      { slack: undefined, ...onlyTo('lake') },
      { WebhooksNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'] },
    ],
  ])('needs nothing of Slack with %s', async (_, changes, more) => {
    const teams = await drawUp({ ...everything, ...changes });
    const endpoints = Object.keys(more).length > 0 ? ['WEBHOOK_QUEUE_URL'] : [];
    expect(variables(teams)).toEqual({
      ...more,
      PollerPoll: ['TABLE_NAME', 'TEAMS_QUEUE_URL', 'TICK_QUEUE_URL', ...endpoints],
      TeamsNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      ActionsAction: ['TABLE_NAME', 'TEAMS_QUEUE_URL', 'VERDICT_QUEUE_URL'],
      VerdictsVerdict: [
        'DEAD_LETTERS',
        'DEAD_LETTERS_URL',
        'QUEUE_URL',
        'TABLE_NAME',
        'TEAMS_QUEUE_URL',
        ...endpoints,
      ],
      ReconcilerReconcile: [
        'DEAD_LETTERS',
        'TABLE_NAME',
        'TEAMS_QUEUE_URL',
        'VERDICT_QUEUE_URL',
        ...endpoints,
      ],
      TrailArchive: ['BUCKET_NAME', 'TABLE_NAME'],
    });
    expect(urlsOf(teams)).toEqual(['TeamsMessagingUrl', 'CanaryUrl']);
    expect(routesOf(teams)).toEqual(['POST /<secret>/teams/messages', 'POST /<secret>/canary']);
    expect(withoutDashboard(teams)).not.toMatch(/slack/i);
    await teams.remove();
  });

  it.each([
    ['Slack alone', onlyTo('soc')],
    ['Slack and a Workflow', onlyTo('soc', 'news')],
  ])('has no way in for Teams with %s', async (_, changes) => {
    const one = await drawUp({ ...everything, ...changes, teams: undefined });
    expect(urlsOf(one)).toEqual(['SlackRequestUrl', 'CanaryUrl']);
    expect(routesOf(one)).toEqual(['POST /<secret>/slack/interactions', 'POST /<secret>/canary']);
    expect(variables(one).ActionsAction).toEqual(['SLACK_QUEUE_URL', 'TABLE_NAME', 'VERDICT_QUEUE_URL']);
    expect(Object.hasOwn(variables(one), 'TeamsNotify')).toBe(Object.hasOwn(changes.destinations, 'news'));
    await one.remove();
  });

  it('bundles what is created, and nothing else', async () => {
    const bundled = ({ folder }: Synthesized) => readdir(join(folder, 'functions'));
    expect(await bundled(full)).toEqual([
      'action',
      'archive',
      'notify-slack',
      'notify-teams',
      'notify-webhook',
      'poll',
      'reconcile',
      'source-maps',
      'verdict',
    ]);
    expect(await bundled(silent)).toEqual([
      'notify-teams',
      'notify-webhook',
      'poll',
      'reconcile',
      'source-maps',
    ]);
  });

  it('says where chats send clicks, and how each function is called', () => {
    const { SlackRequestUrl, TeamsMessagingUrl, ...others } = full.template.Outputs;
    const urls = [SlackRequestUrl, TeamsMessagingUrl].map((one) =>
      written(one?.Value).replace(/\w{8}\./, '.'),
    );
    expect(urls).toEqual([
      '<BridgeActionsApi.ApiEndpoint>/<secret>/slack/interactions',
      '<BridgeActionsApi.ApiEndpoint>/<secret>/teams/messages',
    ]);
    const functions = Object.entries(others).filter(([name]) => name.endsWith('FunctionName'));
    expect(functions.map(([name]) => name)).toEqual([
      'PollFunctionName',
      'NotifySlackFunctionName',
      'NotifyTeamsFunctionName',
      'NotifyWebhookFunctionName',
      'ActionFunctionName',
      'VerdictFunctionName',
      'ReconcileFunctionName',
      'ArchiveFunctionName',
    ]);
    expect(new Set(functions.map(([, { Value }]) => written(Value)))).toEqual(
      new Set(full.all('AWS::Lambda::Function').map(([name]) => `<${name}>`)),
    );
  });

  it('runs the poller for each domain, with retries', () => {
    const schedules = full
      .all('AWS::Scheduler::Schedule')
      .filter(([name]) => name.startsWith('BridgePoller'))
      .map(([, { Properties }]) => Properties);
    const [group] = full.all('AWS::Scheduler::ScheduleGroup').map(([name]) => name);
    expect(schedules.map(({ Target }) => JSON.parse((Target as { Input: string }).Input))).toEqual([
      { domains: ['acme'] },
      { domains: ['zeta'] },
    ]);
    for (const schedule of schedules) {
      expect(schedule).toMatchObject({
        GroupName: { Ref: group },
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: { RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 60 } },
      });
      expect(written((schedule.Target as { Arn: unknown }).Arn)).toMatch(
        /^<BridgePollerPollFunction\w+\.Arn>$/,
      );
    }
  });

  it('has one group for all schedules, and no dead letters of theirs that nobody would read', () => {
    const groups = full.all('AWS::Scheduler::ScheduleGroup').map(([name]) => name);
    expect(groups).toHaveLength(1);
    const schedules = full.all('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);
    expect(schedules.length).toBeGreaterThan(3);
    for (const { GroupName, Target } of schedules) {
      expect(GroupName).toEqual({ Ref: groups[0] });
      expect(Target).not.toHaveProperty('DeadLetterConfig');
    }
  });

  it.each([
    ['5s', 1],
    ['1m', 1],
    ['90s', 1],
    ['5m', 5],
    ['1h', 60],
  ] as const)('polls every %s with a schedule of %i minutes', (every, minutes) => {
    expect(scheduleMinutes(least({ poll: { every } }))).toBe(minutes);
  });

  it('is not for AWS where it names this machine', () => {
    expect(loopbackAddresses(example)).toEqual(['domains.acme.baseUrl']);
    expect(loopbackAddresses(everything)).toEqual([]);
    const { slack, teams, destinations } = everything;
    const here = {
      ...everything,
      ...(slack && { slack: { ...slack, apiUrl: 'http://127.0.0.1:4030' } }),
      ...(teams && { teams: { ...teams, apiUrl: 'http://127.0.0.1:4040' } }),
      destinations: {
        ...destinations,
        siem: {
          type: 'webhook' as const,
          url: 'https://127.0.0.1:4020',
          secret: ['/siem'],
          format: 'plain' as const,
          local: true,
        },
      },
    };
    expect(loopbackAddresses(here)).toEqual(['destinations.siem.url', 'slack.apiUrl', 'teams.apiUrl']);
  });
});
