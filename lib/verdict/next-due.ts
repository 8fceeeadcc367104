import { lastMomentOf } from './apply-change.ts';
import type { CaseVerdict, DecisionState } from './case-verdict.ts';

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
  (lastMomentOf(verdict) || verdict.decision.clickedAtMs) + APPROVE_WITHIN_MS;

const ENDS = ['recorded', 'failed', 'undone', 'declined'] as const;
type End = Extract<DecisionState, { readonly is: (typeof ENDS)[number] }>;
const isEnd = (state: DecisionState): state is End => ENDS.some((end) => end === state.is);

/** When a decision came to its end; null while it has not. */
export const endedAtMs = ({ decision: { state } }: CaseVerdict): number | null =>
  isEnd(state) ? state.atMs : null;

/**
 * When the reconciler has to look whether a decision went on. One that ended counts until everybody was told: the message for
 * that may be lost, and a click as well, though it is kept, where the function dies that should have kept it.
 */
export const overdueFromMs = (verdict: CaseVerdict): number | null =>
  verdict.decision.state.is === 'awaiting-approval'
    ? approvableUntilMs(verdict)
    : (endedAtMs(verdict) ?? dueAtMs(verdict.decision.state));

/** How long after a doubtful answer the platform is looked at: it may take a moment to show what it took. */
export const LOOK_AFTER_MS = [5_000, 30_000] as const;
