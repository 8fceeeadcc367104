import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../local/cloud/json.ts';
import { lambda, queue, role, startCloud, until } from './harness.ts';

const emit = `
export const handler = async () => console.log(JSON.stringify({
  _aws: { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: 'Bridge', Dimensions: [['Domain']], Metrics: [{ Name: 'Lag', Unit: 'Seconds' }, { Name: 'Unset' }] }] },
  Domain: 'acme', Lag: 3,
}));`;

const alarm = (properties: JsonObject): JsonObject => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: properties,
});
const on = (Namespace: string, MetricName: string, Name: string, Value: string | JsonObject): JsonObject => ({
  Namespace,
  MetricName,
  Dimensions: [{ Name, Value }],
});
const math = (Expression: string): JsonObject => ({
  Metrics: [
    { Id: 'total', Expression },
    { Id: 'lag', MetricStat: { Metric: on('Bridge', 'Lag', 'Domain', 'acme'), Period: 60, Stat: 'Max' } },
  ],
});

it('finds alarms on what nobody emits and on what is not there', async () => {
  const cloud = await startCloud({
    resources: {
      Role: role(),
      Queue: queue(),
      Emit: lambda('emit'),
      Good: alarm(on('Bridge', 'Lag', 'Domain', 'acme')),
      GoodMath: alarm(math('FILL(lag, REPEAT) * 100 + IF(lag > 5, 1, 0)')),
      GoodErrors: alarm(on('AWS/Lambda', 'Errors', 'FunctionName', { Ref: 'Emit' })),
      GoodDepth: alarm(
        on('AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', {
          'Fn::GetAtt': ['Queue', 'QueueName'],
        }),
      ),
      BadDomain: alarm(on('Bridge', 'Lag', 'Domain', 'other')),
      BadDimension: alarm(on('Bridge', 'Lag', 'Feed', 'acme')),
      BadName: alarm(on('Bridge', 'Unset', 'Domain', 'acme')),
      BadQueue: alarm(on('AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', { Ref: 'Queue' })),
      BadMath: alarm(math('lags * 2')),
    },
    bundles: { emit },
  });
  expect(cloud.alarmProblems().map(({ logicalId }) => logicalId)).toContain('Good');
  await cloud.invoke('Emit', {});
  await until('it was emitted', () => cloud.alarmProblems().length === 5);
  expect(cloud.alarmProblems().map(({ logicalId }) => logicalId)).toEqual([
    'BadDomain',
    'BadDimension',
    'BadName',
    'BadQueue',
    'BadMath',
  ]);
});
