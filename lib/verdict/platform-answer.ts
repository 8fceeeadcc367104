import { SECOND_MS } from '../base/time.ts';
import type { DecisionState, FailReason } from '../case/answer.ts';
import {
  NotFoundError,
  NotReadyError,
  type PostureError,
  RateLimitedError,
  UnauthorizedError,
} from '../posture/posture-errors.ts';
import { readMoment } from '../posture/schemas/timestamp.ts';
import type { VerdictAnswer } from '../posture/verdict-problems.ts';
import { failureText } from './failure-text.ts';
import { givesUpAtMs, pauseAfter, readyAt, type Trying } from './verdict-retries.ts';

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
