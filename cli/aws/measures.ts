import { type CallQuery, elementIn } from './query-api.ts';

export interface Asked {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: 'Sum' | 'Maximum';
  readonly periodSeconds: number;
  /** How many whole periods, up to the last one that has ended. */
  readonly periods: number;
}

/** One period in which something was measured. CloudWatch leaves the others out. */
export interface Measured {
  /** When the period began. */
  readonly atMs: number;
  readonly value: number;
  /** As CloudWatch spells it: `Count`. */
  readonly unit: string;
}

/** Throws an AwsError. */
export async function readMeasured(call: CallQuery, asked: Asked, nowMs: number): Promise<Measured[]> {
  const { namespace, name, dimensions, statistic, periodSeconds, periods } = asked;
  const periodMs = periodSeconds * 1_000;
  const endMs = Math.floor(nowMs / periodMs) * periodMs;
  const xml = await call('monitoring', 'GetMetricStatistics', {
    Namespace: namespace,
    MetricName: name,
    'Statistics.member.1': statistic,
    Period: String(periodSeconds),
    StartTime: new Date(endMs - periods * periodMs).toISOString(),
    EndTime: new Date(endMs).toISOString(),
    ...Object.fromEntries(
      Object.entries(dimensions).flatMap(([key, value], index) => [
        [`Dimensions.member.${index + 1}.Name`, key],
        [`Dimensions.member.${index + 1}.Value`, value],
      ]),
    ),
  });
  return membersIn(xml, 'Datapoints').map((one) => ({
    atMs: Date.parse(elementIn(one, 'Timestamp') ?? ''),
    value: Number(elementIn(one, statistic)),
    unit: elementIn(one, 'Unit') ?? '',
  }));
}

export interface AlarmState {
  /** As CloudWatch spells it: `INSUFFICIENT_DATA`. */
  readonly state: string;
  /** What it computes from its metrics; empty if it watches one. */
  readonly expression: string;
}

/** Throws an AwsError. */
export async function readAlarms(call: CallQuery, AlarmNamePrefix: string): Promise<AlarmState[]> {
  const xml = await call('monitoring', 'DescribeAlarms', { AlarmNamePrefix, MaxRecords: '100' });
  return membersIn(xml, 'MetricAlarms').map((one) => ({
    state: elementIn(one, 'StateValue') ?? '',
    expression: elementIn(one, 'Expression') ?? '',
  }));
}

/** The members of a list, without those of the lists in them. */
export function membersIn(xml: string, list: string): string[] {
  const [, inside = ''] = new RegExp(`<${list}>([^]*)</${list}>`).exec(xml) ?? [];
  const members: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: tag, index } of inside.matchAll(/<\/?member>/g)) {
    if (tag === '<member>') {
      if (depth === 0) from = index + tag.length;
      depth++;
    } else {
      depth--;
      if (depth === 0) members.push(inside.slice(from, index));
    }
  }
  return members;
}
