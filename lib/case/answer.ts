import type { Outcome } from '../posture/schemas/verdict-schema.ts';

/** Who did something, and the chat that knows the person by that id. */
export interface Person {
  /** The name of the chat. */
  readonly surface: string;
  readonly id: string;
  /** The name shown to people. Never trust it for anything else. */
  readonly name: string;
  /** The address that the chat vouches for, of nobody who is a guest there. It tells whose account it is, and gives no right. */
  readonly email?: string | undefined;
}

/** What an analyst decided about a case. */
export interface DecisionRequest {
  /** The id of the click: a repeated delivery of the click carries the same id. */
  readonly id: string;
  readonly outcome: Outcome;
  /** The analyst's own words, without the line that names the analyst. */
  readonly comment: string | null;
  /** The events of the case that support the decision. */
  readonly eventIds: readonly string[];
  readonly by: Person;
  /** The destination where the analyst clicked. */
  readonly place: string;
  readonly clickedAtMs: number;
  /** The id of the decision that this one knowingly replaces. */
  readonly overrides: string | null;
}

export type DecisionState =
  /** A second person has to approve. */
  | { readonly is: 'awaiting-approval' }
  /** It can be undone until then; nothing was sent to the platform. */
  | { readonly is: 'undoable'; readonly sinceMs: number; readonly untilMs: number }
  /** The verdict function is sending it, or crashed while sending it. */
  | {
      readonly is: 'posting';
      readonly sinceMs: number;
      /** No clear answer came, so the bridge looks at the platform: how often it has, and when it does next. */
      readonly doubt?: { readonly looks: number; readonly nextLookMs: number } | undefined;
      /** Since when earlier attempts were waiting, and when the platform said that it will be ready. */
      readonly waitingSinceMs?: number | undefined;
      readonly readyAtMs?: number | undefined;
    }
  /** Certainly not recorded; the verdict function retries on its own. */
  | {
      readonly is: 'waiting';
      readonly because: WaitReason;
      /** When the next attempt is. */
      readonly untilMs: number;
      readonly sinceMs: number;
      /** When the platform said that it will be ready. */
      readonly readyAtMs?: number | undefined;
      /** The platform did answer, but refused the API key. */
      readonly keyRefused?: boolean | undefined;
    }
  | {
      readonly is: 'recorded';
      readonly atMs: number;
      readonly resolved: boolean;
      /** The same moment by the platform's clock, where the platform said so. */
      readonly processedAtMs?: number | undefined;
    }
  | {
      readonly is: 'failed';
      readonly because: FailReason;
      /** Written for the analyst. */
      readonly message: string;
      /** Nobody knows whether the platform recorded it. */
      readonly mayBeRecorded: boolean;
      readonly atMs: number;
    }
  | { readonly is: 'undone'; readonly by: Person; readonly atMs: number }
  /** The second person declined it. */
  | { readonly is: 'declined'; readonly by: Person; readonly atMs: number };

export type WaitReason = 'not-ready' | 'rate-limited' | 'unreachable';
export type FailReason =
  | 'not-found'
  | 'rejected'
  | 'unknown-outcome'
  | 'gave-up'
  /** No second person approved it in time. */
  | 'not-approved'
  /** The case was reopened before the decision was sent. */
  | 'reopened';

export interface Decision extends DecisionRequest {
  readonly state: DecisionState;
  readonly approvedBy: Person | null;
  /** The episode of the case in which it was made: a decision of an earlier episode no longer counts. */
  readonly episode: number;
  /** The decision that counted before the case was reopened. */
  readonly replaces?: string | undefined;
  /** The outcome that the platform held, where this one overrides or replaces it. */
  readonly was?: Outcome | undefined;
}

/** An analyst works on a case. A claim changes nothing in the platform, and a decision ends it. */
export interface Claim {
  /** The id of the click: a repeated delivery of the click carries the same id. */
  readonly id: string;
  readonly by: Person;
  /** The destination where the analyst clicked. */
  readonly place: string;
  readonly atMs: number;
  readonly episode: number;
}

/** What a route does when nobody has answered a case for this long. */
export interface EscalationStep {
  readonly route: string;
  /** Which step of the route it is, counted from 1. */
  readonly step: number;
  readonly afterMs: number;
  /** The destinations that the case is also sent to. */
  readonly to: readonly string[];
}

/** An escalation step that was taken. */
export interface TakenStep extends EscalationStep {
  /** The number of the step among all steps of the case, across episodes. */
  readonly n: number;
  readonly atMs: number;
}

interface Entry {
  readonly atMs: number;
  /** The id of the decision, or of the click that claimed the case or handed it back. */
  readonly id: string;
  /** Null when the bridge did it on its own. */
  readonly by: Person | null;
  readonly place: string | null;
  readonly comment: string | null;
  /** The platform's answer, or what that answer means, in words. */
  readonly answer: string | null;
}

export interface DecisionEntry extends Entry {
  readonly what:
    | 'requested'
    | 'overridden'
    /** The case was reopened and decided again. */
    | 'replaced'
    | 'approved'
    | 'declined'
    | 'undone'
    | 'posting'
    | 'waiting'
    | 'recorded'
    | 'failed';
  readonly outcome: Outcome;
}

export interface ClaimEntry extends Entry {
  /** `claim-ended`: the claim ran out because nobody did anything. */
  readonly what: 'claimed' | 'taken-over' | 'handed-back' | 'claim-ended';
  readonly outcome: null;
}

/** One entry in the trail of a case. */
export type TrailEntry = DecisionEntry | ClaimEntry;

export const isDecisionEntry = (entry: TrailEntry): entry is DecisionEntry => entry.outcome !== null;

/** What people did about a case. The verdict function alone writes this record, and only at the version that it read. */
export interface Answer {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  /** The decision that counts. It is not necessarily recorded. */
  readonly decision: Decision | null;
  /** A recorded decision that this one is meant to replace: it counts again if this one comes to nothing. */
  readonly before?: Decision | null | undefined;
  /** The latest decision that was meant to replace the one that counts and was not recorded. */
  readonly failedOverride?: Decision | null | undefined;
  /** Who works on the case: nobody once it is decided. */
  readonly claim?: Claim | null | undefined;
  /** Everything that happened, oldest first. Each entry is written together with the change it describes. */
  readonly trail: readonly TrailEntry[];
  /** The latest clicks that were refused, so that a repeat of one of them is refused as well. */
  readonly refused?: readonly { readonly id: string; readonly because: string }[] | undefined;
  /** How many of the oldest entries were dropped to save room. The audit trail of their days still has them. */
  readonly trimmed?: number | undefined;
  readonly createdAtMs?: number | undefined;
  /** Everybody was told where the decision stands, and its steps are in the audit trail of the day. */
  readonly isPublished?: boolean | undefined;
  /** When the last person left the case unattended, for when the trail no longer says so. */
  readonly leftMs?: number | undefined;
  /** The latest escalation steps that were taken, oldest first. */
  readonly steps?: readonly TakenStep[] | undefined;
  /** The effects of the last step, or of the end of a claim, may not be done yet. */
  readonly owed?: 'step' | 'claim-ended' | null | undefined;
  /** When the verdict function next checks whether the case waits; null where nothing is due. */
  readonly lookMs?: number | null | undefined;
  /** The version of the case record that it saw then: the look that this version asked for is done. */
  readonly lookedAt?: number | undefined;
}

/** An answer with a decision in it. */
export interface CaseVerdict extends Answer {
  readonly decision: Decision;
}

export const verdictIn = (answer: Answer | null): CaseVerdict | null =>
  answer?.decision ? (answer as CaseVerdict) : null;

/** It was undone, declined, never approved, or certainly not recorded by the platform. The case is open again. */
export const cameToNothing = (
  state: DecisionState,
): state is Extract<DecisionState, { is: 'undone' | 'declined' | 'failed' }> =>
  state.is === 'undone' || state.is === 'declined' || (state.is === 'failed' && !state.mayBeRecorded);

/** The decision that counts; null where nobody decided, or it came to nothing or belongs to an earlier episode. */
export const decisionIn = (
  answer: Pick<Answer, 'decision' | 'before'> | null,
  episode = 0,
): Decision | null =>
  [answer?.decision, answer?.before].find(
    (one) => one && one.episode >= episode && !cameToNothing(one.state),
  ) ?? null;

/** The case is open: no decision counts. */
export const isUndecided = (answer: Answer | null, episode = 0): boolean =>
  decisionIn(answer, episode) === null;

/** Who works on a case. A decision ends the claim, and so does the end of the case: once reopened, nobody holds it. */
export const claimIn = (answer: Answer | null, episode = 0): Claim | null =>
  answer?.claim && answer.claim.episode >= episode && isUndecided(answer, episode) ? answer.claim : null;
