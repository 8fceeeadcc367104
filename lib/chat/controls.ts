import type { DecisionState } from '../verdict/case-verdict.ts';
import type { Standing } from './case-story.ts';

export type Control = 'choices' | 'undo' | 'approve' | 'decline' | 'retry' | 'override';

/** What can be pressed, in the order in which it is shown. The same on every surface. */
export function controlsOf(standing: Standing): readonly Control[] {
  if (standing.is === 'open') return ['choices'];
  if (standing.is === 'closed') return [];
  const { state } = standing;
  // Without an undo window it is on its way already.
  if (state.is === 'undoable' && state.untilMs <= state.sinceMs) return [];
  return BY_STATE[state.is];
}

const BY_STATE: Readonly<Record<DecisionState['is'], readonly Control[]>> = {
  'awaiting-approval': ['approve', 'decline', 'undo'],
  undoable: ['undo'],
  posting: [],
  waiting: ['undo'],
  recorded: ['override'],
  failed: ['retry', 'choices'],
  undone: ['choices'],
  declined: ['choices'],
};
