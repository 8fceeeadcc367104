import type { BridgeConfig } from '../config/define-bridge.ts';
/** One list of one domain. */
export interface FeedKey {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
}

export interface Lease {
  readonly holder: string;
  readonly expiresAtMs: number;
}

/** The single row of a feed. `state` is JSON that belongs to the feed; the ledger only stores it. */
export interface FeedRow {
  /** Grows by one with every write. A poller that knows an older version is refused: that is the fence. */
  readonly version: number;
  readonly lease: Lease | null;
  readonly state: unknown;
}

/** What is recorded about a threat, and about a case that some queue has not taken yet. */
export interface RecordedItem {
  /** Destinations that it could not be sent to yet. Empty: done. */
  readonly missing: readonly string[];
  /** It was already history when the bridge first met it, and was never announced. */
  readonly quiet?: boolean | undefined;
}

export interface ItemRecord extends RecordedItem {
  readonly id: string;
  readonly createdAtMs: number;
  /** Kept only while a destination is missing, so that the item can be sent without another request to the API. */
  readonly item?: unknown;
}

/** A threat that the message of a case covers. */
export interface CoveredThreat {
  readonly id: string;
  readonly caseId: string;
  /** The chats that the case was sent to. */
  readonly at: readonly string[];
}

export type ClaimResult =
  | { readonly claimed: true; readonly version: number }
  /** Another poller holds the feed, or has moved it on: this is its current row. Null if there is none. */
  | { readonly claimed: false; readonly row: FeedRow | null };

export interface Claim {
  readonly holder: string;
  /** The version that the caller knows; 0 for a feed without a row. */
  readonly version: number;
  readonly nowMs: number;
  readonly leaseMs: number;
}

export interface Save extends Claim {
  readonly state: unknown;
  /** True releases the lease, false renews it. */
  readonly release: boolean;
}

/** What the ledger stores for a feed. Every write of a feed's row is conditional on its version. */
export interface FeedLedger {
  /** Reads consistently, never a stale copy. */
  load(feed: FeedKey): Promise<FeedRow | null>;
  /**
   * Takes or renews the lease, if no other lease is alive and the row has the version that the caller knows. A lease that
   * ends later than two lease times from now was written by a wrong clock, and is not alive.
   */
  claim(feed: FeedKey, claim: Claim): Promise<ClaimResult>;
  /** Writes the state under the same conditions. Resolves to the new version, or to null if they do not hold. */
  save(feed: FeedKey, save: Save): Promise<number | null>;
  /** The recorded ones among these items. */
  recorded(feed: FeedKey, ids: readonly string[]): Promise<ReadonlyMap<string, RecordedItem>>;
  /** Records all of them, or throws. Idempotent; of two records with one id, the last counts. */
  record(feed: FeedKey, records: readonly ItemRecord[]): Promise<void>;
  /** Items with a missing destination, oldest first, after the given one. May lag behind `record` by moments. */
  unfinished(feed: FeedKey, limit: number, after?: ItemRecord | null): Promise<readonly ItemRecord[]>;
  /** Notes all of these threats of a domain, or throws. Idempotent; of two with one id, the last counts. */
  noteCovered(domain: string, covered: readonly CoveredThreat[]): Promise<void>;
  /** The chats where cases cover these threats; uncovered ones are left out. May lag behind `noteCovered` by moments. */
  coveredAt(domain: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

export const feedsOf = ({ domains, poll }: Pick<BridgeConfig, 'domains' | 'poll'>): readonly FeedKey[] =>
  Object.keys(domains).flatMap((domain) => poll.feeds.map((feed): FeedKey => ({ domain, feed })));
