import type { Answer } from '../case/answer.ts';
import { isUndecided } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { endedIn } from '../chats/shared/case-state.ts';
import { RestsError } from '../platform/read-versioned.ts';
import type { Case } from '../posture/schemas/case.ts';

/** How a case stands, as the ledger has it. */
export interface CaseStandings {
  answerOf(domain: string, caseId: string): Promise<Answer | null>;
  /** Null where cases are not followed. */
  recordOf(domain: string, caseId: string): Promise<CaseRecord | null>;
}

/** Whether anybody who opens a link of a case would find something to decide. */
export type IsToDecide = (domain: string, item: Case) => Promise<boolean>;

export const createIsToDecide =
  ({ answerOf, recordOf }: CaseStandings): IsToDecide =>
  async (domain, item) => {
    try {
      const [answer, record] = await Promise.all([
        answerOf(domain, item.case_id),
        recordOf(domain, item.case_id),
      ]);
      return isUndecided(answer) && endedIn(item, record) === null;
    } catch (error) {
      // A newer version has written about it, which more likely says that it is decided than that it is not.
      if (error instanceof RestsError) return false;
      throw error;
    }
  };
