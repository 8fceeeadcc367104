import { DAY_MS, HOUR_MS, SECOND_MS } from '../base/time.ts';
import {
  NotReadyError,
  type PostureError,
  RateLimitedError,
  UnauthorizedError,
  UnreachableError,
} from '../posture/posture-errors.ts';

/** The platform may be ready sooner than it said. */
const LOOK_AGAIN_MS = HOUR_MS;
const PAUSE = { shortestMs: 5 * SECOND_MS, longestMs: 900 * SECOND_MS };

/** Since when the bridge has tried to record a decision, and until when the platform asked it to wait. */
export interface Trying {
  readonly sinceMs: number;
  readonly readyAtMs?: number | undefined;
}

/** When the bridge stops retrying: a day after it began, or after the platform said that it would be ready. */
export const givesUpAtMs = ({ sinceMs, readyAtMs = 0 }: Trying): number =>
  Math.max(sinceMs, readyAtMs) + DAY_MS;

/** The longest wait that SQS and the ledger support. */
const LONGEST_WAIT_DAYS = 90;

/** When the platform says that it will be ready. */
export function readyAt(error: PostureError, atMs: number): number | undefined {
  if (!(error instanceof NotReadyError)) return undefined;
  const { days_until_ready: days } = error.body;
  const isKnown = typeof days === 'number' && days >= 0 && days <= LONGEST_WAIT_DAYS;
  return isKnown ? atMs + days * DAY_MS : undefined;
}

/** How long to wait before the next attempt, or null if retrying cannot help. */
export function pauseAfter(error: PostureError, waitedMs: number): number | null {
  // As long again as it took so far: the pause doubles each time, without a counter.
  const pauseMs = clamp(waitedMs, PAUSE.shortestMs, PAUSE.longestMs);
  if (error instanceof RateLimitedError) return Math.max(error.retryAfterMs ?? 0, pauseMs);
  // A revoked key may be restored or replaced: it is read again each time.
  if (error instanceof UnreachableError || error instanceof UnauthorizedError) return pauseMs;
  if (!(error instanceof NotReadyError)) return null;
  const { days_until_ready: days } = error.body;
  return clamp(typeof days === 'number' ? days * DAY_MS : LOOK_AGAIN_MS, 60 * SECOND_MS, LOOK_AGAIN_MS);
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
