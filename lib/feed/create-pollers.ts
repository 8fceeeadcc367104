import type { BridgeConfig } from '../config/define-bridge.ts';
import type { FeedKey, FeedLedger } from '../ledger/feed-ledger.ts';
import { MAX_ITEM_BYTES } from '../ledger/item-row.ts';
import type { Clock } from '../platform/clock.ts';
import type { PostureClient } from '../posture/client.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { Outbox } from '../queues/outbox.ts';
import { trimItem } from '../queues/trim-item.ts';
import { createAddress, type QueueUrls } from './address.ts';
import type { FeedRules } from './feed-state.ts';
import { createPauseNotice } from './notice.ts';
import type { DomainPoller } from './poll-domain.ts';
import { createFeedPoller } from './poll-feed.ts';
import { createCaseSource, createThreatSource } from './posture-sources.ts';
import { createSeenMemory } from './seen-memory.ts';

export interface PollersParts {
  readonly config: BridgeConfig;
  readonly domain: string;
  readonly client: PostureClient;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox;
  readonly queueUrls: QueueUrls;
  readonly clock: Clock;
  readonly holder: string;
  readonly onShadow: (destinations: readonly string[]) => void;
}

/** A poller for each feed that the configuration asks for. */
export function createPollers(parts: PollersParts): readonly DomainPoller[] {
  const { config, domain, client } = parts;
  const sources = { cases: createCaseSource, threats: createThreatSource };
  return config.poll.feeds.map((name): DomainPoller => {
    const feed: FeedKey = { domain, feed: name };
    const poller = createFeedPoller({
      ...parts,
      feed,
      source: sources[name](client),
      address: createAddress({ ...parts, feed }),
      fitForLedger: name === 'cases' ? fitCase : fitThreat,
      rules: rulesOf(config),
      memory: createSeenMemory(),
      notice: createPauseNotice({ ...parts, feed }),
    });
    return { feed, poller };
  });
}

const fitCase = (item: unknown) => trimItem('case', item as Case, MAX_ITEM_BYTES).item;
const fitThreat = (item: unknown) => trimItem('threat', item as Threat, MAX_ITEM_BYTES).item;

export const rulesOf = ({ poll }: Pick<BridgeConfig, 'poll'>): FeedRules => ({
  start: typeof poll.start === 'string' ? poll.start : { since: Date.parse(poll.start.since) },
  pollEveryMs: poll.every,
  lookbackMs: poll.lookback,
  sweepEveryMs: poll.sweep.every,
  sweepWindowMs: poll.sweep.window,
});
