import type { Severity } from '../posture/severity.ts';
import {
  type Answer,
  type Claim,
  type Decision,
  decisionIn,
  type EscalationStep,
  type TrailEntry,
} from './answer.ts';
import { type CaseRecord, isEnded } from './case-record.ts';

/** What the configuration says about cases. */
export interface CasePolicy {
  /**
   * The escalation steps of a case, soonest first. Null where the configuration knows none of these routes: they were
   * renamed or removed, or this function still has the earlier configuration.
   */
  stepsOf(how: Pick<CaseRecord, 'routes' | 'severity'>): readonly EscalationStep[] | null;
  /** How long a claim on a case of this severity holds. */
  claimHoldsMs(severity: Severity | null): number;
  isChat(destination: string): boolean;
}

/** Where a case stands: what follows from its record and its answer. Derived each time, and never stored. */
export interface Standing {
  /** Nothing is left to decide. */
  readonly isEnded: boolean;
  /** Its content was erased on request: nobody is called about it. */
  readonly isForgotten: boolean;
  /** The decision that counts; null where nobody decided, or it was undone, expired, or belongs to an earlier episode. */
  readonly decision: Decision | null;
  /** The verdict that the platform recorded before the case was reopened. */
  readonly earlier: Decision | null;
  /** Who works on the case. */
  readonly claim: Claim | null;
  readonly isAnswered: boolean;
  /** When the last person who had claimed or decided the case left it unattended; 0 where nobody did. */
  readonly leftMs: number;
  /** If nobody has answered: since when the case has waited. */
  readonly sinceMs: number;
}

/** The entries after which a case is unattended again. */
const LEAVES: ReadonlySet<TrailEntry['what']> = new Set([
  ...(['handed-back', 'claim-ended', 'undone', 'declined', 'failed'] as const),
]);
/** The times of these entries in the trail. */
export const leftIn = (trail: readonly TrailEntry[]): number[] =>
  trail.filter(({ what }) => LEAVES.has(what)).map(({ atMs }) => atMs);

export function standing(
  record: CaseRecord,
  answer: Pick<Answer, 'decision' | 'before' | 'claim' | 'trail' | 'leftMs'> | null,
  policy: CasePolicy,
  nowMs: number,
): Standing {
  const { episode } = record;
  const all = [answer?.decision ?? null, answer?.before ?? null];
  const decision = decisionIn(answer, episode);
  const earlier =
    all.find((one) => one !== null && one.episode < episode && one.state.is === 'recorded') ?? null;
  const ended = isEnded(record);
  const endsMs = claimEndsMs(record, answer?.claim ?? null, policy);
  const isHeld = endsMs !== null && nowMs < endsMs;
  const claim = !ended && !decision && isHeld ? (answer?.claim ?? null) : null;
  const leftMs = Math.max(answer?.leftMs ?? 0, ...leftIn(answer?.trail ?? []), isHeld ? 0 : (endsMs ?? 0));
  return {
    isEnded: ended,
    isForgotten: record.forgotten === true,
    decision,
    earlier,
    claim,
    isAnswered: decision !== null || claim !== null,
    leftMs,
    sinceMs: Math.max(record.sinceMs, leftMs),
  };
}

/** A claim ends on its own, and sooner the more severe the case is now. A claim of an earlier episode never held. */
export function claimEndsMs(record: CaseRecord, claim: Claim | null, policy: CasePolicy): number | null {
  if (!claim || claim.episode < record.episode) return null;
  return claim.atMs + policy.claimHoldsMs(record.severity);
}

/** Whether people may be called about a case: somebody still has to act on it. */
export const mayCall = ({ isEnded: ended, isForgotten, isAnswered }: Standing): boolean =>
  !ended && !isForgotten && !isAnswered;

/** Whether the case shows buttons: an ended case, or one whose decision is being recorded, has none to decide it. */
export const canBeDecidedNow = ({ isEnded: ended, decision }: Standing): boolean =>
  !ended && decision === null;
