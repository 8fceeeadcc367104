import type { Answer, Decision } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import type { VerdictsConfig } from '../config/define-bridge.ts';
import type { VerdictAnswer } from '../posture/verdict.ts';
import { dueAtMs } from './next-due.ts';
import type { KnownPeople } from './same-person.ts';
import type { ClaimMessage, ClickMessage, MessageOf } from './verdict-message.ts';

export type VerdictRules = Pick<VerdictsConfig, 'undoSeconds' | 'outcomes'>;

export interface DecisionContext {
  readonly rules: VerdictRules;
  /** Who is one person in several chats. */
  readonly people: KnownPeople;
  readonly nowMs: number;
  /** That of the case now: what people did in an earlier one does not count. */
  readonly episode?: number | undefined;
  /** What the platform said of the case last. */
  readonly record?: CaseRecord | null | undefined;
  /** A POST older than this is treated as crashed. */
  readonly postTimeoutMs: number;
}

/** What the platform answered to the one POST of a decision. */
export interface Answered {
  readonly kind: 'answered';
  readonly domain: string;
  readonly caseId: string;
  readonly decisionId: string;
  readonly answer: VerdictAnswer;
}

/** What a look at the case showed. `looks`: how often it had been looked at before. */
export interface Looked {
  readonly kind: 'looked';
  readonly domain: string;
  readonly caseId: string;
  readonly decisionId: string;
  readonly looks: number;
  readonly closedAtMs: number | null;
}

/** A decision about one of several cases, which were chosen `together`, and what the analyst saw of it. */
export type AmongSeveral = MessageOf<'decide'> & {
  readonly together: {
    readonly count: number;
    readonly updatedAtMs: number;
    /** Of whoever else was on it. */
    readonly claim: string | null;
  };
};

export type VerdictEvent =
  | MessageOf<'decide' | 'post'>
  | AmongSeveral
  | ClickMessage
  | ClaimMessage
  | Answered
  | Looked;

/**
 * `post`: come back then. `submit`: send it, now that the row says so. `look`: see whether the platform has it.
 */
export type Next =
  | { readonly do: 'post'; readonly atMs: number }
  | { readonly do: 'submit'; readonly sinceMs: number }
  | { readonly do: 'look'; readonly looks: number };

/**
 * `conflict`: another decision stands, or stood when this was clicked. `too-late`: what it is about went on
 * meanwhile. `gone`: nothing is known of this case. `claimed`: another analyst is on it.
 * `stale`: the button is of an earlier episode of the case. `changed`: it was chosen among several, and is not what it was.
 */
export type ClickRefusal =
  | 'conflict'
  | 'too-late'
  | 'claimed'
  | 'stale'
  | 'changed'
  | 'own-decision'
  | 'other-surface'
  | 'comment-required'
  | 'gone';

export type Decided =
  | { readonly is: 'changed'; readonly next: Answer; readonly todo: readonly Next[] }
  /** Nothing new, so all that follows from how it stands is done once more: the function that did it first may have crashed. */
  | { readonly is: 'repeat'; readonly current: Answer; readonly todo: readonly Next[] }
  /** `next`, where there is one, remembers that it was: only then may anybody be told. */
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

/** Whatever has to be moved by the bridge itself is come back to. */
export function comeBack({ decision }: Answer, postTimeoutMs: number): Next[] {
  const dueMs = decision && dueAtMs(decision.state);
  if (dueMs === null) return [];
  const { state } = decision as Decision;
  const isUnderWay = state.is === 'posting' && !state.doubt;
  return [{ do: 'post', atMs: isUnderWay ? dueMs + postTimeoutMs : dueMs }];
}
