import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything, least, type Synthesized, synthesize, written } from './synthesized.ts';

let stack: Synthesized;
let slow: Synthesized;
beforeAll(async () => {
  stack = await synthesize(everything);
  slow = await synthesize(least({ poll: { every: '1h', feeds: ['cases'] } }));
}, 120_000);
afterAll(() => Promise.all([stack.remove(), slow.remove()]));

interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly AlarmActions: unknown[];
  readonly OKActions: unknown[];
  readonly MetricName?: string;
  readonly Period: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm: number;
  readonly TreatMissingData: string;
  readonly Threshold: number;
  readonly Dimensions?: { Name: string; Value: unknown }[];
  readonly Metrics?: object[];
}

const alarmsOf = (from: Synthesized): Alarm[] =>
  from.all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties as unknown as Alarm);

/** `posture-bridge: Feed is behind (acme cases)` */
const NAME = /^posture-bridge: (?<heading>[^()]+) \((?<subject>[^()]+)\)$/;
const headingOf = ({ AlarmName }: Alarm): string => NAME.exec(AlarmName)?.groups?.heading ?? AlarmName;
const named = (from: Synthesized, name: string): Alarm | undefined =>
  alarmsOf(from).find(({ AlarmName }) => AlarmName === `posture-bridge: ${name}`);

const runbook = readFileSync('docs/runbook.md', 'utf8');
const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

describe('alarms', () => {
  it('each have a section in the runbook, and each section an alarm', () => {
    expect([...new Set(alarmsOf(stack).map(headingOf))].toSorted()).toEqual(headings.toSorted());
  });

  it('lead to their section', () => {
    for (const alarm of alarmsOf(stack)) {
      const anchor = headingOf(alarm).toLowerCase().replaceAll(' ', '-');
      expect(alarm.AlarmDescription, alarm.AlarmName).toMatch(new RegExp(`docs/runbook\\.md#${anchor}$`));
    }
  });

  it('have names of their own', () => {
    const names = alarmsOf(stack).map(({ AlarmName }) => AlarmName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(NAME);
  });

  it('all tell the one topic, when it begins and when it is over', () => {
    const [[topic] = []] = stack.all('AWS::SNS::Topic');
    expect(stack.all('AWS::SNS::Topic')).toHaveLength(1);
    for (const { AlarmName, AlarmActions, OKActions } of alarmsOf(stack)) {
      expect([AlarmActions, OKActions], AlarmName).toEqual([[{ Ref: topic }], [{ Ref: topic }]]);
    }
    expect(stack.template.Outputs.AlarmTopicArn?.Value).toEqual({ Ref: topic });
  });

  it('are allowed to tell the topic, over TLS', () => {
    const [[, policy] = []] = stack.all('AWS::SNS::TopicPolicy');
    expect(policy?.Properties.PolicyDocument).toMatchObject({
      Statement: expect.arrayContaining([
        expect.objectContaining({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sns:Publish',
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      ]),
    });
  });

  it('watch every dead-letter queue', () => {
    const watched = alarmsOf(stack)
      .filter(({ MetricName }) => MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(({ Dimensions = [] }) => written(Dimensions[0]?.Value).replace(/^<|\.QueueName>$/g, ''));
    const deadLetters = stack
      .all('AWS::SQS::Queue')
      .filter(([, { Properties }]) => !Properties.RedrivePolicy);
    expect(watched.toSorted()).toEqual(deadLetters.map(([name]) => name).toSorted());
  });

  it('watch the errors and throttles of every function', () => {
    for (const [name] of stack.all('AWS::Lambda::Function')) {
      const metrics = alarmsOf(stack)
        .filter(({ Dimensions = [] }) => Dimensions.some(({ Value }) => written(Value) === `<${name}>`))
        .map(({ MetricName }) => MetricName);
      expect(metrics.toSorted(), name).toEqual(['Errors', 'Throttles']);
    }
  });

  it('watch every feed of every domain, and every key', () => {
    for (const domain of ['acme', 'zeta']) {
      for (const feed of ['cases', 'threats']) {
        const dimensions = [
          { Name: 'Domain', Value: domain },
          { Name: 'Feed', Value: feed },
        ];
        expect(named(stack, `Feed is behind (${domain} ${feed})`)).toMatchObject({ Dimensions: dimensions });
        expect(named(stack, `No successful poll (${domain} ${feed})`)).toMatchObject({
          Dimensions: dimensions,
        });
      }
      expect(named(stack, `Key refused (${domain})`)?.Metrics).toHaveLength(3);
    }
  });

  it('take silence as bad news where polls should succeed, and nowhere else', () => {
    for (const alarm of alarmsOf(stack)) {
      const expected = headingOf(alarm) === 'No successful poll' ? 'breaching' : 'notBreaching';
      expect(alarm.TreatMissingData, alarm.AlarmName).toBe(expected);
    }
    const { Period = 0, EvaluationPeriods = 0 } = named(stack, 'No successful poll (acme cases)') ?? {};
    expect(Period * EvaluationPeriods).toBe(10 * 60);
  });

  it('wait longer where feeds are polled less often', () => {
    expect(named(slow, 'No successful poll (acme cases)')).toMatchObject({
      Period: 3_600,
      EvaluationPeriods: 2,
    });
    expect(named(slow, 'Feed is behind (acme cases)')).toMatchObject({ Period: 3_600, Threshold: 75 * 60 });
    expect(named(slow, 'Key refused (acme)')).toMatchObject({ MetricName: 'Unauthorized', Period: 7_200 });
  });

  it('have a period and a span that CloudWatch accepts', () => {
    for (const { AlarmName, Period, EvaluationPeriods, Metrics } of [...alarmsOf(stack), ...alarmsOf(slow)]) {
      if (Metrics) continue;
      expect(Period % 60, AlarmName).toBe(0);
      // A day for periods below an hour, seven days for longer ones.
      expect(Period * EvaluationPeriods, AlarmName).toBeLessThanOrEqual(24 * 60 * 60);
    }
  });
});

describe('the dashboard', () => {
  it('shows feeds, lag, queues, dead letters and requests of every domain', () => {
    const [[, dashboard] = []] = stack.all('AWS::CloudWatch::Dashboard');
    const body = JSON.parse(written(dashboard?.Properties.DashboardBody)) as {
      widgets: { properties: { title: string; metrics: unknown[][] } }[];
    };
    const lines = Object.fromEntries(
      body.widgets.map(({ properties }) => [properties.title.split(':')[0], properties.metrics.length]),
    );
    expect(lines).toEqual({ Feeds: 4, Queues: 3, 'Dead letters': 4, API: 4, 'Poll function': 2 });
  });
});
