/** The calls allowed in a window of this many seconds. */
export type Limit = readonly [calls: number, seconds: number];
type Wanted = readonly [key: string, limits: readonly Limit[]];

/**
 * Sliding windows, not calendar minutes: a burst across the edge of a minute is still one burst. Refused calls do not
 * count, so a caller that waits as told gets through.
 */
export const createRates = (
  now: () => number,
  settings: { readonly rates: boolean; readonly speed: number } = { rates: true, speed: 1 },
) => {
  const calls = new Map<string, number[]>();
  const windowMs = (seconds: number): number => (seconds * 1000) / settings.speed;

  /** 0 if the call may pass, otherwise the milliseconds until it may. */
  const wait = (...wanted: readonly Wanted[]): number => {
    if (!settings.rates) return 0;
    const waits = wanted.flatMap(([key, limits]) =>
      limits.map(([most, seconds]) => {
        const times = calls.get(key) ?? [];
        const oldest = times[times.length - most];
        return oldest === undefined ? 0 : oldest + windowMs(seconds) - now();
      }),
    );
    return Math.max(0, ...waits);
  };

  const count = (...wanted: readonly Wanted[]): void => {
    for (const [key, limits] of wanted) {
      const times = calls.get(key) ?? [];
      const since = now() - windowMs(Math.max(...limits.map(([, seconds]) => seconds)));
      const first = times.findIndex((time) => time > since);
      times.splice(0, first === -1 ? times.length : first);
      times.push(now());
      calls.set(key, times);
    }
  };

  return {
    wait,
    count,
    /** Counts the call if all limits let it pass; otherwise none of them counts it. */
    take: (...wanted: readonly Wanted[]): number => {
      const waitMs = wait(...wanted);
      if (waitMs === 0) count(...wanted);
      return waitMs;
    },
  };
};

export type Rates = ReturnType<typeof createRates>;
