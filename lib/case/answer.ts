import type { Outcome } from '../posture/schemas/verdict.ts';

/** Who did something, and where people are known by that id. */
export interface Person {
  /** The name of the chat. */
  readonly surface: string;
  readonly id: string;
  /** As shown to people. Not to be trusted for anything else. */
  readonly name: string;
}

/** What an analyst decided about a case. */
export interface DecisionRequest {
  /** Of the click: its repeats have the same. */
  readonly id: string;
  readonly outcome: Outcome;
  /** Their own words, without the line that says who they are. */
  readonly comment: string | null;
  /** Those of the case's events that support it. */
  readonly eventIds: readonly string[];
  readonly by: Person;
  /** The destination where it was clicked. */
  readonly place: string;
  readonly clickedAtMs: number;
  /** The decision that it knowingly replaces. */
  readonly overrides: string | null;
}

export type DecisionState =
  /** A second person has to agree. */
  | { readonly is: 'awaiting-approval' }
  /** It can be taken back until then; nothing was sent. */
  | { readonly is: 'undoable'; readonly sinceMs: number; readonly untilMs: number }
  /** It is being sent, or was when the function crashed. */
  | {
      readonly is: 'posting';
      readonly sinceMs: number;
      /** There was no clear answer, so the platform is looked at: how often it was, and when it is next. */
      readonly doubt?: { readonly looks: number; readonly nextLookMs: number } | undefined;
      /** Since when it had been tried before, and when the platform said that it will be ready. */
      readonly waitingSinceMs?: number | undefined;
      readonly readyAtMs?: number | undefined;
    }
  /** Certainly not recorded, and tried again by itself. */
  | {
      readonly is: 'waiting';
      readonly because: WaitReason;
      /** When it is tried again. */
      readonly untilMs: number;
      readonly sinceMs: number;
      /** When the platform said that it will be ready. */
      readonly readyAtMs?: number | undefined;
      /** What cannot be reached answered, and refused the key. */
      readonly keyRefused?: boolean | undefined;
    }
  | {
      readonly is: 'recorded';
      readonly atMs: number;
      readonly resolved: boolean;
      /** The same moment by the platform's own clock, where it said so. */
      readonly processedAtMs?: number | undefined;
    }
  | {
      readonly is: 'failed';
      readonly because: FailReason;
      /** In words for the analyst. */
      readonly message: string;
      /** It is not known whether the platform recorded it. */
      readonly mayBeRecorded: boolean;
      readonly atMs: number;
    }
  | { readonly is: 'undone'; readonly by: Person; readonly atMs: number }
  /** The second person did not agree. */
  | { readonly is: 'declined'; readonly by: Person; readonly atMs: number };

export type WaitReason = 'not-ready' | 'rate-limited' | 'unreachable';
export type FailReason =
  | 'not-found'
  | 'rejected'
  | 'unknown-outcome'
  | 'gave-up'
  /** No second person agreed in time. */
  | 'not-approved'
  /** The case was reopened before it was sent. */
  | 'reopened';

export interface Decision extends DecisionRequest {
  readonly state: DecisionState;
  readonly approvedBy: Person | null;
  /** That of the case in which it was decided: one of an earlier episode does not count any more. */
  readonly episode: number;
  /** The one that counted before the case was reopened. */
  readonly replaces?: string | undefined;
}

/** An analyst is on a case. It changes nothing in the platform, and a decision ends it. */
export interface Claim {
  /** Of the click: its repeats have the same. */
  readonly id: string;
  readonly by: Person;
  /** The destination where it was clicked. */
  readonly place: string;
  readonly atMs: number;
  readonly episode: number;
}

/** What a route does about a case that nobody answers for so long. */
export interface EscalationStep {
  readonly route: string;
  /** Which of its steps, from 1 on. */
  readonly step: number;
  readonly afterMs: number;
  /** Where else the case goes. */
  readonly to: readonly string[];
}

/** A step that was taken. */
export interface TakenStep extends EscalationStep {
  /** Counts the steps of a case, over all its life. */
  readonly n: number;
  readonly atMs: number;
}

interface Entry {
  readonly atMs: number;
  /** The decision, or the click on who is on the case. */
  readonly id: string;
  /** Null when the bridge did it by itself. */
  readonly by: Person | null;
  readonly place: string | null;
  readonly comment: string | null;
  /** What the platform answered, or what it means, in words. */
  readonly answer: string | null;
}

export interface DecisionEntry extends Entry {
  readonly what:
    | 'requested'
    | 'overridden'
    /** The case was reopened, and decided again. */
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
  /** `claim-ended`: nobody did anything for as long as a claim holds. */
  readonly what: 'claimed' | 'taken-over' | 'handed-back' | 'claim-ended';
  readonly outcome: null;
}

/** One step of the trail of a case. */
export type TrailEntry = DecisionEntry | ClaimEntry;

export const isDecisionEntry = (entry: TrailEntry): entry is DecisionEntry => entry.outcome !== null;

/** What people did about a case: one record, which the verdict function alone writes, and only at the version it read. */
export interface Answer {
  readonly domain: string;
  readonly caseId: string;
  /** Grows by one with every write. */
  readonly version: number;
  /** The decision that counts, which is not always one that was recorded. */
  readonly decision: Decision | null;
  /** A recorded decision that this one is to replace: it counts again if this one comes to nothing. */
  readonly before?: Decision | null | undefined;
  /** The last one that was to replace the decision, and was not recorded. */
  readonly failedOverride?: Decision | null | undefined;
  /** Who is on it: nobody once it is decided. */
  readonly claim?: Claim | null | undefined;
  /** Everything that happened, oldest first, written together with the change itself. */
  readonly trail: readonly TrailEntry[];
  /** The last clicks that were told no, so that none of their repeats comes true after all. */
  readonly refused?: readonly { readonly id: string; readonly because: string }[] | undefined;
  /** How many of its oldest entries had to make room. They are in the audit trail of their days. */
  readonly trimmed?: number | undefined;
  /** When the case was created. */
  readonly createdAtMs?: number | undefined;
  /** Everybody was told how its decision stands, and its steps are in the trail of the day. */
  readonly isTold?: boolean | undefined;
  /** When somebody left the case to nobody, where its trail does not say so any more. */
  readonly leftMs?: number | undefined;
  /** The last steps of escalation that were taken, oldest first. */
  readonly steps?: readonly TakenStep[] | undefined;
  /** What follows from the last step, or from the end of a claim, may not be done yet. */
  readonly owed?: 'step' | 'claim-ended' | null | undefined;
  /** When the verdict function looks again whether the case waits; null where nothing is to come. */
  readonly lookMs?: number | null | undefined;
  /** The version of the record that it saw then: what the case wanted looked at is done. */
  readonly lookedAt?: number | undefined;
}

/** An answer with a decision in it. */
export interface CaseVerdict extends Answer {
  readonly decision: Decision;
}

export const verdictIn = (answer: Answer | null): CaseVerdict | null =>
  answer?.decision ? (answer as CaseVerdict) : null;

/** Taken back, or certainly not recorded: nobody approved it, or the platform did not take it. The case is open again. */
export const cameToNothing = (
  state: DecisionState,
): state is Extract<DecisionState, { is: 'undone' | 'declined' | 'failed' }> =>
  state.is === 'undone' || state.is === 'declined' || (state.is === 'failed' && !state.mayBeRecorded);

/** Nobody decided, or what was decided came to nothing or was about an earlier episode: the case is open. */
export const isUndecided = (answer: Answer | null, episode = 0): boolean =>
  !answer?.decision || answer.decision.episode < episode || cameToNothing(answer.decision.state);

/** Who is on a case. A decision ends it, and so does an end of the case: reopened, it is nobody's. */
export const claimIn = (answer: Answer | null, episode = 0): Claim | null =>
  answer?.claim && answer.claim.episode >= episode && isUndecided(answer, episode) ? answer.claim : null;
