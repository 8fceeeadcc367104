import type { Answer, Decision } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { VerdictsConfig } from '../config/define-bridge.ts';
import type { VerdictAnswer } from '../posture/verdict-problems.ts';
import { dueAtMs } from './decision-deadlines.ts';
import type { KnownPeople } from './same-person.ts';
import type { ClaimMessage, ClickMessage, MessageOf } from './verdict-message.ts';

export type VerdictRules = Pick<VerdictsConfig, 'undoSeconds' | 'outcomes'>;

export interface DecisionContext {
  readonly rules: VerdictRules;
  /** Which accounts in several chats belong to one person. */
  readonly people: KnownPeople;
  readonly nowMs: number;
  /** The current episode of the case: what people did in an earlier one does not count. */
  readonly episode?: number | undefined;
  /** What the platform last said about the case. */
  readonly record?: CaseRecord | null | undefined;
  /** A POST older than this is treated as crashed. */
  readonly postTimeoutMs: number;
}

/** The platform's answer to the one POST of a decision. */
export interface Answered {
  readonly kind: 'answered';
  readonly domain: string;
  readonly caseId: string;
  readonly decisionId: string;
  readonly answer: VerdictAnswer;
}

/** What a look at the case showed. `looks`: how many looks came before. */
export interface PlatformLooked {
  readonly kind: 'looked';
  readonly domain: string;
  readonly caseId: string;
  readonly decisionId: string;
  readonly looks: number;
  readonly closedAtMs: number | null;
}

/** A decision about one case of a bulk selection, with what the analyst saw of that case. */
export type BulkDecision = MessageOf<'decide'> & {
  readonly together: {
    readonly count: number;
    readonly updatedAtMs: number;
    /** The id of another person's claim. */
    readonly claim: string | null;
  };
};

export type VerdictEvent =
  | MessageOf<'decide' | 'post'>
  | BulkDecision
  | ClickMessage
  | ClaimMessage
  | Answered
  | PlatformLooked;

/** `post`: come back then. `submit`: send it, now that the row says so. `look`: check whether the platform has it. */
export type Next =
  | { readonly do: 'post'; readonly atMs: number }
  | { readonly do: 'submit'; readonly sinceMs: number }
  | { readonly do: 'look'; readonly looks: number };

/**
 * `conflict`: another decision counts, or did at the time of the click. `too-late`: the decision or claim has moved on
 * since. `gone`: the bridge knows nothing about this case. `claimed`: another analyst has claimed it. `yours`: they have it already. `stale`: the button
 * is from an earlier episode. `changed`: it was part of a bulk selection, and has changed since.
 */
export type ClickRefusal =
  | 'conflict'
  | 'too-late'
  | 'claimed'
  | 'yours'
  | 'stale'
  | 'changed'
  | 'own-decision'
  | 'other-surface'
  | 'comment-required'
  | 'gone';

export type Decided =
  | { readonly is: 'changed'; readonly next: Answer; readonly todo: readonly Next[] }
  /** Nothing new, so all effects are repeated: the function that made the change may have crashed before them. */
  | { readonly is: 'repeat'; readonly current: Answer; readonly todo: readonly Next[] }
  /** `next`, where there is one, remembers the refusal: only once it is saved may anybody be told. */
  | {
      readonly is: 'refused';
      readonly because: ClickRefusal;
      readonly current: Answer | null;
      readonly next: Answer | null;
    };

export const refused = (because: ClickRefusal, current: Answer | null): Decided => ({
  is: 'refused',
  because,
  current,
  next: null,
});

export const repeat = (current: Answer, { postTimeoutMs }: DecisionContext): Decided => ({
  is: 'repeat',
  current,
  todo: comeBack(current, postTimeoutMs),
});

/** When to come back to a decision that the bridge itself has to move on. */
export function comeBack({ decision }: Answer, postTimeoutMs: number): Next[] {
  const dueMs = decision && dueAtMs(decision.state);
  if (dueMs === null) return [];
  const { state } = decision as Decision;
  const isUnderWay = state.is === 'posting' && !state.doubt;
  return [{ do: 'post', atMs: isUnderWay ? dueMs + postTimeoutMs : dueMs }];
}
