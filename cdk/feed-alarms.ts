import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';

export interface FeedOfDomain {
  readonly domain: string;
  readonly feed: string;
}

/** Every feed that is polled, in a fixed order. */
export const feedsOf = ({ domains, poll }: BridgeConfig): FeedOfDomain[] =>
  Object.keys(domains)
    .toSorted()
    .flatMap((domain) => poll.feeds.toSorted().map((feed) => ({ domain, feed })));

export const dimensionsOf = ({ domain, feed }: FeedOfDomain) => ({ Domain: domain, Feed: feed });

const MOST_LAG_SECONDS = 15 * 60;

/** Watches every feed by what the poll function says about it. */
export function watchFeeds(scope: Construct, parts: { config: BridgeConfig; alarms: Alarms }): void {
  const { config } = parts;
  const pollMinutes = Math.ceil(config.poll.every / 60_000);
  for (const feed of feedsOf(config)) watchFeed(scope, parts.alarms, feed, pollMinutes);
  for (const domain of Object.keys(config.domains).toSorted()) {
    watchKey(scope, parts.alarms, domain, config.poll.feeds.toSorted(), pollMinutes);
  }
}

function watchFeed(scope: Construct, alarms: Alarms, feed: FeedOfDomain, pollMinutes: number): void {
  const subject = `${feed.domain} ${feed.feed}`;
  const owner = new Construct(scope, `Feed-${feed.domain}-${feed.feed}`);
  // A feed that is polled once an hour cannot succeed every ten minutes.
  const halfWindow = Duration.minutes(Math.max(5, pollMinutes));
  alarms.watch(owner, 'NoPoll', {
    heading: 'No successful poll',
    subject,
    meaning: `No poll of ${subject} has succeeded for ${2 * halfWindow.toMinutes()} minutes.`,
    metric: bridgeMetric(alarms.bridge, 'PollSucceeded', dimensionsOf(feed), 'Sum', halfWindow),
    when: 'less than',
    threshold: 1,
    datapoints: [2, 2],
    missingIsBad: true,
  });
  const mostLagSeconds = MOST_LAG_SECONDS + pollMinutes * 60;
  alarms.watch(owner, 'Lag', {
    heading: 'Feed is behind',
    subject,
    meaning: `Some ${subject} have waited for more than ${mostLagSeconds / 60} minutes to be handed over.`,
    metric: bridgeMetric(
      alarms.bridge,
      'FeedLag',
      dimensionsOf(feed),
      'Maximum',
      Duration.minutes(Math.max(5, pollMinutes)),
    ),
    when: 'at least',
    threshold: mostLagSeconds,
    datapoints: [3, 3],
  });
}

/** A key belongs to a domain: one alarm, whichever of its feeds was refused. */
function watchKey(
  scope: Construct,
  alarms: Alarms,
  domain: string,
  feeds: readonly string[],
  pollMinutes: number,
): void {
  // A refused key is tried again every five minutes, or whenever the feed is polled.
  const period = Duration.minutes(Math.max(10, 2 * pollMinutes));
  const metrics = feeds.map((feed) =>
    bridgeMetric(alarms.bridge, 'Unauthorized', dimensionsOf({ domain, feed }), 'Sum', period),
  );
  alarms.watch(new Construct(scope, `Key-${domain}`), 'Refused', {
    heading: 'Key refused',
    subject: domain,
    meaning: `The API does not accept the key of ${domain}.`,
    metric: largestOf(metrics, period),
    when: 'at least',
    threshold: 1,
  });
}

function largestOf(metrics: readonly cloudwatch.Metric[], period: Duration): cloudwatch.IMetric {
  const [only, ...others] = metrics;
  if (only && others.length === 0) return only;
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`feed${index}`, metric]));
  const expression = `MAX([${Object.keys(usingMetrics).join(', ')}])`;
  return new cloudwatch.MathExpression({ expression, usingMetrics, period });
}
