/** A message that no function could deal with yet, because it is of a newer version or for another configuration. */
export interface QuarantinedMessage {
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
 * Keeps such messages in the ledger, so that they hold up nothing behind them and no queue's limits end them. They
 * are queued again with growing pauses, under their id, until a function says that it has dealt with one.
 */
export interface Quarantine {
  /** A message that came from here stays as it is, with the new reason. */
  keep(message: Pick<QuarantinedMessage, 'id' | 'queue' | 'group' | 'body' | 'reason'>): Promise<void>;
  /** Whether this very message is quarantined under the id. Whoever sends a message says under which, and may say another's. */
  holds(message: Pick<QuarantinedMessage, 'id' | 'queue' | 'body'>): Promise<boolean>;
  /** It was dealt with. Only the quarantine of this very message ends. */
  end(message: Pick<QuarantinedMessage, 'id' | 'queue' | 'body'>): Promise<void>;
  /** Those that are to be queued again by now, longest due first. Of what a newer version put here, nothing. */
  due(queue: string, limit: number): Promise<readonly QuarantinedMessage[]>;
  /** Since when a message that was queued again before is held for this reason; null if there is none. */
  heldSince(queue: string, reason: string): Promise<number | null>;
  /** It is about to be queued again, and next after a longer pause. False when another function was quicker. */
  postpone(message: QuarantinedMessage): Promise<boolean>;
}

/** What a message carries that was queued again from here: its id. */
export const QUARANTINE_ATTRIBUTE = 'quarantine';

const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** 1 minute, 2, 4 and at most an hour. */
export const quarantinePauseMs = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.min(attempts, 10));
