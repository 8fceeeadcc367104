import type { CaseLedger } from '../../case/case-ledger.ts';
import type { FactFinder } from '../../feed/fact-finder.ts';
import type { FeedKey } from '../../feed/feed-ledger.ts';
import type { Withholder } from '../../feed/withholding.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { Facet, TableKit } from './facet.ts';

/** What the poller of one domain hands to features. */
export interface PollKit extends TableKit {
  readonly domain: string;
  readonly client: PostureClient;
  readonly cases: CaseLedger;
}

export interface PollHooks {
  /** Finds facts to tell beside new cases. */
  readonly facts?: FactFinder;
  /** Keeps the items of a feed from chats. */
  readonly withholder?: (feed: FeedKey) => Withholder;
}

export type PollFacet = Facet<PollKit, PollHooks>;
