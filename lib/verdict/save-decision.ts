import type { Clock } from '../base/clock.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import { auditOf } from './audit.ts';
import { decide } from './decide.ts';
import type { Decided, DecisionContext, VerdictEvent } from './decision-types.ts';
import { lookAfter } from './escalate-case.ts';

export interface SaveDecisionParts extends Pick<DecisionContext, 'rules' | 'people' | 'postTimeoutMs'> {
  readonly ledger: Pick<AnswerLedger, 'load' | 'save' | 'copyTrail'>;
  /** The record of a case; null if it has none. */
  readonly caseOf?: ((domain: string, caseId: string) => Promise<CaseRecord | null>) | undefined;
  /** Without a policy, no case waits for an answer. */
  readonly policy?: CasePolicy | undefined;
  readonly clock: Clock;
}

/** `busy`: another function wrote first in every round. */
export type SavedDecision = Decided | 'busy';
export type SaveDecision = (event: VerdictEvent) => Promise<SavedDecision>;

/** More than a few clicks on one case at one moment are rare. */
const MAX_ROUNDS = 8;

/** Applies an event to the row: decides on the current version, and writes only if that version is still stored. */
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
      // Entries that leave the row must be in the trail that is read by day, and may not have been copied there yet.
      if (current && next.trimmed !== current.trimmed) await ledger.copyTrail(auditOf(current));
      const looked = policy ? { ...next, lookMs: lookAfter(next, record, { policy, nowMs }) } : next;
      if ((await ledger.save(looked)) === 'saved') return { ...decided, next: looked };
    }
    return 'busy';
  };
}
