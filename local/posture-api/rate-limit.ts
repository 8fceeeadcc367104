export const WINDOW_MS = 60_000;

/**
 * Counts requests in the minute that ends now, not in calendar minutes: a burst across a minute's edge is
 * still one burst. Refused requests are not counted, so a client that waits as told gets through.
 */
export const createRateLimiter = (elapsedMs: () => number) => {
  const accepted = new Map<string, number[]>();
  return {
    /** 0 when the request may pass, else the milliseconds until one would. */
    take: (bucket: string, limit: number): number => {
      if (limit === 0) return 0;
      const now = elapsedMs();
      const times = accepted.get(bucket) ?? [];
      accepted.set(bucket, times);
      const stillCounted = times.findIndex((time) => time > now - WINDOW_MS);
      times.splice(0, stillCounted === -1 ? times.length : stillCounted);
      if (times.length < limit) {
        times.push(now);
        return 0;
      }
      const blocking = times[times.length - limit] ?? now;
      return blocking + WINDOW_MS - now;
    },
  };
};

export type RateLimiter = ReturnType<typeof createRateLimiter>;
