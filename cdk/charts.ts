import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import {
  type DimensionsOf,
  METRIC_NAMESPACE,
  METRICS,
  type MetricName,
  type MetricOf,
  type MetricSubject,
  type SubjectOf,
} from '../lib/config/metrics.ts';
import { bridgeMetric, type Statistic } from './alarms.ts';

export const PERIOD = Duration.minutes(5);
/** The whole width of a dashboard, in CloudWatch's units. */
const WIDTH = 24;

/** Null if it has nothing to show. */
export type Chart = (width: number) => cloudwatch.IWidget | null;

/** Charts side by side; one with nothing to show leaves its place to the others. */
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

/** A metric that the functions write. */
export const measure = <Name extends MetricName>(
  bridge: string,
  metric: Name,
  dimensions: DimensionsOf<SubjectOf<Name>>,
  statistic: Statistic,
  label: string,
): cloudwatch.Metric => bridgeMetric(bridge, metric, dimensions, statistic, PERIOD).with({ label });

/** How many lines a person can tell apart in one chart. */
const MOST_LINES = 20;

export interface Query<Subject extends MetricSubject> {
  readonly subject: Subject;
  readonly metric: MetricOf<Subject>;
  readonly take: 'SUM' | 'MAX' | 'AVG';
  /** Which ones to show, each as its own line. Without it: all of them as one line. */
  readonly show?: 'highest' | 'lowest';
  readonly label?: string;
}

/** The same for many domains, where one line each would be more than a dashboard supports. */
export function ask<Subject extends MetricSubject>(
  bridge: string,
  { subject, metric, take, show, label = '' }: Query<Subject>,
): cloudwatch.IMetric {
  const { dimensions } = METRICS[subject];
  const expression = [
    `SELECT ${take}(${String(metric)}) FROM SCHEMA("${METRIC_NAMESPACE}", Bridge, ${dimensions.join(', ')})`,
    `WHERE Bridge = '${bridge}'`,
    ...(show
      ? [
          `GROUP BY ${dimensions.join(', ')} ORDER BY ${take}() ${show === 'highest' ? 'DESC' : 'ASC'} LIMIT ${MOST_LINES}`,
        ]
      : []),
  ].join(' ');
  return new cloudwatch.MathExpression({ expression, label, period: PERIOD });
}

export const waiting = (queue: sqs.Queue, label: string): cloudwatch.Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD, label });

export const ageOf = (queue: sqs.Queue, label: string): cloudwatch.Metric =>
  queue.metricApproximateAgeOfOldestMessage({ statistic: 'Maximum', period: PERIOD, label });
