import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { bridgeMetric } from './alarms.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import { dimensionsOf, feedsOf } from './feed-alarms.ts';
import type { Poller } from './poller.ts';

export interface DashboardProps {
  readonly name: string;
  readonly config: BridgeConfig;
  readonly queues: DeliveryQueues;
  readonly poller: Poller;
}

const PERIOD = Duration.minutes(5);
/** The whole width of a dashboard, in CloudWatch's units. */
const WIDTH = 24;

/** What an operator looks at first: whether items come in, whether they go out, and what it takes of the budget. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { name, config, queues, poller }: DashboardProps) {
    super(scope, id);
    const perFeed = (metric: string, statistic: 'Sum' | 'Maximum') =>
      feedsOf(config).map((feed) =>
        bridgeMetric(metric, dimensionsOf(feed), statistic, PERIOD).with({
          label: `${feed.domain} ${feed.feed}`,
        }),
      );
    const { lambda } = poller.function;
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: name,
      defaultInterval: Duration.hours(12),
      widgets: [
        row(
          chart('Feeds: items announced', perFeed('ItemsAnnounced', 'Sum')),
          chart('Feeds: seconds behind', perFeed('FeedLag', 'Maximum')),
          chart('Feeds: successful polls', perFeed('PollSucceeded', 'Sum')),
        ),
        row(
          chart(
            'Queues: messages waiting',
            queues.all.map(({ queue, subject }) => waiting(queue, subject)),
          ),
          chart(
            'Queues: age of the oldest, in seconds',
            queues.all.map(({ queue, subject }) =>
              queue.metricApproximateAgeOfOldestMessage({
                statistic: 'Maximum',
                period: PERIOD,
                label: subject,
              }),
            ),
          ),
          chart('Dead letters', [
            ...queues.all.map(({ deadLetters, subject }) => waiting(deadLetters, subject)),
            waiting(poller.deadLetters, 'poll schedules'),
          ]),
        ),
        row(
          chart('API: requests in 5 minutes (of 5,000 reads a key)', perFeed('ApiRequests', 'Sum')),
          chart('API: polls that failed', perFeed('PollFailed', 'Sum')),
          chart('Poll function: errors and throttles', [
            lambda.metricErrors({ period: PERIOD }),
            lambda.metricThrottles({ period: PERIOD }),
          ]),
        ),
      ],
    });
  }
}

/** Charts beside each other; one without anything to show leaves its place to the others. */
function row(...charts: ((width: number) => cloudwatch.IWidget | null)[]): cloudwatch.IWidget[] {
  const width = WIDTH / charts.length;
  return charts.map((draw) => draw(width)).filter((widget) => widget !== null);
}

const chart =
  (title: string, left: cloudwatch.IMetric[]) =>
  (width: number): cloudwatch.IWidget | null =>
    left.length === 0
      ? null
      : new cloudwatch.GraphWidget({ title, left, width, height: 6, leftYAxis: { min: 0 } });

const waiting = (queue: sqs.Queue, label: string): cloudwatch.Metric =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: PERIOD, label });
