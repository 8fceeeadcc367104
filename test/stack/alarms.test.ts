import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNBOOK_HEADINGS } from '../../lib/config/runbook-headings.ts';
import { goingOff } from './alarm-model.ts';
import { drawUp, everything, least, type Synthesized, written } from './synthesized.ts';

let stack: Synthesized;
let slow: Synthesized;
beforeAll(async () => {
  stack = await drawUp({ ...everything, monitoring: 'full' });
  slow = await drawUp(least({ monitoring: 'full', poll: { every: '1h', feeds: ['cases'] } }));
});
afterAll(() => Promise.all([stack.remove(), slow.remove()]));

interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly AlarmActions: unknown[];
  readonly OKActions: unknown[];
  readonly MetricName?: string;
  readonly Statistic?: string;
  readonly Period: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm: number;
  readonly TreatMissingData: string;
  readonly Threshold: number;
  readonly Dimensions?: { Name: string; Value: unknown }[];
  readonly Metrics?: object[];
}

/** In every metric of the bridge's own. */
const BRIDGE = { Name: 'Bridge', Value: 'posture-bridge' };

const alarmsOf = (from: Synthesized): Alarm[] =>
  from.all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => flat(Properties as unknown as Alarm));

/** One that fills what is missing, as if it watched its metric itself. */
function flat(alarm: Alarm): Alarm {
  const { Metrics = [], ...rest } = alarm;
  const isFilled = Metrics.some((one) => 'Expression' in one && one.Expression === 'FILL(m0, 0)');
  const [stat] = Metrics.flatMap((one) => ('MetricStat' in one ? [one.MetricStat as Stat] : []));
  if (!isFilled || !stat) return alarm;
  const { Metric, Period, Stat: Statistic } = stat;
  return { ...rest, ...Metric, Period, Statistic };
}

interface Stat {
  readonly Metric: Pick<Alarm, 'MetricName' | 'Dimensions'>;
  readonly Period: number;
  readonly Stat: string;
}

/** `posture-bridge: Feed is behind (acme cases)` */
const NAME = /^posture-bridge: (?<heading>[^()]+) \((?<subject>[^()]+)\)$/;
const headingOf = ({ AlarmName }: Alarm): string => NAME.exec(AlarmName)?.groups?.heading ?? AlarmName;
const named = (from: Synthesized, name: string): Alarm | undefined =>
  alarmsOf(from).find(({ AlarmName }) => AlarmName === `posture-bridge: ${name}`);

const runbook = readFileSync('docs/runbook.md', 'utf8');
const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

describe('alarms', () => {
  it('each have a section in the runbook, and each section an alarm', () => {
    expect(headings.toSorted()).toEqual(RUNBOOK_HEADINGS.toSorted());
    const alarms = new Set(alarmsOf(stack).map(headingOf));
    // AWS measures nothing of these: only the reconciler sees them.
    expect(headings.filter((heading) => !alarms.has(heading)).toSorted()).toEqual([
      'Canary does not come back',
      'Request budget is used up',
    ]);
    expect([...alarms].filter((heading) => !headings.includes(heading))).toEqual([]);
  });

  it('say in the runbook what each of them is in lean', () => {
    const [, table = ''] = runbook.split('### What each setting notices');
    const rows = [...table.slice(0, table.indexOf('\n## ')).matchAll(/^\| \*([^*]+)\*/gm)].map(
      ([, name]) => name,
    );
    expect(rows.toSorted()).toEqual(RUNBOOK_HEADINGS.toSorted());
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
      .filter(([name, { Properties }]) => !Properties.RedrivePolicy && !name.includes('Ticks'));
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

  it('notice every request of any chat that fails, whoever answered it', () => {
    const [[api] = []] = stack.all('AWS::ApiGatewayV2::Api');
    expect(named(stack, 'Requests fail (slack and teams and systems)')).toMatchObject({
      MetricName: '5xx',
      Statistic: 'Sum',
      Dimensions: [{ Name: 'ApiId', Value: { Ref: api } }],
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it('notice every request that is more than API Gateway lets through, because it may be a click', () => {
    expect(named(stack, 'Requests are throttled (slack and teams and systems)')).toMatchObject({
      MetricName: 'RequestsThrottled',
      Statistic: 'Sum',
      Dimensions: [BRIDGE],
      Period: 300,
      Threshold: 1,
      EvaluationPeriods: 1,
    });
  });

  it('watch the age of every queue that somebody reads from, but of ticks, which are dropped when they are late', () => {
    const watched = alarmsOf(stack)
      .filter(({ MetricName }) => MetricName === 'ApproximateAgeOfOldestMessage')
      .map(({ Dimensions = [] }) => written(Dimensions[0]?.Value).replace(/\.QueueName>$/, '.Arn>'));
    const consumed = stack
      .all('AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => written(Properties.EventSourceArn));
    const ticks = consumed.filter((queue) => queue.includes('Ticks'));
    expect(ticks).toHaveLength(1);
    expect([...watched, ...ticks].toSorted()).toEqual(consumed.toSorted());
  });

  it('watch verdicts that fail, in every domain, and those that are tried again and again', () => {
    for (const domain of ['acme', 'zeta']) {
      expect(named(stack, `Verdicts fail (${domain})`)).toMatchObject({
        MetricName: 'VerdictFailed',
        Dimensions: [BRIDGE, { Name: 'Domain', Value: domain }],
        Threshold: 1,
      });
    }
    expect(named(stack, 'Verdicts fail (again and again)')).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesNotVisible',
      Statistic: 'Minimum',
      DatapointsToAlarm: 6,
      EvaluationPeriods: 6,
    });
  });

  it.each([
    ['slack', 'its signing secret'],
    ['teams', 'the bot, its tenant or its cloud'],
  ])(
    'notice by the few clicks of a small team that %s is set up wrongly, and say what it may be',
    (chat, what) => {
      const alarm = named(stack, `Requests are refused (${chat})`);
      expect(alarm).toMatchObject({ Threshold: 3, EvaluationPeriods: 1 });
      const [expression, disputed, taken] = (alarm?.Metrics ?? []) as Record<string, unknown>[];
      expect(expression).toMatchObject({ Expression: 'IF(m1 > 0, 0, m0)' });
      const Dimensions = [BRIDGE, { Name: 'Surface', Value: chat }];
      expect([disputed, taken]).toMatchObject([
        { MetricStat: { Metric: { MetricName: 'RequestsDisputed', Dimensions }, Period: 900, Stat: 'Sum' } },
        { MetricStat: { Metric: { MetricName: 'RequestsTaken', Dimensions }, Period: 900, Stat: 'Sum' } },
      ]);
      expect(alarm?.AlarmDescription).toContain(what);
    },
  );

  it.each<[string, Record<string, number>, number]>([
    ['the few clicks of a team with a wrong secret', { RequestsDisputed: 3, RequestsTaken: 0 }, 2],
    ['strangers without a signature', { RequestsRefused: 450_000, RequestsDisputed: 0, RequestsTaken: 0 }, 0],
    ['strangers who know the workspace, while people click', { RequestsDisputed: 90, RequestsTaken: 1 }, 0],
    ['people who click', { RequestsDisputed: 0, RequestsTaken: 40 }, 0],
    ['nobody', {}, 0],
  ])('that requests are refused: %s', (_, said, count) => {
    const on = goingOff(stack, (name) => said[name]).filter(({ AlarmName }) =>
      AlarmName.includes('refused ('),
    );
    expect(on.filter(({ AlarmName }) => AlarmName.includes('Requests'))).toHaveLength(count);
  });

  it.each(['slack', 'teams'])(
    'notice every click that could not be queued, which %s is not told of',
    (chat) => {
      expect(named(stack, `Clicks are lost (${chat})`)).toMatchObject({
        MetricName: 'ClicksLost',
        Statistic: 'Sum',
        Dimensions: [BRIDGE, { Name: 'Surface', Value: chat }],
        Period: 300,
        Threshold: 1,
        EvaluationPeriods: 1,
      });
    },
  );

  it('are only for what the configuration has', () => {
    const names = alarmsOf(slow).map(({ AlarmName }) => AlarmName);
    expect(names.filter((name) => /slack|teams|verdict|action|requests|clicks|late/i.test(name))).toEqual([
      'posture-bridge: Deliveries are late (webhook deliveries)',
    ]);
  });

  it('watch every feed of every domain, and every key', () => {
    for (const domain of ['acme', 'zeta']) {
      for (const feed of ['cases', 'threats']) {
        const dimensions = [BRIDGE, { Name: 'Domain', Value: domain }, { Name: 'Feed', Value: feed }];
        expect(named(stack, `Feed is behind (${domain} ${feed})`)).toMatchObject({ Dimensions: dimensions });
        expect(named(stack, `No successful poll (${domain} ${feed})`)).toMatchObject({
          Dimensions: dimensions,
        });
      }
      expect(named(stack, `Key refused (${domain})`)?.Metrics).toHaveLength(3);
    }
  });

  it('take silence as bad news of polls, of the reconciler and of the archived trail, and nowhere else', () => {
    const silences = [
      'Bridge is unhealthy',
      'No successful poll',
      'Reconciler is silent',
      'Trail is not archived',
    ];
    for (const alarm of alarmsOf(stack)) {
      const expected = silences.includes(headingOf(alarm)) ? 'breaching' : 'notBreaching';
      expect(alarm.TreatMissingData, alarm.AlarmName).toBe(expected);
    }
    // Otherwise CloudWatch would judge by older data for some periods more.
    for (const [, { Properties }] of stack.all('AWS::CloudWatch::Alarm')) {
      const isFilled = JSON.stringify(Properties.Metrics ?? []).includes('FILL(m0, 0)');
      expect(isFilled, String(Properties.AlarmName)).toBe(Properties.TreatMissingData === 'breaching');
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

describe('lean monitoring', () => {
  let lean: Synthesized;
  let none: Synthesized;
  beforeAll(async () => {
    lean = await drawUp(everything);
    none = await drawUp({ ...everything, monitoring: 'none' });
  });
  afterAll(() => Promise.all([lean.remove(), none.remove()]));

  it('is one alarm, which takes silence as bad news and says where to read what is wrong', () => {
    expect(alarmsOf(lean)).toMatchObject([
      {
        AlarmName: 'posture-bridge: Bridge is unhealthy (all of it)',
        AlarmDescription: expect.stringMatching(
          /lines health in the log of the reconcile function.*#bridge-is-unhealthy$/,
        ),
        MetricName: 'Healthy',
        Statistic: 'Minimum',
        Dimensions: [BRIDGE],
        Period: 300,
        EvaluationPeriods: 1,
        Threshold: 0.5,
        TreatMissingData: 'breaching',
      },
    ]);
    expect(lean.all('AWS::CloudWatch::Dashboard')).toEqual([]);
  });

  it('goes off when the bridge is not healthy, and when nobody says how it is', () => {
    expect(goingOff(lean, () => 1)).toEqual([]);
    expect(goingOff(lean, () => 0)).toHaveLength(1);
    expect(goingOff(lean, () => undefined)).toHaveLength(1);
  });

  it('counts what API Gateway refuses or fails with into the same metric, and no other', () => {
    const filters = lean.all('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
    expect(filters).toMatchObject([
      { FilterPattern: expect.stringContaining('"429"') },
      { FilterPattern: expect.stringContaining('"5*"') },
    ]);
    for (const { MetricTransformations } of filters) {
      expect(MetricTransformations).toMatchObject([
        // In the unit of the functions: CloudWatch keeps numbers of different units apart.
        {
          MetricName: 'Healthy',
          MetricValue: '0',
          Unit: 'Count',
          Dimensions: [{ Key: 'Bridge', Value: '$.bridge' }],
        },
      ]);
    }
  });

  it('is nothing at all with none', () => {
    const types = ['Alarm', 'Dashboard'].map((type) => `AWS::CloudWatch::${type}`);
    for (const type of [...types, 'AWS::Logs::MetricFilter', 'AWS::SNS::Topic', 'AWS::SNS::TopicPolicy']) {
      expect(none.all(type), type).toEqual([]);
    }
    expect(none.template.Outputs.AlarmTopicArn).toBeUndefined();
  });
});

describe('the dashboard', () => {
  interface Widget {
    readonly width: number;
    readonly properties: { readonly title: string; readonly metrics: unknown[][] };
  }
  const widgetsOf = (from: Synthesized): Widget[] => {
    const [[, dashboard] = []] = from.all('AWS::CloudWatch::Dashboard');
    return (JSON.parse(written(dashboard?.Properties.DashboardBody)) as { widgets: Widget[] }).widgets;
  };
  /** How many lines each chart has. */
  const linesOf = (from: Synthesized): Record<string, number> =>
    Object.fromEntries(
      widgetsOf(from).map(({ properties: { title, metrics } }) => [
        title.replace(/, in .*| in \d.*| \(.*/, ''),
        metrics.length,
      ]),
    );

  it('shows everything that the configuration has', () => {
    expect(linesOf(stack)).toEqual({
      'Feeds: items announced': 4,
      'Feeds: seconds behind': 4,
      'Feeds: successful polls': 4,
      'Deliveries to slack': 4,
      'Time until it is in slack': 2,
      'Deliveries to teams': 4,
      'Time until it is in teams': 2,
      Verdicts: 6,
      'Time from a case to its verdict': 2,
      'Requests of chats': 9,
      'Slowest answer to a chat': 1,
      'Queues: messages waiting': 4,
      'Queues: age of the oldest': 4,
      'Dead letters': 4,
      'API: requests': 4,
      'API: polls that failed': 4,
      'Functions: errors': 8,
      'Functions: throttles': 8,
    });
  });

  it('shows nothing else', () => {
    expect(linesOf(slow)).toEqual({
      'Feeds: items announced': 1,
      'Feeds: seconds behind': 1,
      'Feeds: successful polls': 1,
      'Dead letters': 1,
      'Queues: age of the oldest': 1,
      'Queues: messages waiting': 1,
      'API: requests': 1,
      'API: polls that failed': 1,
      'Functions: errors': 3,
      'Functions: throttles': 3,
    });
  });

  it('shows what functions say with the dimensions that they say it with', () => {
    const own = widgetsOf(stack)
      .flatMap(({ properties }) => properties.metrics)
      .filter(([namespace]) => namespace === 'PostureBridge');
    const dimensions = new Set(
      own.map((metric) =>
        metric.filter((_, at) => at >= 2 && at % 2 === 0 && typeof metric[at] === 'string').join(' '),
      ),
    );
    expect([...dimensions].toSorted()).toEqual([
      'Bridge',
      'Bridge Domain',
      'Bridge Domain Feed',
      'Bridge Surface',
    ]);
  });
});
