import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DynamoParts } from '../../dynamo/dynamo-calls.ts';
import type { FactFinder } from '../../feed/fact-finder.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { PostureClient } from '../../posture/client.ts';
import type { Facet } from './facet.ts';

/** What the poller of one domain hands to features. */
export interface PollKit {
  readonly config: BridgeConfig;
  readonly domain: string;
  readonly client: PostureClient;
  readonly table: DynamoParts;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PollHooks {
  /** What is known beside new cases. */
  readonly facts?: FactFinder;
}

export type PollFacet = Facet<PollKit, PollHooks>;
