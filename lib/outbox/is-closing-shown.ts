import type { Answer } from '../case/answer.ts';
import type { CaseRecord, StatusChange } from '../case/case-record.ts';
import { stateOf } from '../case/case-state.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import { followsFrom } from '../verdict/closed-by-verdict.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';

export interface IsClosingShownParts {
  readonly ledger: Pick<DeliveryLedger, 'places'>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
}

/** Whether every message of a case already shows what a status change says. */
export type IsClosingShown = (before: CaseRecord, change: StatusChange, item: Case) => Promise<boolean>;

/**
 * A verdict from a chat closes the case in the platform. The thread has shown the verdict, and the poller has brought the
 * closing date. Then nothing is left to show, and no delivery has to be written.
 */
export function createIsClosingShown({ ledger, answerOf }: IsClosingShownParts): IsClosingShown {
  return async (before, change, item) => {
    const { domain, caseId } = before;
    if (change.to !== 'closed') return false;
    if (!followsFrom(await answerOf(domain, caseId), change, before.changes)) return false;
    const places = await ledger.places({ domain, feed: 'cases', id: caseId });
    return places.every(({ value }) => showsClosed(value, before, item));
  };
}

const showsClosed = ({ content }: Delivery, before: CaseRecord, item: Case): boolean =>
  content.kind === 'case' &&
  updatedAtMsOf(content.item) >= updatedAtMsOf(item) &&
  stateOf(content.item, before) === 'closed';
