import type { Clock } from '../base/clock.ts';
import type { FeedKey, FeedLedger, FeedRow } from './feed-ledger.ts';
import type { FeedState } from './feed-state.ts';

/** Another poller holds the feed, or has moved it on. Nothing is wrong: this poller stops. */
export class FeedMovedError extends Error {
  override readonly name = 'FeedMovedError';
  /** Another poller works on it now. Otherwise a fresh read of the row may show how to go on. */
  readonly busy: boolean;

  constructor(busy: boolean) {
    super('another poller is at this feed');
    this.busy = busy;
  }
}

const LEASE_MS = 60_000;
/** Effects begin only with this much of the lease left, so that they end before another poller can begin. */
const LEASE_RESERVE_MS = 30_000;

/**
 * Whether a lease is alive, judged across the clocks of two processes. A lease that ends later than any lease can was
 * written by a wrong clock. A process with a wrong clock may take a lease too early: delivery ids absorb what both do.
 */
export const isAlive = (expiresAtMs: number, nowMs: number, leaseMs: number): boolean =>
  nowMs < expiresAtMs && expiresAtMs <= nowMs + 2 * leaseMs;

/** Whether the row says that another poller works on the feed: until its lease ends, nothing can be sent here. */
export const isHeldByAnother = (row: FeedRow | null, holder: string, nowMs: number): boolean =>
  row?.lease ? row.lease.holder !== holder && isAlive(row.lease.expiresAtMs, nowMs, LEASE_MS) : false;

/** What a poller remembers of its feed's row between two polls. */
export interface KnownRow {
  readonly version: number;
  readonly state: FeedState;
}

/** A poller's hold on a feed. */
export interface FeedLease {
  readonly version: number;
  /** Makes sure that no other poller works on this feed while effects happen, or throws. */
  hold(): Promise<void>;
  /** Writes the state, and keeps the lease if there is one. Throws if another poller has moved the feed on. */
  save(state: FeedState): Promise<void>;
  /** Writes the state and releases the lease. */
  finish(state: FeedState): Promise<void>;
  /** Whether this lease wrote anything: then its release must be written too. */
  readonly touched: boolean;
}

export interface LeaseParts {
  readonly ledger: FeedLedger;
  readonly clock: Clock;
  readonly feed: FeedKey;
  readonly holder: string;
}

export function openLease({ ledger, clock, feed, holder }: LeaseParts, knownVersion: number): FeedLease {
  let version = knownVersion;
  /** When the lease was last taken or renewed, by our own clock. */
  let heldSinceMs: number | null = null;

  const request = (nowMs: number) => ({ holder, version, nowMs, leaseMs: LEASE_MS });

  const moved = (row: FeedRow | null) => new FeedMovedError(isHeldByAnother(row, holder, clock.now()));

  async function write(state: FeedState, release: boolean): Promise<void> {
    const nowMs = clock.now();
    const saved = await ledger.save(feed, { ...request(nowMs), state, release });
    if (saved === null) throw moved(await ledger.load(feed));
    version = saved;
    heldSinceMs = release ? null : nowMs;
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
      // Too long ago means that the process was frozen, and a time in the future that the clock was put back.
      const heldForMs = heldSinceMs === null ? Number.POSITIVE_INFINITY : nowMs - heldSinceMs;
      if (heldForMs >= 0 && heldForMs <= LEASE_MS - LEASE_RESERVE_MS) return;
      const claim = await ledger.claim(feed, request(nowMs));
      if (!claim.claimed) throw moved(claim.row);
      version = claim.version;
      heldSinceMs = nowMs;
    },
    save: (state) => write(state, false),
    finish: (state) => write(state, true),
  };
}
