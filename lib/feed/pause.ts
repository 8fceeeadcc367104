import { DAY_MS, MINUTE_MS } from '../base/time.ts';
import { NotReadyError, type PostureError, UnauthorizedError } from '../posture/posture-errors.ts';
import type { Pause } from './feed-state.ts';

/** A date may be wrong or may change: the poller looks again at least this often. */
const LONGEST_SLEEP_MS = 60 * MINUTE_MS;

/**
 * A refused key is retried, so that the feed resumes on its own: soon at first, because a key is refused only for moments
 * while it is being replaced, and then after about as long as it has been refused.
 */
const KEY_RETRY_MS = { least: MINUTE_MS / 2, most: 5 * MINUTE_MS };

/** The pause that an answer asks for, or null if it asks for none. */
export function pauseFor(error: PostureError, current: Pause | null, nowMs: number): Pause | null {
  const because =
    error instanceof NotReadyError ? 'not_ready' : error instanceof UnauthorizedError ? 'unauthorized' : null;
  if (because === null) return null;
  const same = current?.because === because ? current : null;
  const sinceMs = same?.sinceMs ?? nowMs;
  return {
    because,
    sinceMs,
    fromMs: nowMs,
    untilMs: nowMs + pauseMs(error, nowMs - sinceMs),
    told: same?.told ?? false,
  };
}

function pauseMs(error: PostureError, soFarMs: number): number {
  if (!(error instanceof NotReadyError))
    return Math.min(KEY_RETRY_MS.most, Math.max(KEY_RETRY_MS.least, soFarMs));
  const days = error.body.days_until_ready ?? 0;
  return Math.min(LONGEST_SLEEP_MS, Math.max(MINUTE_MS, days * DAY_MS));
}

/** A pause that begins in the future was written by another clock. */
export const isPaused = ({ untilMs, fromMs = untilMs - LONGEST_SLEEP_MS }: Pause, nowMs: number): boolean =>
  fromMs <= nowMs && nowMs < untilMs;
