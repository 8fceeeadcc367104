import * as z from 'zod/mini';
import { HOUR_MS, MINUTE_MS } from '../base/time.ts';
import { type Duration, duration } from './schema/duration.ts';
import { choice, strict } from './schema/strict.ts';

export const FEEDS = ['cases', 'threats'] as const;
export type Feed = (typeof FEEDS)[number];

export const POLL_DEFAULTS = {
  everyMs: MINUTE_MS,
  lookbackMs: 15 * MINUTE_MS,
  sweepEveryMs: HOUR_MS,
  sweepWindowMs: 24 * HOUR_MS,
} as const;

const withDefault = (defaultMs: number, atLeast: Duration, atMost: Duration) =>
  z._default(duration({ atLeast, atMost }), defaultMs);

const since = z.pipe(
  z.iso.datetime({
    offset: true,
    error: "must be an ISO 8601 time with its zone, like '2026-11-01T00:00:00Z'",
  }),
  z.transform((text: string) => new Date(text).toISOString()),
);

const START = "'now', 'all' or { since: '...' }";

/** Durations are in milliseconds in the result. */
export const Poll = strict({
  every: withDefault(POLL_DEFAULTS.everyMs, '5s', '1h'),
  feeds: z._default(
    z.pipe(
      z.array(choice(FEEDS)).check(z.minLength(1, 'is empty: there would be nothing to poll')),
      z.transform((feeds: Feed[]) => [...new Set(feeds)]),
    ),
    [...FEEDS],
  ),
  /** `now` records history without announcing it. */
  start: z._default(z.union([choice(['now', 'all'], START), strict({ since })], `must be ${START}`), 'now'),
  /** How far before the newest item a poll looks again, for items that became visible late. */
  lookback: withDefault(POLL_DEFAULTS.lookbackMs, '0s', '24h'),
  /** A slower second look over a longer window. */
  sweep: z.prefault(
    strict({
      every: withDefault(POLL_DEFAULTS.sweepEveryMs, '5m', '24h'),
      window: withDefault(POLL_DEFAULTS.sweepWindowMs, '1m', '90d'),
    }),
    {},
  ),
});

/** Schedules fire at most once a minute. More frequent polls come from ticks, which wait in a queue. */
export const hasTicks = ({ poll }: { readonly poll: { readonly every: number } }): boolean =>
  poll.every < MINUTE_MS;
