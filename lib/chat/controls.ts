import type { DecisionState } from '../verdict/case-verdict.ts';
import type { Standing } from './case-story.ts';

export type Control = 'choices' | 'undo' | 'approve' | 'decline' | 'retry' | 'override';

/** What can be pressed, in the order in which it is shown. The same on every surface. */
export function controlsOf(standing: Standing): readonly Control[] {
  if (standing.is === 'open') return ['choices'];
  return standing.is === 'closed' ? [] : BY_STATE[standing.state.is];
}

const BY_STATE: Readonly<Record<DecisionState['is'], readonly Control[]>> = {
  'awaiting-approval': ['approve', 'decline'],
  undoable: ['undo'],
  posting: [],
  waiting: [],
  recorded: ['override'],
  failed: ['retry', 'choices'],
  undone: ['choices'],
  declined: ['choices'],
};
