import type { StatusChange } from '../case/case-record.ts';
import type { CaseVerdict } from './case-verdict.ts';

/** A verdict that the platform recorded and resolved ends the case there: its messages say so already. */
export const followsFrom = (verdict: CaseVerdict | null, { to }: StatusChange): boolean =>
  verdict?.decision.state.is === 'recorded' &&
  verdict.decision.state.resolved &&
  (to === 'closed' || to === 'enforced');
