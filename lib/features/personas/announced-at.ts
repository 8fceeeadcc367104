import type { BridgeConfig } from '../../config/define-bridge.ts';
import { type FeedKey, feedsOf } from '../../feed/feed-ledger.ts';
import type { FeedState } from '../../feed/feed-state.ts';

/**
 * When cases of a domain were last announced. All feeds are asked for at once, as health does: the reconciler shares that
 * read within a run, so this one costs nothing.
 */
export function createAnnouncedAt(
  config: Pick<BridgeConfig, 'domains' | 'poll'>,
  ledger: { readFeeds(feeds: readonly FeedKey[]): Promise<readonly unknown[]> },
): (domain: string) => Promise<number | undefined> {
  const feeds = feedsOf(config);
  return async (wanted) => {
    const states = await ledger.readFeeds(feeds);
    const at = feeds.findIndex(({ domain, feed }) => domain === wanted && feed === 'cases');
    return (states[at] as Partial<FeedState> | null | undefined)?.announcedAtMs;
  };
}
