import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  allDimensions,
  type DimensionsOf,
  METRIC_NAMESPACE,
  type MetricName,
  type Monitoring,
  type SubjectOf,
} from '../lib/config/metrics.ts';
import type { RunbookHeading } from '../lib/config/runbook-headings.ts';
import { productOf } from './combined-metrics.ts';

export interface Watch {
  readonly heading: RunbookHeading;
  /** Which one of several, such as a queue or a feed. */
  readonly subject: string;
  /** One sentence for the operator who is woken up. */
  readonly meaning: string;
  readonly metric: cloudwatch.IMetric;
  readonly when: 'at least' | 'less than';
  readonly threshold: number;
  /** In how many of the last periods: `[3, 5]` is three of five. */
  readonly datapoints?: readonly [number, number];
  /** Missing data is good news, unless that is exactly what the alarm watches for. */
  readonly missingIsBad?: boolean;
}

export interface AlarmsProps {
  /** The name of the bridge. Every alarm's name begins with it, so that two bridges fit into one account. */
  readonly name: string;
  /** Where the runbook can be read. */
  readonly runbookUrl: string;
  readonly monitoring: Monitoring;
  /** Where alarms go, instead of a topic of the bridge. */
  readonly topic?: sns.ITopic | undefined;
}

/** Within this time the reconciler has run several times. The alarm also stays on this long after a short problem. */
const SILENT = Duration.minutes(5);

/** One topic for everything that is wrong with the bridge. */
export class Alarms extends Construct {
  /** Undefined where there are no alarms. */
  readonly topic: sns.ITopic | undefined;
  readonly #props: AlarmsProps;

  /** The name of the bridge, which is a dimension of all its metrics. */
  readonly bridge: string;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
    this.bridge = props.name;
    if (props.monitoring === 'none') return;
    // Not encrypted with a key: CloudWatch may not use AWS's own key for SNS, and the alarms contain no secrets.
    this.topic = props.topic ?? new sns.Topic(this, 'Topic', { enforceSSL: true });
    this.#letAlarmsPublish(this.topic);
    this.#watch(this, 'Unhealthy', {
      heading: 'Bridge is unhealthy',
      subject: 'all of it',
      meaning:
        'Something is wrong with the bridge, or nothing has looked at it for five minutes. The destination of ops says what it is, and the lines health in the log of the reconcile function.',
      // The minimum: several functions report that something is wrong, and only one that nothing is. One half is what
      // may pass by itself, for which nobody is called.
      metric: bridgeMetric(props.name, 'Healthy', {}, 'Minimum', SILENT),
      when: 'less than',
      threshold: 0.5,
      missingIsBad: true,
    });
  }

  /** Whether each possible problem has its own metrics and alarms. */
  get isFull(): boolean {
    return this.#props.monitoring === 'full';
  }

  /** Whether anything is measured at all. */
  get isMeasured(): boolean {
    return this.#props.monitoring !== 'none';
  }

  /** A topic with its own policy loses the default one, which allowed alarms to publish. */
  #letAlarmsPublish(topic: sns.ITopic): void {
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  /** Watches a metric, in full monitoring only. The alarm belongs to `scope`, next to what it watches. */
  watch(scope: Construct, id: string, watch: Watch): void {
    if (this.isFull) this.#watch(scope, id, watch);
  }

  #watch(scope: Construct, id: string, watch: Watch): void {
    const { name, runbookUrl } = this.#props;
    const [datapoints, periods] = watch.datapoints ?? [1, 1];
    const alarm = new cloudwatch.Alarm(scope, id, {
      alarmName: `${name}: ${watch.heading} (${watch.subject})`,
      alarmDescription: `${watch.meaning} What to do: ${runbookUrl}#${anchorOf(watch.heading)}`,
      metric: watch.missingIsBad ? filled(watch.metric) : watch.metric,
      comparisonOperator:
        watch.when === 'at least'
          ? cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD,
      threshold: watch.threshold,
      datapointsToAlarm: datapoints,
      evaluationPeriods: periods,
      treatMissingData: watch.missingIsBad
        ? cloudwatch.TreatMissingData.BREACHING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    if (!this.topic) return;
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
  }
}

/** Uses 0 where nothing was measured. */
const filled = (metric: cloudwatch.IMetric): cloudwatch.IMetric =>
  metric instanceof cloudwatch.Metric ? productOf([metric], metric.period) : metric;

/** The anchor that GitHub and most others give a heading. */
const anchorOf = (heading: RunbookHeading): string => heading.toLowerCase().replaceAll(' ', '-');

export type Statistic = 'Sum' | 'Maximum' | 'Minimum' | 'p50';

/** A metric that the functions of this bridge write into their logs. */
export const bridgeMetric = <Name extends MetricName>(
  bridge: string,
  metricName: Name,
  dimensions: DimensionsOf<SubjectOf<Name>>,
  statistic: Statistic,
  period: Duration,
): cloudwatch.Metric =>
  new cloudwatch.Metric({
    namespace: METRIC_NAMESPACE,
    metricName,
    dimensionsMap: allDimensions(bridge, dimensions),
    statistic,
    period,
  });
