import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import type { FeedKey } from '../../lib/feed/feed-ledger.ts';
import type { Flags } from './definition.ts';
import { UsageError } from './errors.ts';

export const DOMAIN_FLAG = {
  domain: { type: 'string', value: 'NAME', words: 'only this domain of the configuration' },
} as const satisfies Flags;

export const FEED_FLAG = {
  feed: { type: 'string', value: 'FEED', words: 'only cases, or only threats' },
} as const satisfies Flags;

/** The domain that was named, or all of them. */
export function pickDomains({ domains }: BridgeConfig, named: string | undefined): string[] {
  const all = Object.keys(domains);
  if (named === undefined) return all;
  if (all.includes(named)) return [named];
  const meant = nearest(named, all);
  throw new UsageError(
    `the configuration has no domain ${JSON.stringify(named)}${meant ? `: did you mean ${meant}?` : `. It has ${all.join(', ')}.`}`,
  );
}

/** The lists of these domains that the bridge polls; only one kind if it was named. */
export function pickFeeds(
  config: BridgeConfig,
  { domain, feed }: { readonly domain?: string | undefined; readonly feed?: string | undefined },
): FeedKey[] {
  const polled = config.poll.feeds;
  const feeds = polled.filter((one) => feed === undefined || one === feed);
  if (feeds.length === 0)
    throw new UsageError(`--feed is one of those that the bridge polls: ${polled.join(', ')}`);
  return pickDomains(config, domain).flatMap((one) => feeds.map((kind) => ({ domain: one, feed: kind })));
}
