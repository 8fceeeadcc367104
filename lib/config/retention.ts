import * as z from 'zod/mini';
import { type Duration, duration } from './schema/duration.ts';
import { strict } from './schema/strict.ts';

const DAY_MS = 86_400_000;

/** Earlier cases are counted for so long, or for as long as what was decided about them is kept. */
const PAST_MS = 90 * DAY_MS;
export const pastWindowMs = ({ retention }: { readonly retention: { readonly cases: number } }): number =>
  Math.min(PAST_MS, retention.cases);
/** Its rows are kept a little longer: a case may come late. */
export const PAST_SPARE_MS = 3 * DAY_MS;

/** A change that a sweep brings keeps a message for longer than what was decided before it. */
export const caseKeptMs = (config: {
  readonly retention: { readonly cases: number };
  readonly poll: { readonly sweep: { readonly window: number } };
}): number => config.retention.cases + config.poll.sweep.window;

export const RETENTION_DEFAULT_MS = 400 * DAY_MS;

/** However short the configuration makes it, an entry of the trail is there for so long. */
export const TRAIL_KEPT_AT_LEAST_MS = 30 * DAY_MS;

const kept = (atLeast: Duration) => z._default(duration({ atLeast, atMost: '3650d' }), RETENTION_DEFAULT_MS);

/**
 * How long the ledger keeps what names people. What is still to be done is kept until it is done, and that an item was seen
 * is kept for ever: that names nobody, and an item that is forgotten would be announced again.
 */
export const Retention = strict({
  /** What was decided about a case, counted from the last change. */
  cases: kept('30d'),
  /** What is shown of an item and where its message stands, counted from the last change. */
  deliveries: kept('7d'),
  /** The audit trail, counted from what happened. */
  trail: kept('30d'),
});
