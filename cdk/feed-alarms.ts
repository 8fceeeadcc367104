import { Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { MetricOf } from '../lib/config/metrics.ts';
import { type Alarms, bridgeMetric } from './alarms.ts';
import { largestOf, METRICS_PER_ALARM, productOf } from './combined-metrics.ts';
import { areMany, domainsOf, inGroups, rangeOf } from './domain-groups.ts';

export interface FeedOfDomain {
  readonly domain: string;
  readonly feed: string;
}

/** Every polled feed, in a fixed order. */
export const feedsOf = (config: BridgeConfig): FeedOfDomain[] =>
  domainsOf(config).flatMap((domain) => feedsOfDomain(config, domain));

const feedsOfDomain = ({ poll }: BridgeConfig, domain: string): FeedOfDomain[] =>
  poll.feeds.toSorted().map((feed) => ({ domain, feed }));

export const dimensionsOf = ({ domain, feed }: FeedOfDomain) => ({ Domain: domain, Feed: feed });

const MOST_LAG_SECONDS = 15 * 60;

interface FeedAlarmParts {
  readonly config: BridgeConfig;
  readonly alarms: Alarms;
}

/**
 * Watches every feed through the metrics of the poll function. With many domains, each still has its own alarm for dead
 * feeds, equally fast; the other alarms each watch a group of domains.
 */
export function watchFeeds(scope: Construct, { config, alarms }: FeedAlarmParts): void {
  const pollMinutes = Math.ceil(config.poll.every / 60_000);
  const watch = new FeedAlarms(alarms, pollMinutes);
  if (!areMany(config)) {
    for (const feed of feedsOf(config)) {
      const owner = new Construct(scope, `Feed-${feed.domain}-${feed.feed}`);
      watch.silence(owner, `${feed.domain} ${feed.feed}`, [feed]);
      watch.lag(owner, `${feed.domain} ${feed.feed}`, `Some ${feed.domain} ${feed.feed}`, [feed]);
    }
    for (const domain of domainsOf(config)) {
      const owner = new Construct(scope, `Key-${domain}`);
      watch.key(owner, domain, `the key of ${domain}`, feedsOfDomain(config, domain));
    }
    return;
  }
  for (const domain of domainsOf(config)) {
    watch.silence(new Construct(scope, `Domain-${domain}`), domain, feedsOfDomain(config, domain));
  }
  for (const { owner, subject, feeds, range } of groupsOf(scope, config)) {
    watch.lag(owner, subject, `Some items of ${range}`, feeds);
    watch.key(owner, subject, `a key of ${range}`, feeds);
  }
}

/** Numbered: if they were named after their domains, an added domain would shift the names of the groups. */
function groupsOf(scope: Construct, config: BridgeConfig) {
  const domainsPerGroup = Math.floor(METRICS_PER_ALARM / config.poll.feeds.length);
  return inGroups(domainsOf(config), domainsPerGroup).map((domains, index) => ({
    owner: new Construct(scope, `Group-${index + 1}`),
    subject: `group ${index + 1}`,
    range: rangeOf(domains),
    feeds: domains.flatMap((domain) => feedsOfDomain(config, domain)),
  }));
}

/** Each alarm watches one feed, or several that it cannot tell apart. */
class FeedAlarms {
  readonly #alarms: Alarms;
  readonly #pollMinutes: number;

  constructor(alarms: Alarms, pollMinutes: number) {
    this.#alarms = alarms;
    this.#pollMinutes = pollMinutes;
  }

  /** Goes off if one of the feeds is dead. */
  silence(scope: Construct, subject: string, feeds: readonly FeedOfDomain[]): void {
    // A feed that is polled once an hour cannot succeed every ten minutes.
    const halfWindow = Duration.minutes(Math.max(5, this.#pollMinutes));
    this.#alarms.watch(scope, 'NoPoll', {
      heading: 'No successful poll',
      subject,
      meaning: `No poll of ${subject} has succeeded for ${2 * halfWindow.toMinutes()} minutes.`,
      metric: productOf(this.#metrics('PollSucceeded', feeds, 'Sum', halfWindow), halfWindow),
      when: 'less than',
      threshold: 1,
      datapoints: [2, 2],
      missingIsBad: true,
    });
  }

  lag(scope: Construct, subject: string, which: string, feeds: readonly FeedOfDomain[]): void {
    const period = Duration.minutes(Math.max(5, this.#pollMinutes));
    const mostLagSeconds = MOST_LAG_SECONDS + this.#pollMinutes * 60;
    this.#alarms.watch(scope, 'Lag', {
      heading: 'Feed is behind',
      subject,
      meaning: `${which} have waited for more than ${mostLagSeconds / 60} minutes to be handed over.`,
      metric: largestOf(this.#metrics('FeedLag', feeds, 'Maximum', period), period),
      when: 'at least',
      threshold: mostLagSeconds,
      datapoints: [3, 3],
    });
  }

  /** A key belongs to a domain: one alarm, whichever feed was refused. */
  key(scope: Construct, subject: string, which: string, feeds: readonly FeedOfDomain[]): void {
    // A refused key is retried every five minutes, or whenever the feed is polled.
    const period = Duration.minutes(Math.max(10, 2 * this.#pollMinutes));
    this.#alarms.watch(scope, 'Refused', {
      heading: 'Key refused',
      subject,
      meaning: `The API does not accept ${which}.`,
      metric: largestOf(this.#metrics('Unauthorized', feeds, 'Sum', period), period),
      when: 'at least',
      threshold: 1,
    });
  }

  #metrics(
    name: MetricOf<'feed'>,
    feeds: readonly FeedOfDomain[],
    statistic: 'Sum' | 'Maximum',
    period: Duration,
  ) {
    return feeds.map((feed) =>
      bridgeMetric(this.#alarms.bridge, name, dimensionsOf(feed), statistic, period),
    );
  }
}
