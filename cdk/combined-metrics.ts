import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';

/** The most metrics that CloudWatch accepts in one alarm. */
export const METRICS_PER_ALARM = 10;

/**
 * Below 1 as soon as one of them is 0 or missing. Also for a single metric: where data is missing, CloudWatch looks back
 * some periods, and as long as it finds enough there, it ignores what missing data should mean.
 */
export const productOf = (metrics: readonly cloudwatch.Metric[], period: Duration): cloudwatch.IMetric =>
  calculated(metrics, period, (ids) => ids.map((id) => `FILL(${id}, 0)`).join(' * '));

export const largestOf = (metrics: readonly cloudwatch.Metric[], period: Duration): cloudwatch.IMetric =>
  combined(metrics, period, (ids) => `MAX([${ids.join(', ')}])`);

/** The first metric, or 0 as soon as the second has any. Both must be written together. */
export const noneIf = (
  counted: cloudwatch.Metric,
  unless: cloudwatch.Metric,
  period: Duration,
): cloudwatch.IMetric => combined([counted, unless], period, ([m0, m1]) => `IF(${m1} > 0, 0, ${m0})`);

function combined(
  metrics: readonly cloudwatch.Metric[],
  period: Duration,
  expressionOf: (ids: readonly string[]) => string,
): cloudwatch.IMetric {
  const [only, ...others] = metrics;
  return only && others.length === 0 ? only : calculated(metrics, period, expressionOf);
}

function calculated(
  metrics: readonly cloudwatch.Metric[],
  period: Duration,
  expressionOf: (ids: readonly string[]) => string,
): cloudwatch.IMetric {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  return new cloudwatch.MathExpression({
    expression: expressionOf(Object.keys(usingMetrics)),
    usingMetrics,
    period,
  });
}
