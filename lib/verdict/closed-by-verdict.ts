import type { Answer } from '../case/answer.ts';
import { type CaseStatus, isOver, type StatusChange } from '../case/case-record.ts';

const isEnd = (status: CaseStatus): boolean => isOver(status) || status === 'enforced';

/**
 * A verdict that the platform recorded and resolved ends the case there, and its messages already say so, unless the case
 * was reopened since. `changes`: all known changes of the case.
 */
export function followsFrom(
  answer: Answer | null,
  change: StatusChange,
  changes: readonly StatusChange[],
): boolean {
  if (change.to !== 'closed' && change.to !== 'enforced') return false;
  const reopenedMs =
    changes.findLast(({ n, from, to }) => n < change.n && isEnd(from) && !isEnd(to))?.atMs ?? 0;
  return [answer?.decision, answer?.before].some(
    (one) =>
      one?.state.is === 'recorded' &&
      one.state.resolved &&
      (one.state.processedAtMs ?? one.state.atMs) >= reopenedMs,
  );
}
