import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { MetricOf } from '../lib/config/metrics.ts';
import type { ActionEndpoint } from './action-endpoint.ts';
import type { BridgeFunction } from './bridge-function.ts';
import { ageOf, ask, type Chart, chart, measure, PERIOD, row, waiting } from './charts.ts';
import type { ChatNotifier } from './chat-notifier.ts';
import type { DeliveryQueues } from './delivery-queues.ts';
import { areMany, domainsOf } from './domain-groups.ts';
import { dimensionsOf, feedsOf } from './feed-alarms.ts';
import type { Poller } from './poller.ts';
import type { VerdictRecorder } from './verdict-recorder.ts';

/** What can be shown, depending on the configuration. */
export interface DashboardParts {
  readonly queues: DeliveryQueues;
  readonly poller: Poller;
  readonly chats: readonly ChatNotifier[];
  readonly recorder: VerdictRecorder | undefined;
  readonly actions: ActionEndpoint | undefined;
  readonly functions: readonly BridgeFunction[];
}

export interface DashboardProps {
  readonly name: string;
  readonly config: BridgeConfig;
  readonly parts: DashboardParts;
}

/** What an operator looks at first: whether items come in, whether they go out, and how much of the budget that takes. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { name, config, parts }: DashboardProps) {
    super(scope, id);
    new cloudwatch.Dashboard(this, 'Dashboard', {
      dashboardName: name,
      defaultInterval: Duration.hours(12),
      widgets: [
        feedCharts(name, config),
        ...parts.chats.map(({ chat }) => deliveryCharts(name, chat)),
        ...(parts.recorder ? [verdictCharts(name, config)] : []),
        ...(parts.actions ? [requestCharts(name, parts.actions)] : []),
        queueCharts(parts),
        apiCharts(name, config),
        functionCharts(parts),
      ].map(row),
    });
  }
}

/** One line per feed, or with many domains those worth a look. */
const perFeed = (
  bridge: string,
  config: BridgeConfig,
  metric: MetricOf<'feed'>,
  statistic: 'Sum' | 'Maximum',
  show: 'highest' | 'lowest' = 'highest',
): cloudwatch.IMetric[] =>
  areMany(config)
    ? [ask(bridge, { subject: 'feed', metric, take: statistic === 'Sum' ? 'SUM' : 'MAX', show })]
    : feedsOf(config).map((feed) =>
        measure(bridge, metric, dimensionsOf(feed), statistic, `${feed.domain} ${feed.feed}`),
      );

const feedCharts = (bridge: string, config: BridgeConfig): Chart[] => [
  chart('Feeds: items announced', perFeed(bridge, config, 'ItemsAnnounced', 'Sum')),
  chart('Feeds: seconds behind', perFeed(bridge, config, 'FeedLag', 'Maximum')),
  chart('Feeds: successful polls', perFeed(bridge, config, 'PollSucceeded', 'Sum', 'lowest')),
];

function deliveryCharts(bridge: string, surface: string): Chart[] {
  const dimensions = { Surface: surface };
  const count = (metric: MetricOf<'surface'>, label: string) =>
    measure(bridge, metric, dimensions, 'Sum', label);
  return [
    chart(`Deliveries to ${surface}`, [
      count('MessagesPosted', 'posted'),
      count('MessagesUpdated', 'updated'),
      count('MessagesParked', 'parked'),
      count('PossibleRepeats', 'possibly repeated'),
    ]),
    chart(`Time until it is in ${surface}, in ms`, [
      measure(bridge, 'TimeToPost', dimensions, 'p50', 'half of them'),
      measure(bridge, 'TimeToPost', dimensions, 'Maximum', 'the slowest'),
    ]),
  ];
}

function verdictCharts(bridge: string, config: BridgeConfig): Chart[] {
  if (areMany(config)) return verdictChartsOfMany(bridge);
  const perDomain = (metric: MetricOf<'domain'>, statistic: 'Sum' | 'p50', words: string) =>
    domainsOf(config).map((domain) =>
      measure(bridge, metric, { Domain: domain }, statistic, `${domain} ${words}`),
    );
  return [
    chart('Verdicts', [
      ...perDomain('VerdictRecorded', 'Sum', 'recorded'),
      ...perDomain('VerdictFailed', 'Sum', 'failed'),
      ...perDomain('VerdictDenied', 'Sum', 'denied'),
    ]),
    chart('Time from a case to its verdict, in ms', perDomain('TimeToVerdict', 'p50', 'half of them')),
  ];
}

function verdictChartsOfMany(bridge: string): Chart[] {
  const all = (metric: MetricOf<'domain'>, label: string) =>
    ask(bridge, { subject: 'domain', metric, take: 'SUM', label });
  return [
    chart('Verdicts', [
      all('VerdictRecorded', 'recorded'),
      all('VerdictFailed', 'failed'),
      all('VerdictDenied', 'denied'),
    ]),
    chart('Time from a case to its verdict, in ms (average)', [
      ask(bridge, { subject: 'domain', metric: 'TimeToVerdict', take: 'AVG', show: 'highest' }),
    ]),
  ];
}

const requestCharts = (bridge: string, { api, throttled, chats }: ActionEndpoint): Chart[] => [
  chart('Requests of chats', [
    api.metricCount({ statistic: 'Sum', period: PERIOD, label: 'all' }),
    api.metricServerError({ period: PERIOD, label: 'failed' }),
    throttled.with({ period: PERIOD, label: 'over the limit' }),
    ...chats.flatMap((chat) => [
      measure(bridge, 'RequestsTaken', { Surface: chat }, 'Sum', `taken, ${chat}`),
      measure(bridge, 'RequestsRefused', { Surface: chat }, 'Sum', `refused, ${chat}`),
      measure(bridge, 'ClicksLost', { Surface: chat }, 'Sum', `not queued, ${chat}`),
    ]),
  ]),
  chart(`Slowest answer to a chat, in ms (${patience(chats)})`, [
    api.metricLatency({ statistic: 'Maximum', period: PERIOD, label: 'all' }),
  ]),
];

/** `Slack waits 3,000, Teams 10,000` */
const patience = (chats: readonly ChatName[]): string =>
  chats
    .map((chat) => sectionOf(chat))
    .map(({ label, requests }) => `${label} waits ${requests.waitsMs.toLocaleString('en-US')}`)
    .join(', ');

function queueCharts({ queues, recorder }: DashboardParts): Chart[] {
  const all = [...queues.all, ...(recorder ? [recorder.queue] : [])];
  return [
    chart(
      'Queues: messages waiting',
      all.map(({ queue, subject }) => waiting(queue, subject)),
    ),
    chart(
      'Queues: age of the oldest, in seconds',
      all.map(({ queue, subject }) => ageOf(queue, subject)),
    ),
    chart('Dead letters', [...all.map(({ deadLetters, subject }) => waiting(deadLetters, subject))]),
  ];
}

const apiCharts = (bridge: string, config: BridgeConfig): Chart[] => [
  chart('API: requests in 5 minutes (of 5,000 reads a key)', perFeed(bridge, config, 'ApiRequests', 'Sum')),
  chart('API: polls that failed', perFeed(bridge, config, 'PollFailed', 'Sum')),
];

const functionCharts = ({ functions }: DashboardParts): Chart[] => [
  chart(
    'Functions: errors',
    functions.map(({ name, lambda }) => lambda.metricErrors({ period: PERIOD, label: name })),
  ),
  chart(
    'Functions: throttles',
    functions.map(({ name, lambda }) => lambda.metricThrottles({ period: PERIOD, label: name })),
  ),
];
