import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import example from '../../bridge.config.ts';
import { loopbackAddresses } from '../../cdk/loopback-addresses.ts';
import { scheduleMinutes } from '../../cdk/poller.ts';
import { everything, least, type Synthesized, synthesize, written } from './synthesized.ts';

let full: Synthesized;
let small: Synthesized;
beforeAll(async () => {
  [full, small] = await Promise.all([synthesize(everything), synthesize(least())]);
}, 120_000);
afterAll(() => Promise.all([full.remove(), small.remove()]));

const variables = (from: Synthesized): string[] =>
  from
    .all('AWS::Lambda::Function')
    .flatMap(([, { Properties }]) => Object.keys((Properties.Environment as { Variables: object }).Variables))
    .toSorted();

describe('the configuration decides what is there', () => {
  it('creates nothing for destinations that are not used', () => {
    expect(small.all('AWS::SQS::Queue').map(([name]) => name)).toEqual([
      expect.stringMatching(/^BridgePollerDeadLetters/),
    ]);
    expect(small.text).not.toMatch(/slack|teams|webhook/i);
    expect(variables(small)).toEqual(['TABLE_NAME']);
  });

  it('creates a queue, and tells the poller of it, for every kind that is used', () => {
    expect(variables(full)).toEqual([
      'SLACK_QUEUE_URL',
      'TABLE_NAME',
      'TEAMS_QUEUE_URL',
      'WEBHOOK_QUEUE_URL',
    ]);
  });

  it('creates nothing that has no function yet', () => {
    expect(full.all('AWS::Lambda::Function')).toHaveLength(1);
    expect(full.all('AWS::Lambda::EventSourceMapping')).toEqual([]);
    expect(full.all('AWS::ApiGatewayV2::Api')).toEqual([]);
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
    expect(loopbackAddresses(example)).toEqual(['domains.acme.baseUrl', 'destinations.soc-webhook.url']);
    expect(loopbackAddresses(everything)).toEqual([]);
  });
});
