import { UnreadableError } from '../base/read-versioned.ts';
import type { Answer } from '../case/answer.ts';
import { isUndecided } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { endedIn } from '../case/case-state.ts';
import type { Case } from '../posture/schemas/case.ts';

/** How a case stands, as the ledger has it. */
export interface CaseStandings {
  answerOf(domain: string, caseId: string): Promise<Answer | null>;
  /** Null where cases are not followed. */
  recordOf(domain: string, caseId: string): Promise<CaseRecord | null>;
}

/** The episode in which a case can be decided by a link; null where there is nothing to decide. */
export type EpisodeToDecide = (domain: string, item: Case) => Promise<number | null>;

export const createEpisodeToDecide =
  ({ answerOf, recordOf }: CaseStandings): EpisodeToDecide =>
  async (domain, item) => {
    try {
      const [answer, record] = await Promise.all([
        answerOf(domain, item.case_id),
        recordOf(domain, item.case_id),
      ]);
      const episode = record?.episode ?? 0;
      return isUndecided(answer, episode) && endedIn(item, record) === null ? episode : null;
    } catch (error) {
      // A newer version wrote the answer. More likely it says that the case is decided.
      if (error instanceof UnreadableError) return null;
      throw error;
    }
  };
