/** A message that no function could deal with yet, because it is of a newer version or for another configuration. */
export interface RestingMessage {
  readonly id: string;
  /** The queue that it goes into again: `slack`, `verdict`. */
  readonly queue: string;
  readonly group: string | null;
  readonly body: string;
  /** In words for the operators. */
  readonly reason: string;
  readonly sinceMs: number;
  /** How often it was queued again. */
  readonly attempts: number;
}

/**
 * Where such messages rest: in the ledger, so that they hold up nothing behind them and no queue's limits end them. They
 * are queued again with growing pauses, under their id, until a function says that it has dealt with one.
 */
export interface RestingMessages {
  /** A message that came from here stays as it is, with the new reason. */
  keep(message: Pick<RestingMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>): Promise<void>;
  /** Whether this very message rests under the id. Whoever sends a message says under which, and may say another's. */
  holds(message: Pick<RestingMessage, 'id' | 'queue' | 'body'>): Promise<boolean>;
  /** It was dealt with. Nothing ends but the rest of this very message. */
  end(message: Pick<RestingMessage, 'id' | 'queue' | 'body'>): Promise<void>;
  /** Those that are to be queued again by now, longest due first. Of what a newer version put here, nothing. */
  due(queue: string, limit: number): Promise<readonly RestingMessage[]>;
  /** Since when one rests for this reason that was queued again before, if there is one. */
  restsSince(queue: string, reason: string): Promise<number | null>;
  /** It is about to be queued again, and next after a longer pause. False when another function was quicker. */
  postpone(message: RestingMessage): Promise<boolean>;
}

/** What a message carries that was queued again from here: its id. */
export const RESTING_ATTRIBUTE = 'resting';

const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** 1 minute, 2, 4 and at most an hour. */
export const restingPauseMs = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(attempts, 10));
