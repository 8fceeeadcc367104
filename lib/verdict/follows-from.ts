import type { Answer } from '../case/answer.ts';
import type { StatusChange } from '../case/case-record.ts';

/** A verdict that the platform recorded and resolved ends the case there: its messages say so already. */
export const followsFrom = (answer: Answer | null, { to }: StatusChange): boolean =>
  (to === 'closed' || to === 'enforced') &&
  [answer?.decision, answer?.before].some((one) => one?.state.is === 'recorded' && one.state.resolved);
