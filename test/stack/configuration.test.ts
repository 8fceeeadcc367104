import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { loopbackAddresses } from '../../cdk/loopback-addresses.ts';
import { scheduleMinutes } from '../../cdk/poller.ts';
import { everything, least, oneWay, type Synthesized, synthesize, written } from './synthesized.ts';

let full: Synthesized;
let silent: Synthesized;
let small: Synthesized;
beforeAll(async () => {
  [full, silent, small] = await Promise.all([
    synthesize(everything),
    synthesize(oneWay),
    synthesize(least()),
  ]);
}, 120_000);
afterAll(() => Promise.all([full.remove(), silent.remove(), small.remove()]));

/** The names of the variables of each function. */
const variables = (from: Synthesized): Record<string, string[]> =>
  Object.fromEntries(
    from.all('AWS::Lambda::Function').map(([name, { Properties }]) => {
      const { Variables } = Properties.Environment as { Variables: object };
      return [name.replace(/^Bridge|Function\w{8}$/g, ''), Object.keys(Variables).toSorted()];
    }),
  );

describe('the configuration decides what is there', () => {
  it('creates nothing for destinations that are not used', () => {
    expect(small.all('AWS::SQS::Queue').map(([name]) => name)).toEqual([
      expect.stringMatching(/^BridgePollerDeadLetters/),
    ]);
    expect(small.text).not.toMatch(/slack|teams|webhook/i);
    expect(variables(small)).toEqual({ PollerPoll: ['TABLE_NAME'] });
  });

  it('tells each function of the queues it needs', () => {
    expect(variables(full)).toEqual({
      PollerPoll: ['SLACK_QUEUE_URL', 'TABLE_NAME', 'TEAMS_QUEUE_URL', 'WEBHOOK_QUEUE_URL'],
      SlackNotify: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'TABLE_NAME'],
      ActionsAction: ['TABLE_NAME', 'VERDICT_QUEUE_URL'],
      VerdictsVerdict: ['DEAD_LETTERS_URL', 'QUEUE_URL', 'SLACK_QUEUE_URL', 'TABLE_NAME'],
    });
  });

  it('has no way in, and nothing to decide, where nobody can', () => {
    for (const one of [silent, small]) {
      expect(Object.keys(variables(one))).toEqual(['PollerPoll']);
      expect(one.text).not.toMatch(/ApiGateway|EventSourceMapping|Verdict|slack/i);
      expect(one.template.Outputs).not.toHaveProperty('SlackRequestUrl');
    }
  });

  it('has no way in for Teams, which has no function yet', async () => {
    const { slack: _, ...others } = everything;
    const { duty } = everything.destinations;
    const teams = await synthesize({
      ...others,
      destinations: { ...(duty && { duty }) },
      routes: everything.routes.map((route) => ({ ...route, to: ['duty'] })),
    });
    expect(Object.keys(variables(teams))).toEqual(['PollerPoll']);
    expect(teams.all('AWS::ApiGatewayV2::Api')).toEqual([]);
    await teams.remove();
  }, 120_000);

  it('bundles what is created, and nothing else', async () => {
    const bundled = ({ folder }: Synthesized) => readdir(join(folder, 'functions'));
    expect(await bundled(full)).toEqual(['action', 'notify-slack', 'poll', 'source-maps', 'verdict']);
    expect(await bundled(silent)).toEqual(['poll', 'source-maps']);
  });

  it('says where Slack sends clicks, and how each function is called', () => {
    const { SlackRequestUrl, ...others } = full.template.Outputs;
    expect(written(SlackRequestUrl?.Value)).toMatch(
      /^<BridgeActionsApi\w{8}\.ApiEndpoint>\/slack\/interactions$/,
    );
    const functions = Object.entries(others).filter(([name]) => name.endsWith('FunctionName'));
    expect(functions.map(([name]) => name)).toEqual([
      'PollFunctionName',
      'NotifySlackFunctionName',
      'ActionFunctionName',
      'VerdictFunctionName',
    ]);
    expect(new Set(functions.map(([, { Value }]) => written(Value)))).toEqual(
      new Set(full.all('AWS::Lambda::Function').map(([name]) => `<${name}>`)),
    );
  });

  it('runs the poller for each domain, with retries and a place for what could not be begun', () => {
    const schedules = full.all('AWS::Scheduler::Schedule').map(([, { Properties }]) => Properties);
    const [[group] = []] = full.all('AWS::Scheduler::ScheduleGroup');
    expect(schedules.map(({ Target }) => JSON.parse((Target as { Input: string }).Input))).toEqual([
      { domain: 'acme' },
      { domain: 'zeta' },
    ]);
    for (const schedule of schedules) {
      expect(schedule).toMatchObject({
        GroupName: { Ref: group },
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          DeadLetterConfig: { Arn: expect.anything() },
          RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 60 },
        },
      });
      expect(written((schedule.Target as { Arn: unknown }).Arn)).toMatch(
        /^<BridgePollerPollFunction\w+\.Arn>$/,
      );
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
    const { slack, destinations } = everything;
    const here = {
      ...everything,
      ...(slack && { slack: { ...slack, apiUrl: 'http://127.0.0.1:4030' } }),
      destinations: {
        ...destinations,
        siem: { type: 'webhook', url: 'http://127.0.0.1:4020', secret: '/siem' } as const,
      },
    };
    expect(loopbackAddresses(here)).toEqual(['destinations.siem.url', 'slack.apiUrl']);
  });
});
