import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib/core';
import { describe, expect, it } from 'vitest';
import { bridgeMetric } from '../../cdk/alarms.ts';
import { METRICS, type Metrics } from '../../lib/config/metrics.ts';

/** All that the functions consist of, but not the table of the metrics itself. */
const sources = ['lib', 'functions'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && path !== 'config/metrics.ts')
    .map((path) => readFileSync(join(folder, path), 'utf8')),
);

/** `metrics('feed', { Domain, Feed }, { FeedLag: 3 })`, up to the semicolon. */
const emitted = (subject: string, text: string): string[] =>
  [...text.matchAll(/\bmetrics\(([^;]*);/g)].flatMap(([, call = '']) =>
    call.trimStart().startsWith(`'${subject}'`)
      ? [...call.matchAll(/\b([A-Z]\w+):/g)].map(([, name = '']) => name)
      : [],
  );

describe.each(Object.entries(METRICS))('metrics of a %s', (subject, { units }) => {
  it('are each written by some function', () => {
    const written = new Set(sources.flatMap((text) => emitted(subject, text)));
    expect(Object.keys(units).filter((name) => !written.has(name))).toEqual([]);
  });
});

describe('what the compiler does not let pass', () => {
  const metrics: Metrics = () => undefined;
  const period = Duration.minutes(5);

  it('is an alarm on what nobody writes, or with other dimensions than it is written with', () => {
    bridgeMetric('posture-bridge', 'FeedLag', { Domain: 'acme', Feed: 'cases' }, 'Maximum', period);
    // @ts-expect-error: no such metric.
    bridgeMetric('posture-bridge', 'FeedDelay', { Domain: 'acme', Feed: 'cases' }, 'Maximum', period);
    // @ts-expect-error: FeedLag is written for each feed.
    bridgeMetric('posture-bridge', 'FeedLag', { Domain: 'acme' }, 'Maximum', period);
    // @ts-expect-error: VerdictFailed is not written for each feed.
    bridgeMetric('posture-bridge', 'VerdictFailed', { Domain: 'acme', Feed: 'cases' }, 'Sum', period);
  });

  it('is a measure that is not in the table, or belongs to another subject', () => {
    metrics('surface', { Surface: 'slack' }, { MessagesPosted: 1, TimeToPost: 3 });
    // @ts-expect-error: no such metric.
    metrics('surface', { Surface: 'slack' }, { MessagesSent: 1 });
    // @ts-expect-error: FeedLag is about a feed.
    metrics('surface', { Surface: 'slack' }, { FeedLag: 1 });
    // @ts-expect-error: a feed has a domain.
    metrics('feed', { Feed: 'cases' }, { FeedLag: 1 });
    // @ts-expect-error: a domain as such has no feed.
    metrics('domain', { Domain: 'acme', Feed: 'cases' }, { VerdictFailed: 1 });
  });
});
