import type { Answer } from '../case/answer.ts';
import type { StatusChange } from '../case/case-record.ts';

/** A verdict that the platform recorded and resolved ends the case there: its messages say so already. */
export const followsFrom = (answer: Answer | null, { to }: StatusChange): boolean =>
  answer?.decision?.state.is === 'recorded' &&
  answer.decision.state.resolved &&
  (to === 'closed' || to === 'enforced');
