import type { Severity } from '../posture/severity.ts';
import {
  type Answer,
  type Claim,
  cameToNothing,
  type Decision,
  type EscalationStep,
  type TrailEntry,
} from './answer.ts';
import { type CaseRecord, isEnded } from './case-record.ts';

/** What the configuration says about cases. */
export interface CasePolicy {
  /**
   * What is done about a case that nobody answers, the soonest first. Null where it knows none of these routes: they were
   * renamed or taken out, or this function still has the configuration from before.
   */
  stepsOf(how: Pick<CaseRecord, 'routes' | 'severity'>): readonly EscalationStep[] | null;
  /** For so long a case stays with whoever is on it. */
  claimHoldsMs(severity: Severity | null): number;
  isChat(destination: string): boolean;
}

/** How a case stands: what follows from its record and from what people did. Derived each time, and never stored. */
export interface Standing {
  /** There is nothing to decide any more. */
  readonly isEnded: boolean;
  /** What it is about was erased on request: nobody is called about it. */
  readonly isForgotten: boolean;
  /** The decision that counts; null where nobody decided, or where it was taken back, expired, or is of an earlier episode. */
  readonly decision: Decision | null;
  /** The verdict that was recorded before the case was reopened. */
  readonly earlier: Decision | null;
  /** Who is on it. */
  readonly claim: Claim | null;
  readonly isAnswered: boolean;
  /** When somebody who was on it, or had decided it, last left it to nobody; 0 where nobody did. */
  readonly leftMs: number;
  /** Since when nobody has answered, if nobody has. */
  readonly sinceMs: number;
}

/** Whoever takes back what was done leaves the case to nobody. */
const LEAVES: ReadonlySet<TrailEntry['what']> = new Set([
  ...(['handed-back', 'claim-ended', 'undone', 'declined', 'failed'] as const),
]);
/** When that was, by the trail. */
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
  const isCurrent = (one: Decision | null): one is Decision => one !== null && one.episode >= episode;
  const decision = all.find((one) => isCurrent(one) && !cameToNothing(one.state)) ?? null;
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

/** A claim ends by itself, sooner the more severe the case is now. One of an earlier episode never held. */
export function claimEndsMs(record: CaseRecord, claim: Claim | null, policy: CasePolicy): number | null {
  if (!claim || claim.episode < record.episode) return null;
  return claim.atMs + policy.claimHoldsMs(record.severity);
}

/** Whether people may be called about a case: somebody still has to do something about it. */
export const mayCall = ({ isEnded: ended, isForgotten, isAnswered }: Standing): boolean =>
  !ended && !isForgotten && !isAnswered;

/** Whether there is something to press: what ended, or is being recorded, has no buttons to decide. */
export const canBeDecidedNow = ({ isEnded: ended, decision }: Standing): boolean =>
  !ended && decision === null;
