import type { Answer } from '../case/answer.ts';
import type { CaseRecord, StatusChange } from '../case/case-record.ts';
import { stateOf } from '../case/case-state.ts';
import { type Case, updatedAtMsOf } from '../posture/schemas/case.ts';
import { followsFrom } from '../verdict/follows-from.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';

export interface IsClosingShownParts {
  readonly ledger: Pick<DeliveryLedger, 'places'>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
}

/** Whether every message of a case says already what a change of its status brings. */
export type IsClosingShown = (before: CaseRecord, change: StatusChange, item: Case) => Promise<boolean>;

/**
 * A verdict from a chat closes the case in the platform. The thread has told the verdict, and the poller brings the closing
 * date: then nothing is left to be shown, and no row of a message has to be written for it.
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
