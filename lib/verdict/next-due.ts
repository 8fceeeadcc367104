import { type Answer, type CaseVerdict, type DecisionState, verdictIn } from '../case/answer.ts';
import { lastDecidedMs, lastMomentOf } from './apply-change.ts';

/** Since when, or from when on, the bridge has to move a decision by itself. Null when it has not. */
export function dueAtMs(state: DecisionState): number | null {
  switch (state.is) {
    case 'undoable':
    case 'waiting':
      return state.untilMs;
    case 'posting':
      return state.doubt?.nextLookMs ?? state.sinceMs;
    default:
      return null;
  }
}

/** A second person has so long to approve a decision. After that it ends, where people see it. */
const APPROVE_WITHIN_MS = 24 * 3_600_000;

/** Until when a second person may approve the decision that stands. */
export const approvableUntilMs = (verdict: CaseVerdict): number =>
  (lastDecidedMs(verdict) || verdict.decision.clickedAtMs) + APPROVE_WITHIN_MS;

const ENDS = ['recorded', 'failed', 'undone', 'declined'] as const;
type End = Extract<DecisionState, { readonly is: (typeof ENDS)[number] }>;
const isEnd = (state: DecisionState): state is End => ENDS.some((end) => end === state.is);

/** By then the message that moves it on has come, unless it was lost. */
const PATIENCE_MS = 2 * 60_000;

/** From when on the reconciler wakes the verdict function for an answer: its decision should have gone on, or it is due. */
export function listedFromMs(answer: Answer): number | null {
  const overdueMs = overdueFromMs(answer);
  return soonest(overdueMs === null ? null : overdueMs + PATIENCE_MS, answer.lookMs ?? null);
}

const soonest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * When a decision should have gone on. One that ended, or waits for a second person, counts until everybody was told and its
 * steps are in the trail of the day: the message for that may be lost, and a click as well.
 */
export function overdueFromMs(answer: Answer): number | null {
  const verdict = verdictIn(answer);
  if (!verdict) return null;
  const { state } = verdict.decision;
  if (answer.isTold) return state.is === 'awaiting-approval' ? approvableUntilMs(verdict) : null;
  // From the last step on: an analyst may have claimed since what was taken back long ago.
  if (isEnd(state)) return Math.max(state.atMs, lastMomentOf(answer));
  return state.is === 'awaiting-approval'
    ? lastMomentOf(answer) || verdict.decision.clickedAtMs
    : dueAtMs(state);
}

/** Whether a decision stays as it is until somebody does something, so that all that follows from it is done once. */
export const isToBeTold = ({ decision }: Answer): boolean =>
  decision !== null && (isEnd(decision.state) || decision.state.is === 'awaiting-approval');

/** How long after a doubtful answer the platform is looked at: it may take a moment to show what it took. */
export const LOOK_AFTER_MS = [5_000, 30_000] as const;
