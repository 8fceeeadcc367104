/** Calls in a window of so many seconds. */
type Limit = readonly [calls: number, seconds: number];

/** Per bot and thread. A thread is a whole channel here: its posts and replies count together. */
export const SENDING: readonly Limit[] = [
  [7, 1],
  [8, 2],
  [60, 30],
  [1_800, 3_600],
];
export const READING: readonly Limit[] = SENDING.map(([calls, seconds]) => [calls * 2, seconds]);
export const PER_TENANT: readonly Limit[] = [[50, 1]];
/** Of one workflow. */
export const WORKFLOW: readonly Limit[] = [[4, 1]];

/** Sliding windows. Refused calls are not counted, so whoever waits as told gets through. */
export const createRates = (
  now: () => number,
  settings: { readonly rates: boolean; readonly speed: number },
) => {
  const calls = new Map<string, number[]>();
  const waitFor = (times: readonly number[], limits: readonly Limit[], at: number): number =>
    Math.max(
      0,
      ...limits.map(([most, seconds]) => {
        const oldest = times[times.length - most];
        return oldest === undefined ? 0 : oldest + (seconds * 1000) / settings.speed - at;
      }),
    );
  return {
    /** 0 when the call may pass, else the milliseconds until it would. All limits take it, or none does. */
    take: (...wanted: readonly (readonly [key: string, limits: readonly Limit[]])[]): number => {
      if (!settings.rates) return 0;
      const at = now();
      const waitMs = Math.max(0, ...wanted.map(([key, limits]) => waitFor(calls.get(key) ?? [], limits, at)));
      if (waitMs > 0) return waitMs;
      for (const [key, limits] of wanted) {
        const longestMs = (Math.max(...limits.map(([, seconds]) => seconds)) * 1000) / settings.speed;
        calls.set(key, [...(calls.get(key) ?? []).filter((time) => time > at - longestMs), at]);
      }
      return 0;
    },
  };
};

export type Rates = ReturnType<typeof createRates>;
