import type { CaseRecord } from '../case/case-record.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { Clock } from '../platform/clock.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import { auditOf } from './audit.ts';
import { decide } from './decide.ts';
import type { Decided, DecisionContext, VerdictEvent } from './decision-types.ts';
import { lookAfter } from './look-at-case.ts';

export interface SaveDecisionParts extends Pick<DecisionContext, 'rules' | 'people' | 'postTimeoutMs'> {
  readonly ledger: Pick<AnswerLedger, 'load' | 'save' | 'copyTrail'>;
  /** What is known of a case; null for one without a record. */
  readonly caseOf?: ((domain: string, caseId: string) => Promise<CaseRecord | null>) | undefined;
  /** Nobody waits for what there is no policy for. */
  readonly policy?: CasePolicy | undefined;
  readonly clock: Clock;
}

/** `busy`: others were quicker each time. */
export type SavedDecision = Decided | 'busy';
export type SaveDecision = (event: VerdictEvent) => Promise<SavedDecision>;

/** More than a few clicks on one case at one moment are rare. */
const MAX_ROUNDS = 8;

/** Brings an event and the row together: decided on the row as it stands, written only if it still stands so. */
export function createSaveDecision(parts: SaveDecisionParts): SaveDecision {
  const { ledger, clock, rules, people, policy, postTimeoutMs } = parts;
  return async function move(event) {
    const record = (await parts.caseOf?.(event.domain, event.caseId)) ?? null;
    const context = { rules, people, postTimeoutMs, episode: record?.episode, record };
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const current = await ledger.load(event.domain, event.caseId);
      const nowMs = clock.now();
      const decided = decide(current, event, { ...context, nowMs });
      const next = decided.is === 'repeat' ? null : decided.next;
      if (!next) return decided;
      // What leaves the row must be where it is read by day, and its copy may not have been made yet.
      if (current && next.trimmed !== current.trimmed) await ledger.copyTrail(auditOf(current));
      const looked = policy ? { ...next, lookMs: lookAfter(next, record, { policy, nowMs }) } : next;
      if ((await ledger.save(looked)) === 'saved') return { ...decided, next: looked };
    }
    return 'busy';
  };
}
