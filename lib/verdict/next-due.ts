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

/**
 * When the reconciler has to look whether a decision went on. One that ended, or waits for a second person, counts until
 * everybody was told and its steps are in the trail of the day: the message for that may be lost, and a click as well.
 */
export function overdueFromMs(answer: Answer): number | null {
  const verdict = verdictIn(answer);
  if (!verdict) return null;
  const { state } = verdict.decision;
  // From the last step on: an analyst may have claimed since what was taken back long ago.
  if (isEnd(state)) return Math.max(state.atMs, lastMomentOf(answer));
  return state.is === 'awaiting-approval'
    ? lastMomentOf(answer) || verdict.decision.clickedAtMs
    : dueAtMs(state);
}

/** Whether a decision stays as it is until somebody does something, so that all that follows from it is done once. */
export const isToBeTold = ({ decision }: Answer): boolean =>
  decision !== null && (isEnd(decision.state) || decision.state.is === 'awaiting-approval');

/** When it is looked at next, once everybody was told how it stands. Null when nothing is to come. */
export function dueOnceToldMs(answer: Answer): number | null {
  const verdict = verdictIn(answer);
  return verdict?.decision.state.is === 'awaiting-approval' ? approvableUntilMs(verdict) : null;
}

/** How long after a doubtful answer the platform is looked at: it may take a moment to show what it took. */
export const LOOK_AFTER_MS = [5_000, 30_000] as const;
