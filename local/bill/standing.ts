import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { readRate } from '../cloud/schedules.ts';
import type { StackTemplate } from '../cloud/template.ts';
import { ASSUMED } from './assumptions.ts';
import type { Used } from './usage.ts';

const MINUTES = ASSUMED.monthHours * 60;
/** Empty receives in a month, for each long poll that an event source makes at once. */
const RECEIVES = (MINUTES * 60) / ASSUMED.longPollSeconds;

/** What a month costs because it exists, according to the template: nothing has to happen. */
export function standingUse(template: StackTemplate, config: BridgeConfig): Used[] {
  return [
    ...alarms(template),
    ...count(template, 'AWS::CloudWatch::CompositeAlarm', 'compositeAlarms'),
    ...count(template, 'AWS::CloudWatch::Dashboard', 'dashboards'),
    ...count(template, 'AWS::KMS::Key', 'keys'),
    ...eventSources(template),
    ...schedules(template),
    ...keyRequests(template, config),
    ...secrets(config),
  ];
}

interface Alarm {
  readonly AlarmName?: string;
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
}

/** By their headings: `posture-bridge: Feed is behind (acme)` counts as `Feed is behind`. */
function alarms({ resources }: StackTemplate): Used[] {
  return resources
    .filter(({ type }) => type === 'AWS::CloudWatch::Alarm')
    .map(({ properties, logicalId }) => {
      const { AlarmName = logicalId, Metrics } = properties as Alarm;
      const watched = Metrics ? Metrics.filter(({ MetricStat }) => MetricStat).length : 1;
      return { part: 'alarmMetrics', of: AlarmName.replace(/^[^:]*: /, ''), amount: watched };
    });
}

const count = ({ resources }: StackTemplate, of: string, part: Used['part']): Used[] => {
  const amount = resources.filter(({ type }) => type === of).length;
  return amount === 0 ? [] : [{ part, of: 'the stack', amount }];
};

function eventSources(template: StackTemplate): Used[] {
  const queues = template.of('AWS::SQS::Queue');
  return template.of('AWS::Lambda::EventSourceMapping').flatMap(({ properties }): Used[] => {
    const { EventSourceArn, Enabled, ScalingConfig } = properties;
    if (Enabled === false) return [];
    const queue = queues.find(({ identity }) => identity.attributes.Arn === EventSourceArn);
    const fifo = queue?.properties.FifoQueue ?? false;
    const pollers = fifo || ScalingConfig ? ASSUMED.pollersOfSource : ASSUMED.pollersOfUnlimitedSource;
    const part = fifo ? 'queueRequestsFifo' : 'queueRequestsStandard';
    return [{ part, of: 'empty receives', amount: RECEIVES * pollers }];
  });
}

const schedules = (template: StackTemplate): Used[] =>
  template.of('AWS::Scheduler::Schedule').flatMap(({ logicalId, properties }): Used[] => {
    if (properties.State === 'DISABLED') return [];
    const everyMinutes = readRate(logicalId, properties.ScheduleExpression) / 60_000;
    return [{ part: 'schedules', of: 'the stack', amount: MINUTES / everyMinutes }];
  });

function keyRequests(template: StackTemplate, { encryption }: BridgeConfig): Used[] {
  if (!encryption) return [];
  const functions = template.of('AWS::Lambda::Function').length;
  const amount = functions * ASSUMED.keyRequestsOfFunctionAnHour * ASSUMED.monthHours;
  return [{ part: 'keyRequests', of: 'the functions', amount }];
}

/** They are in no template: the configuration names them. */
function secrets(config: BridgeConfig): Used[] {
  const names = new Set(
    [...JSON.stringify(config).matchAll(/"secretsmanager:([^"#]+)/g)].map(([, name]) => name),
  );
  return names.size === 0 ? [] : [{ part: 'secrets', of: 'the configuration', amount: names.size }];
}
