import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { FeedState as SavedState } from '../lib/feed/feed-state.ts';
import type { ActivityLog } from './events/activity-log.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { FeedState, FunctionState, ItemKey, QueueState } from './wire.ts';

export interface MovedItem {
  readonly key: ItemKey;
  readonly atMs: number;
  /** Why it goes nowhere, if it does not. */
  readonly leftOut?: string;
  /** For one that a mute or a dedupe window keeps from every chat. */
  readonly withheld?: { readonly title: string };
}

/** Items that moved since the last call, oldest first, and those that a function is working on now. */
export interface Moved {
  readonly items: readonly MovedItem[];
  readonly busy: readonly ItemKey[];
}

export type LastPoll = Pick<FeedState, 'lastPollMs' | 'lastOutcome' | 'lagMs'>;

/**
 * Where the console reads a bridge: in the local cloud, or in AWS. The ledger is the same in both; the rest is what only
 * the environment of the functions knows.
 */
export interface Source {
  readonly config: BridgeConfig;
  readonly ledger: LedgerReader;
  readonly now: () => number;
  /** All queues of the stack, by their purpose. */
  queues(): Promise<readonly QueueState[]>;
  functions(): readonly FunctionState[];
  /** `state`: the content of the feed's row, if there is one. */
  lastPoll(feed: Pick<FeedState, 'domain' | 'feed'>, state: SavedState | null): LastPoll;
  moved(): Promise<Moved>;
  /** A different number if the audit trail may have grown since the last call. */
  trailMark(): Promise<number>;
  readonly activity: Pick<ActivityLog, 'since' | 'onAdd'>;
  /** What a person reads when a look failed; null for an unexpected error. */
  explain(error: unknown): string | null;
}
