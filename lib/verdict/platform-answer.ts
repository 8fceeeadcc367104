import { DAY_MS, HOUR_MS, SECOND_MS } from '../base/time.ts';
import type { DecisionState, FailReason } from '../case/answer.ts';
import {
  NotFoundError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  UnauthorizedError,
  UnreachableError,
} from '../posture/posture-errors.ts';
import { readMoment } from '../posture/schemas/timestamp.ts';
import type { VerdictAnswer } from '../posture/verdict-problems.ts';
import { failureText } from './failure-text.ts';
import { givesUpAtMs, type Trying } from './gives-up.ts';

/** The platform may be ready sooner than it said. */
const LOOK_AGAIN_MS = HOUR_MS;
const PAUSE = { shortestMs: 5 * SECOND_MS, longestMs: 900 * SECOND_MS };

export interface PostEnd {
  readonly state: Extract<DecisionState, { is: 'recorded' | 'waiting' | 'failed' }>;
  /** Text for the audit trail. */
  readonly words: string;
}

/** What the platform's answer means for the decision. Null if nothing is certain. */
export function endOf(answer: VerdictAnswer, atMs: number, trying: Trying): PostEnd | null {
  switch (answer.status) {
    case 'recorded': {
      const { resolved, processed_at: processedAt } = answer.result;
      const words = `recorded${resolved === true ? ' and resolved' : ''}${processedAt ? `, processed at ${processedAt}` : ''}`;
      const state = { is: 'recorded', atMs, resolved: resolved === true, ...processed(processedAt) } as const;
      return { state, words };
    }
    case 'refused': {
      const { error } = answer;
      const state = waitingAfter(error, atMs, trying) ?? failedWith(error, atMs);
      return { state, words: error.message };
    }
    case 'unknown':
      return null;
  }
}

/** A time in whole seconds can mean any moment of that second. */
function processed(text: string | null | undefined): { readonly processedAtMs?: number } {
  const ms = readMoment(text);
  if (ms === null) return {};
  return { processedAtMs: ms % SECOND_MS === 0 ? ms + SECOND_MS - 1 : ms };
}

function waitingAfter(error: PostureError, atMs: number, trying: Trying): PostEnd['state'] | null {
  const { sinceMs } = trying;
  const pauseMs = pauseAfter(error, atMs - sinceMs);
  if (pauseMs === null) return null;
  // If the platform says when it will be ready, the bridge waits for that, whatever it answers meanwhile.
  const readyAtMs = readyAt(error, atMs) ?? trying.readyAtMs;
  const giveUpMs = givesUpAtMs({ sinceMs, readyAtMs });
  if (atMs >= giveUpMs) return gaveUp(atMs);
  const untilMs = Math.min(atMs + pauseMs, giveUpMs);
  const wait = { is: 'waiting', sinceMs, untilMs, readyAtMs } as const;
  if (error instanceof RateLimitedError) return { ...wait, because: 'rate-limited' };
  if (error instanceof UnauthorizedError) return { ...wait, because: 'unreachable', keyRefused: true };
  if (!(error instanceof NotReadyError)) return { ...wait, because: 'unreachable' };
  return { ...wait, because: 'not-ready' };
}

/** The longest wait that SQS and the ledger support. */
const LONGEST_WAIT_DAYS = 90;

function readyAt(error: PostureError, atMs: number): number | undefined {
  if (!(error instanceof NotReadyError)) return undefined;
  const { days_until_ready: days } = error.body;
  const isKnown = typeof days === 'number' && days >= 0 && days <= LONGEST_WAIT_DAYS;
  return isKnown ? atMs + days * DAY_MS : undefined;
}

/** How long to wait before the next attempt, or null if retrying cannot help. */
function pauseAfter(error: PostureError, waitedMs: number): number | null {
  // As long again as it took so far: the pause doubles each time, without a counter.
  const pauseMs = clamp(waitedMs, PAUSE.shortestMs, PAUSE.longestMs);
  if (error instanceof RateLimitedError) return Math.max(error.retryAfterMs ?? 0, pauseMs);
  // A revoked key may be restored or replaced: it is read again each time.
  if (error instanceof UnreachableError || error instanceof UnauthorizedError) return pauseMs;
  if (!(error instanceof NotReadyError)) return null;
  const { days_until_ready: days } = error.body;
  return clamp(typeof days === 'number' ? days * DAY_MS : LOOK_AGAIN_MS, 60 * SECOND_MS, LOOK_AGAIN_MS);
}

const failed = (because: FailReason, atMs: number): PostEnd['state'] => ({
  is: 'failed',
  because,
  message: failureText(because),
  mayBeRecorded: because === 'unknown-outcome',
  atMs,
});

const failedWith = (error: PostureError, atMs: number): PostEnd['state'] =>
  failed(error instanceof NotFoundError ? 'not-found' : 'rejected', atMs);

export const gaveUp = (atMs: number): PostEnd['state'] => failed('gave-up', atMs);
export const notApproved = (atMs: number): PostEnd['state'] => failed('not-approved', atMs);
export const outlived = (atMs: number): PostEnd['state'] => failed('reopened', atMs);
export const unknownOutcome = (atMs: number): PostEnd['state'] => failed('unknown-outcome', atMs);

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
