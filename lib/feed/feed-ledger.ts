/** One list of one domain. */
export interface FeedKey {
  readonly domain: string;
  readonly feed: 'cases' | 'threats';
}

export interface Lease {
  readonly holder: string;
  readonly expiresAtMs: number;
}

/** The one row of a feed. `state` belongs to the feed, and is JSON; the ledger only keeps it. */
export interface FeedRow {
  /** Grows by one with every write. A poller that knows an older one is refused: that is the fence. */
  readonly version: number;
  readonly lease: Lease | null;
  readonly state: unknown;
}

/** What is known of a threat that was met before, and of a case while some queue has not taken it. */
export interface RecordedItem {
  /** Destinations that it could not be handed to yet. Empty: done. */
  readonly missing: readonly string[];
  /** It was history when it was met, and never announced. */
  readonly quiet?: boolean | undefined;
}

export interface ItemRecord extends RecordedItem {
  readonly id: string;
  readonly createdAtMs: number;
  /** Kept only while something is missing, so that it can be handed over without asking the API again. */
  readonly item?: unknown;
}

/** A threat that the message of a case tells. */
export interface ToldThreat {
  readonly id: string;
  readonly caseId: string;
  /** The chats that the case was handed to. */
  readonly at: readonly string[];
}

export type ClaimResult =
  | { readonly claimed: true; readonly version: number }
  /** Another poller holds it, or has moved it on: here is how it stands. Null when there is no row. */
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
  /** True gives the lease back, false renews it. */
  readonly release: boolean;
}

/** What a feed remembers. Every write of a feed's row is conditional on its version. */
export interface FeedLedger {
  /** As it stands now, never a stale copy. */
  load(feed: FeedKey): Promise<FeedRow | null>;
  /**
   * Takes or renews the lease, if no other lease is alive and the row is as the caller knows it. One that ends later
   * than two leases from now was written by a clock that is wrong, and is not alive.
   */
  claim(feed: FeedKey, claim: Claim): Promise<ClaimResult>;
  /** Writes the state under the same conditions; the new version, or null when they do not hold. */
  save(feed: FeedKey, save: Save): Promise<number | null>;
  /** Those of these items that were recorded. */
  recorded(feed: FeedKey, ids: readonly string[]): Promise<ReadonlyMap<string, RecordedItem>>;
  /** Records all of them, or throws. May repeat; of two with one id the last counts. */
  record(feed: FeedKey, records: readonly ItemRecord[], nowMs: number): Promise<void>;
  /** Items with something missing, oldest first, behind the given one. May lag behind `record` by moments. */
  unfinished(feed: FeedKey, limit: number, after?: ItemRecord | null): Promise<readonly ItemRecord[]>;
  /** Notes all of these threats of a domain, or throws. May repeat; of two with one id the last counts. */
  noteTold(domain: string, told: readonly ToldThreat[]): Promise<void>;
  /** Where cases tell these threats; those that no case tells are left out. May lag behind `noteTold` by moments. */
  toldAt(domain: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}
