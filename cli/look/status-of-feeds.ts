import type { Line } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { createDynamoHealthLedger } from '../../lib/dynamo/dynamo-health-ledger.ts';
import { silentAfterMs } from '../../lib/features/health/look-at-feeds.ts';
import { lagOf } from '../../lib/feed/feed-lag.ts';
import type { FeedKey } from '../../lib/feed/feed-ledger.ts';
import type { FeedState } from '../../lib/feed/feed-state.ts';
import { readFeedState } from '../../lib/feed/read-feed-state.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { table } from '../frame/table.ts';
import { agoWords, isoOf, spanWords } from '../frame/time-words.ts';

/** The status of one list of one domain. */
export interface FeedView extends FeedKey {
  /** `new`: never polled. `unreadable`: a newer version wrote its row. */
  readonly is: 'polled' | 'silent' | 'paused' | 'new' | 'unreadable';
  readonly polledAt: string | null;
  /** Why it is paused: the API is not ready, or refuses the key. */
  readonly because: string | null;
  readonly until: string | null;
  readonly order: FeedState['order'] | null;
  /** The created_at up to which every visible item was sent. */
  readonly watermark: string | null;
  /** How long the oldest unsent item has waited. */
  readonly lagSeconds: number;
  /** Unfinished walks through the list. */
  readonly walks: number;
}

export const feedsIn = ({ domains, poll }: BridgeConfig): FeedKey[] =>
  Object.keys(domains).flatMap((domain) => poll.feeds.map((feed): FeedKey => ({ domain, feed })));

export async function statusOfFeeds(
  { ledger, clock }: OpenBridge,
  config: BridgeConfig,
): Promise<FeedView[]> {
  const feeds = feedsIn(config);
  const states = await createDynamoHealthLedger(ledger).readFeeds(feeds);
  return feeds.map((feed, n) => viewOf(feed, states[n] ?? null, config.poll, clock.now()));
}

export function viewOf(
  feed: FeedKey,
  row: unknown,
  { every, lookback }: Pick<BridgeConfig['poll'], 'every' | 'lookback'>,
  nowMs: number,
): FeedView {
  const nothing = { because: null, until: null, order: null, watermark: null, lagSeconds: 0, walks: 0 };
  if (row === null) return { ...feed, is: 'new', polledAt: null, ...nothing };
  const { polledAtMs = null } = row as Partial<FeedState>;
  const polledAt = isoOf(polledAtMs);
  const read = readFeedState(row);
  if (!('ok' in read)) return { ...feed, is: 'unreadable', polledAt, ...nothing };
  const { pause, order, watermarkMs, walks, missingSinceMs = null } = read.ok;
  const isSilent = polledAtMs === null || nowMs - polledAtMs >= silentAfterMs(every);
  return {
    ...feed,
    is: pause ? 'paused' : isSilent ? 'silent' : 'polled',
    polledAt,
    because: pause?.because ?? null,
    until: isoOf(pause?.untilMs),
    order,
    watermark: isoOf(watermarkMs),
    lagSeconds: Math.round(
      lagOf({ ...read.ok, v: 1 }, { lookbackMs: lookback }, missingSinceMs, nowMs) / 1_000,
    ),
    walks: walks.length,
  };
}

/** A feed for which the API has no data yet is nobody's fault. */
export const isFeedWell = ({ is, because }: FeedView): boolean =>
  is === 'polled' || (is === 'paused' && because === 'not_ready');

const WORDS: Readonly<Record<string, string>> = {
  not_ready: 'the API has no data for it yet',
  unauthorized: 'the API refuses the key',
};

export function tellFeeds(feeds: readonly FeedView[], nowMs: number): Line[] {
  const rows = feeds.map((one) => [
    `${one.domain} ${one.feed}`,
    { text: one.is, as: isFeedWell(one) ? ('good' as const) : ('bad' as const) },
    one.polledAt ? agoWords(Date.parse(one.polledAt), nowMs) : 'never',
    one.lagSeconds > 0 ? spanWords(one.lagSeconds * 1_000) : '',
    one.watermark ?? '',
    one.order ?? '',
    one.because ? `${WORDS[one.because] ?? one.because}, until ${one.until}` : '',
  ]);
  return table(['feed', 'is', 'polled', 'lag', 'handed over up to', 'order', 'why'], rows);
}
