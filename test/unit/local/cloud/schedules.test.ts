import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import { readRate } from '../../../../local/cloud/schedules.ts';
import { arnOf, lambda, queue, role, type Started, startCloud, trust, until } from './harness.ts';

describe('a schedule expression', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(6 hours)', 21_600_000],
    ['rate(2 days)', 172_800_000],
  ])('%s is every %i ms', (expression, everyMs) => expect(readRate('Every', expression)).toBe(everyMs));

  it.each(['rate(0 minutes)', 'rate(1 second)', 'at(2026-01-01T00:00:00)', 'cron(0 3 * * ? *)'])(
    '%s is not understood',
    (expression) => expect(() => readRate('Every', expression)).toThrow(/^Every: the schedule/),
  );
});

const poll = `
export const handler = async (event) => {
  console.log('fired ' + JSON.stringify(event));
  if (event.fail) throw new Error('no');
};`;

const invoke = (action = 'lambda:InvokeFunction'): JsonObject =>
  role(
    [
      { Effect: 'Allow', Action: action, Resource: arnOf('Poll') },
      { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('Dlq') },
    ],
    trust('scheduler.amazonaws.com'),
  );

const schedule = (more: JsonObject = {}, target: JsonObject = {}): JsonObject => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: {
    FlexibleTimeWindow: { Mode: 'OFF' },
    ScheduleExpression: 'rate(1 minute)',
    ScheduleExpressionTimezone: 'Etc/UTC',
    Target: {
      Arn: arnOf('Poll'),
      RoleArn: arnOf('Caller'),
      Input: '{"domain":"acme"}',
      DeadLetterConfig: { Arn: arnOf('Dlq') },
      RetryPolicy: { MaximumRetryAttempts: 2 },
      ...target,
    },
    ...more,
  },
});

const start = (resources: JsonObject, speed: number): Promise<Started> =>
  startCloud(
    {
      resources: {
        Role: role([{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('Dlq') }]),
        Poll: lambda('poll'),
        Dlq: queue(),
        Caller: invoke(),
        ...resources,
      },
      bundles: { poll },
    },
    { speed },
  );
const fired = ({ lines }: Started) => lines.filter((line) => line.includes('fired'));

describe('a schedule', () => {
  it('fires at once, and then as often as it says, by the speed factor', async () => {
    const from = Date.now();
    const cloud = await start({ Every: schedule() }, 300);
    await until('it fired at once', () => fired(cloud).length >= 1, { quietMs: 20_000 });
    await until('it fired five times', () => fired(cloud).length >= 5);
    expect(Date.now() - from).toBeGreaterThan(750);
    expect(fired(cloud)[0]).toBe('T-Poll: fired {"domain":"acme"}');
    expect(cloud.functions[0]?.counts.coldStarts).toBe(1);
    await cloud.stop();
    const { length } = fired(cloud);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(fired(cloud)).toHaveLength(length);
  });

  it('does not fire when it is disabled', async () => {
    const cloud = await start({ Every: schedule({ State: 'DISABLED' }) }, 600);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(fired(cloud)).toEqual([]);
  });

  it('puts what it may not hand over into its dead-letter queue', async () => {
    const cloud = await start({ Every: schedule(), Caller: invoke('lambda:GetFunction') }, 1);
    await until('it is parked', async () => (await cloud.queues())['T-Dlq']?.waiting === 1);
    expect(cloud.denied).toMatchObject([{ caller: 'Every', action: 'lambda:InvokeFunction' }]);
    expect(fired(cloud)).toEqual([]);
  });

  it('has Lambda try a failing event three times, and then give it where the function says', async () => {
    const cloud = await start(
      {
        Every: schedule({ ScheduleExpression: 'rate(1 day)' }, { Input: '{"fail":true}' }),
        Config: {
          Type: 'AWS::Lambda::EventInvokeConfig',
          Properties: {
            FunctionName: { Ref: 'Poll' },
            Qualifier: '$LATEST',
            DestinationConfig: { OnFailure: { Destination: arnOf('Dlq') } },
          },
        },
      },
      600,
    );
    await until('it is parked', async () => (await cloud.queues())['T-Dlq']?.waiting === 1);
    expect(fired(cloud)).toHaveLength(3);
  });

  it.each<[string, JsonObject, RegExp]>([
    ['expression', { Every: schedule({ ScheduleExpression: 'at(x)' }) }, /^Every: the schedule at\(x\)/],
    ['time zone', { Every: schedule({ ScheduleExpressionTimezone: 'Europe/Berlin' }) }, /^Every: .*Timezone/],
    ['target', { Every: schedule({}, { Arn: 'arn:aws:scheduler:::aws-sdk:x' }) }, /^Every: .*aws-sdk:x/],
    ['role', { Every: schedule(), Caller: role() }, /^Every: EventBridge Scheduler may not be the role/],
  ])('with an %s that is not understood stops', async (_, resources, message) => {
    await expect(start(resources, 1)).rejects.toThrow(message);
  });
});
