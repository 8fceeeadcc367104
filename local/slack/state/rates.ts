/** Calls a minute of Slack's tiers. */
export const TIERS = { 2: 20, 3: 50, 4: 100 } as const;
export type Tier = keyof typeof TIERS;

const MINUTE_MS = 60_000;
const POST_GAP_MS = 1_000;

/**
 * Slack promises "at least" these; this one gives no more. A sliding minute per method, and one post a second and
 * channel. Refused calls are not counted, so whoever waits as told gets through.
 */
export const createRates = (
  now: () => number,
  settings: { readonly rates: boolean; readonly speed: number },
) => {
  const calls = new Map<string, number[]>();
  const posts = new Map<string, number>();
  return {
    /** 0 when the call may pass, else the milliseconds until it would. */
    takeCall: (method: string, tier: Tier): number => {
      if (!settings.rates) return 0;
      const at = now();
      const windowMs = MINUTE_MS / settings.speed;
      const counted = (calls.get(method) ?? []).filter((time) => time > at - windowMs);
      calls.set(method, counted);
      const limit = TIERS[tier];
      if (counted.length >= limit) return (counted[counted.length - limit] ?? at) + windowMs - at;
      counted.push(at);
      return 0;
    },
    waitToPost: (channel: string): number => {
      const last = posts.get(channel);
      if (!settings.rates || last === undefined) return 0;
      return Math.max(0, last + POST_GAP_MS / settings.speed - now());
    },
    countPost: (channel: string): void => {
      posts.set(channel, now());
    },
  };
};

export type Rates = ReturnType<typeof createRates>;
