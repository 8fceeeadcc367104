import type { DecisionState } from './case-verdict.ts';

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

/** How long after a doubtful answer the platform is looked at: it may take a moment to show what it took. */
export const LOOK_AFTER_MS = [5_000, 30_000] as const;
