import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { DimensionsOf, MetricName, SubjectOf } from '../lib/config/metrics.ts';
import { bridgeMetric, type Statistic } from './alarms.ts';

export const PERIOD = Duration.minutes(5);
/** The whole width of a dashboard, in CloudWatch's units. */
const WIDTH = 24;

/** Null when it has nothing to show. */
export type Chart = (width: number) => cloudwatch.IWidget | null;

/** Charts beside each other; one without anything to show leaves its place to the others. */
export function row(charts: readonly Chart[]): cloudwatch.IWidget[] {
  const width = WIDTH / charts.length;
  return charts.map((draw) => draw(width)).filter((widget) => widget !== null);
}

export const chart =
  (title: string, left: cloudwatch.IMetric[]): Chart =>
  (width) =>
    left.length === 0
      ? null
      : new cloudwatch.GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 } });

/** What functions say of themselves. */
export const measure = <Name extends MetricName>(
  bridge: string,
  metric: Name,
  dimensions: DimensionsOf<SubjectOf<Name>>,
  statistic: Statistic,
  label: string,
): cloudwatch.Metric => bridgeMetric(bridge, metric, dimensions, statistic, PERIOD).with({ label });

export const waiting = (queue: sqs.Queue, label: string): cloudwatch.Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD, label });

export const ageOf = (queue: sqs.Queue, label: string): cloudwatch.Metric =>
  queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: PERIOD, label });
