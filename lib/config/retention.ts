import * as z from 'zod/mini';
import { DAY_MS } from '../base/time.ts';
import { type Duration, duration } from './schema/duration.ts';
import { strict } from './schema/strict.ts';

/** How long earlier cases are counted, unless their decisions are kept for a shorter time. */
const PAST_MS = 90 * DAY_MS;
export const pastWindowMs = ({ retention }: { readonly retention: { readonly cases: number } }): number =>
  Math.min(PAST_MS, retention.cases);
/** The rows are kept a little longer, because a case may come late. */
export const PAST_SPARE_MS = 3 * DAY_MS;

/** A change found by a sweep keeps a message for longer than the decision before it. */
export const caseKeptMs = (config: {
  readonly retention: { readonly cases: number };
  readonly poll: { readonly sweep: { readonly window: number } };
}): number => config.retention.cases + config.poll.sweep.window;

export const RETENTION_DEFAULT_MS = 400 * DAY_MS;
/** What is shown is most of the table, and the platform and the chat have it too. */
export const DELIVERIES_DEFAULT_MS = 90 * DAY_MS;

const kept = (atLeast: Duration, unlessGivenMs = RETENTION_DEFAULT_MS) =>
  z._default(duration({ atLeast, atMost: '3650d' }), unlessGivenMs);

/**
 * How long the ledger keeps data that names people. Unfinished work is kept until it is done, and the fact that an item
 * was seen is kept for ever: it names nobody, and a forgotten item would be announced again.
 */
export const Retention = strict({
  /** Decisions about a case, counted from the last change. */
  cases: kept('30d'),
  /** The content of a message and where it is posted, counted from the last change. */
  deliveries: kept('7d', DELIVERIES_DEFAULT_MS),
  /** The audit trail, counted from each event. */
  trail: kept('30d'),
});
