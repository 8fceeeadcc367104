import type { Clock } from '../platform/clock.ts';
import type { FeedKey, FeedLedger, FeedRow } from './feed-ledger.ts';
import type { FeedState } from './feed-state.ts';

/** Another poller has the feed, or has moved it on. Nothing is wrong: this one stops. */
export class FeedMovedError extends Error {
  override readonly name = 'FeedMovedError';
  readonly row: FeedRow | null;

  constructor(row: FeedRow | null) {
    super('another poller is at this feed');
    this.row = row;
  }
}

const LEASE_MS = 60_000;
/** Effects begin only with this much of the lease left, so that they end before another poller may begin. */
const LEASE_RESERVE_MS = 30_000;

/** What a poller knows of its feed's row between two polls. */
export interface KnownRow {
  readonly version: number;
  readonly state: FeedState;
}

/** One poller's hold on a feed. */
export interface FeedLease {
  readonly version: number;
  /** Makes sure that no other poller is at this feed while effects happen, or throws. */
  hold(): Promise<void>;
  /** Writes the state, and keeps the lease if there is one. Throws when another poller has moved the feed on. */
  save(state: FeedState): Promise<void>;
  /** Writes the state and gives the lease back. */
  finish(state: FeedState): Promise<void>;
  /** Whether this lease wrote anything: then its end must be written too. */
  readonly touched: boolean;
}

export function openLease(
  { ledger, clock, feed, holder }: { ledger: FeedLedger; clock: Clock; feed: FeedKey; holder: string },
  knownVersion: number,
): FeedLease {
  let version = knownVersion;
  let heldUntilMs = 0;

  async function write(state: FeedState, release: boolean): Promise<void> {
    const nowMs = clock.now();
    const saved = await ledger.save(feed, { holder, version, state, release, nowMs, leaseMs: LEASE_MS });
    if (saved === null) throw new FeedMovedError(await ledger.load(feed));
    version = saved;
    heldUntilMs = release ? 0 : nowMs + LEASE_MS;
  }

  return {
    get version() {
      return version;
    },
    get touched() {
      return version !== knownVersion;
    },
    async hold() {
      const nowMs = clock.now();
      if (heldUntilMs - nowMs >= LEASE_RESERVE_MS) return;
      const claim = await ledger.claim(feed, { holder, version, nowMs, leaseMs: LEASE_MS });
      if (!claim.claimed) throw new FeedMovedError(claim.row);
      version = claim.version;
      heldUntilMs = nowMs + LEASE_MS;
    },
    save: (state) => write(state, false),
    finish: (state) => write(state, true),
  };
}
