import type { PostureError } from '../posture/posture-errors.ts';
import type { FeedState, Pause } from './feed-state.ts';
import type { UnsentItem } from './queued-items.ts';

export interface PollCounts {
  announced: number;
  /** Items recorded as history. */
  quiet: number;
  /** Threats that their cases cover everywhere they would go, and that this process had not met before. */
  covered: number;
  messages: number;
  unreadable: number;
}

export interface PollReport extends Readonly<PollCounts> {
  readonly outcome: 'polled' | 'paused' | 'busy-elsewhere' | 'failed' | 'unreadable';
  /** Why this version cannot poll it. */
  readonly unreadableBecause?: string;
  readonly error?: PostureError;
  /** Why the feed is paused, if it is. */
  readonly paused?: Pause['because'];
  readonly order: FeedState['order'];
  /** What queues did not take in this poll. It is recorded and retried. */
  readonly unsent: readonly UnsentItem[];
  readonly requests: number;
  /** There is more to do than the time allowed. */
  readonly behind: boolean;
  /** Age of the oldest known item that was not sent. */
  readonly lagMs: number;
  /** How far our clock is ahead of the API's; null if the API has not said. */
  readonly clockAheadMs: number | null;
}

/** The report of a feed that this version does not understand, and leaves alone. */
export const unreadableReport = (unreadableBecause: string): PollReport => ({
  outcome: 'unreadable',
  unreadableBecause,
  order: 'unknown',
  ...{ announced: 0, quiet: 0, covered: 0, messages: 0, unreadable: 0, requests: 0, lagMs: 0 },
  unsent: [],
  behind: false,
  clockAheadMs: null,
});
