import type { CaseLedger } from '../../case/case-ledger.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { FactFinder } from '../../feed/fact-finder.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import type { Withholder } from '../../feed/withholding.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { VersionedRows } from '../../platform/versioned-rows.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { Facet } from './facet.ts';

/** What the poller of one domain hands to features. */
export interface PollKit {
  readonly config: BridgeConfig;
  readonly domain: string;
  readonly client: PostureClient;
  readonly table: DynamoParts;
  readonly rows: VersionedRows;
  readonly cases: CaseLedger;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PollHooks {
  /** What is known beside new cases. */
  readonly facts?: FactFinder;
  /** Keeps the items of a feed from chats. */
  readonly withholder?: (feed: FeedKey) => Withholder;
}

export type PollFacet = Facet<PollKit, PollHooks>;
