import { type Answer, type CaseVerdict, type DecisionState, verdictIn } from '../case/answer.ts';
import { APPROVE_WITHIN_MS } from '../config/approval-deadline.ts';
import { lastDecidedMs, lastMomentOf } from './apply-change.ts';

/** When the bridge itself has to move a decision on, which may be in the past. Null if it does not have to. */
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

/** Until when a second person may approve the current decision. */
export const approvableUntilMs = (verdict: CaseVerdict): number =>
  (lastDecidedMs(verdict) || verdict.decision.clickedAtMs) + APPROVE_WITHIN_MS;

const ENDS = ['recorded', 'failed', 'undone', 'declined'] as const;
type End = Extract<DecisionState, { readonly is: (typeof ENDS)[number] }>;
const isEnd = (state: DecisionState): state is End => ENDS.some((end) => end === state.is);

/** By then the message that moves the decision on has arrived, unless it was lost. */
const PATIENCE_MS = 2 * 60_000;

/** When the reconciler wakes the verdict function for an answer: its decision is overdue, or a look is due. */
export function listedFromMs(answer: Answer): number | null {
  const overdueMs = overdueFromMs(answer);
  return soonest(overdueMs === null ? null : overdueMs + PATIENCE_MS, answer.lookMs ?? null);
}

const soonest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * When a decision should have moved on. One that ended, or waits for a second person, counts until everybody was told and
 * its steps are in the trail of the day: the message for that may be lost, and so may a click.
 */
export function overdueFromMs(answer: Answer): number | null {
  const verdict = verdictIn(answer);
  if (!verdict) return null;
  const { state } = verdict.decision;
  if (answer.isPublished) return state.is === 'awaiting-approval' ? approvableUntilMs(verdict) : null;
  // Counts from the last entry: an analyst may since have claimed a case whose decision was undone long ago.
  if (isEnd(state)) return Math.max(state.atMs, lastMomentOf(answer));
  return state.is === 'awaiting-approval'
    ? lastMomentOf(answer) || verdict.decision.clickedAtMs
    : dueAtMs(state);
}

/** Whether a decision stays as it is until a person acts, so that all its effects are done once. */
export const isToBePublished = ({ decision }: Answer): boolean =>
  decision !== null && (isEnd(decision.state) || decision.state.is === 'awaiting-approval');

/** When to look at the platform after an unclear answer: it may take a moment to show what it recorded. */
export const LOOK_AFTER_MS = [5_000, 30_000] as const;
