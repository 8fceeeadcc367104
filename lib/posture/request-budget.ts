import type { Clock } from '../base/clock.ts';

export type RequestKind = 'read' | 'write';

/** Who asks, most urgent first. */
export type Priority = 'live' | 'interactive' | 'background' | 'backfill';

export const WINDOW_MS = 60_000;

/** The contract's limits per key and minute. */
export const CONTRACT_LIMITS: Readonly<Record<RequestKind, number>> = { read: 1000, write: 200 };

/** How much of a window each may fill. The rest is reserved for more urgent callers. */
const SHARES: Readonly<Record<Priority, number>> = {
  live: 1,
  interactive: 0.95,
  background: 0.85,
  backfill: 0.7,
};

/** How long a 429 without Retry-After keeps everyone from asking. */
export const DEFAULT_CLOSE_MS = 10_000;

export type Grant = { readonly granted: true } | { readonly granted: false; readonly retryAfterMs: number };

/** The requests that all functions with one API key may make together. */
export interface RequestBudget {
  /** Takes one request from the window, or says when to ask again. */
  take(kind: RequestKind, priority: Priority): Promise<Grant>;
  /** The server answered 429: it knows better than we do, so no function asks again until then. */
  close(kind: RequestKind, forMs?: number): Promise<void>;
}

const GRANTED: Grant = { granted: true };

export const ceiling = (limit: number, priority: Priority): number =>
  Math.max(1, Math.floor(limit * SHARES[priority]));

/** A sliding minute, exact for one process. */
export function createMemoryBudget(clock: Clock, limits = CONTRACT_LIMITS): RequestBudget {
  const taken: Record<RequestKind, number[]> = { read: [], write: [] };
  const closedUntil: Record<RequestKind, number> = { read: 0, write: 0 };

  return {
    async take(kind, priority) {
      const now = clock.now();
      if (now < closedUntil[kind]) return { granted: false, retryAfterMs: closedUntil[kind] - now };

      const times = taken[kind];
      const expired = times.findIndex((time) => time > now - WINDOW_MS);
      times.splice(0, expired === -1 ? times.length : expired);

      const room = ceiling(limits[kind], priority);
      const blocking = times[times.length - room];
      if (blocking !== undefined) return { granted: false, retryAfterMs: blocking + WINDOW_MS - now };
      times.push(now);
      return GRANTED;
    },
    async close(kind, forMs = DEFAULT_CLOSE_MS) {
      closedUntil[kind] = Math.max(closedUntil[kind], clock.now() + forMs);
    },
  };
}
