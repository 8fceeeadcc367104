import type { Synthesized } from './synthesized.ts';

interface Stat {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions: { Name: string; Value: unknown }[];
  };
  readonly Period: number;
}

export interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription: string;
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Period?: number;
  readonly EvaluationPeriods: number;
  readonly TreatMissingData: string;
  readonly ComparisonOperator: string;
  readonly Threshold: number;
  readonly Dimensions?: Stat['Metric']['Dimensions'];
  readonly Metrics?: readonly { Id: string; Expression?: string; MetricStat?: Stat }[];
}

/** One value for each period, the same in all; undefined where nobody writes the metric. */
export type ReadMetric = (name: string, dimensions: Readonly<Record<string, unknown>>) => number | undefined;

export const alarmsIn = (from: Synthesized): Alarm[] =>
  from.all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties as unknown as Alarm);

/** The alarms on the bridge's own metrics that go off when the metrics stay like this. */
export const goingOff = (from: Synthesized, read: ReadMetric): Alarm[] =>
  alarmsIn(from).filter(
    (alarm) => statsOf(alarm)[0]?.Metric.Namespace === 'PostureBridge' && isBreached(alarm, read),
  );

/** How long that takes. */
export const secondsUntil = (alarm: Alarm): number =>
  (statsOf(alarm)[0]?.Period ?? 0) * alarm.EvaluationPeriods;

export function statsOf(alarm: Alarm): Stat[] {
  if (alarm.Metrics) return alarm.Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const { Namespace = '', MetricName = '', Dimensions = [], Period = 0 } = alarm;
  return [{ Metric: { Namespace, MetricName, Dimensions }, Period }];
}

function isBreached(alarm: Alarm, read: ReadMetric): boolean {
  const value = calculate(alarm, read);
  if (value === undefined) return alarm.TreatMissingData === 'breaching';
  return alarm.ComparisonOperator === 'LessThanThreshold'
    ? value < alarm.Threshold
    : value >= alarm.Threshold;
}

/** As CloudWatch calculates: an operator needs both sides, and `MAX` takes what is there. */
function calculate(alarm: Alarm, read: ReadMetric): number | undefined {
  const values = statsOf(alarm).map(({ Metric: { MetricName, Dimensions } }) =>
    read(MetricName, Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]))),
  );
  const expression = alarm.Metrics?.find(({ Expression }) => Expression)?.Expression;
  if (expression === undefined) return values[0];
  const ids = values.map((_, index) => `m${index}`);
  const there = values.filter((value) => value !== undefined);
  if (expression === `MAX([${ids.join(', ')}])`) return there.length > 0 ? Math.max(...there) : undefined;
  if (expression === ids.map((id) => `FILL(${id}, 0)`).join(' * ')) {
    return values.reduce<number>((product, value = 0) => product * value, 1);
  }
  if (expression === 'IF(m1 > 0, 0, m0)') {
    const [counted, unless] = values;
    return counted === undefined || unless === undefined ? undefined : unless > 0 ? 0 : counted;
  }
  throw new Error(`not known here: ${expression}`);
}
