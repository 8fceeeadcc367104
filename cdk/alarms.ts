import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { type Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  allDimensions,
  type DimensionsOf,
  METRIC_NAMESPACE,
  type MetricName,
  type SubjectOf,
} from '../lib/config/metrics.ts';

/** Each is a heading of docs/runbook.md, word for word. */
export type AlarmHeading =
  | 'Clicks are lost'
  | 'Deliveries are late'
  | 'Deliveries gave up'
  | 'Destination is closed'
  | 'Feed is behind'
  | 'Function fails'
  | 'Function is throttled'
  | 'Key refused'
  | 'No successful poll'
  | 'Reconciler is silent'
  | 'Requests are refused'
  | 'Requests are throttled'
  | 'Requests fail'
  | 'Schedule gave up'
  | 'Trail is not archived'
  | 'Trail was changed'
  | 'Verdicts fail';

export interface Watch {
  readonly heading: AlarmHeading;
  /** Which one of several, like a queue or a feed. */
  readonly subject: string;
  /** One sentence for the operator whom it wakes. */
  readonly meaning: string;
  readonly metric: cloudwatch.IMetric;
  readonly when: 'at least' | 'less than';
  readonly threshold: number;
  /** In how many of the last so many periods. */
  readonly datapoints?: readonly [number, number];
  /** No data is good news, unless it is the very thing that is watched for. */
  readonly missingIsBad?: boolean;
}

export interface AlarmsProps {
  /** Of the bridge. It begins every alarm's name, so that two bridges fit into one account. */
  readonly name: string;
  /** Where the runbook can be read. */
  readonly runbookUrl: string;
}

/** One topic for everything that is wrong with the bridge. */
export class Alarms extends Construct {
  readonly topic: sns.Topic;
  readonly #props: AlarmsProps;

  /** The name of the bridge, which is a dimension of all that its functions measure. */
  readonly bridge: string;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.#props = props;
    this.bridge = props.name;
    // Not encrypted with a key: CloudWatch may not use AWS's own key for SNS, and the alarms hold no secrets.
    this.topic = new sns.Topic(this, 'Topic', { enforceSSL: true });
    // A topic with a policy of its own has lost the default one, by which alarms were allowed to publish.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  /** Watches a metric. The alarm belongs to `scope`, next to what it watches. */
  watch(scope: Construct, id: string, watch: Watch): cloudwatch.Alarm {
    const { name, runbookUrl } = this.#props;
    const [datapoints, periods] = watch.datapoints ?? [1, 1];
    const alarm = new cloudwatch.Alarm(scope, id, {
      alarmName: `${name}: ${watch.heading} (${watch.subject})`,
      alarmDescription: `${watch.meaning} What to do: ${runbookUrl}#${anchorOf(watch.heading)}`,
      metric: watch.metric,
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
    const tell = new SnsAction(this.topic);
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    return alarm;
  }
}

/** The anchor that GitHub and most others give a heading. */
const anchorOf = (heading: AlarmHeading): string => heading.toLowerCase().replaceAll(' ', '-');

export type Statistic = 'Sum' | 'Maximum' | 'p50';

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
