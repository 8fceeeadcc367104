import type { Claim, Decision, DecisionState, Person, WaitReason } from '../case/answer.ts';
import type { Ended } from '../case/case-state.ts';
import { decidedWord } from '../case/outcome-words.ts';
import type { Sentence } from '../case/sentence.ts';
import { chatLabel } from '../config/chats.ts';
import { isSamePerson } from './same-person.ts';
import { isSystem } from './system-person.ts';

/** Where a case stands, and so which buttons it has. */
export type Standing =
  | { readonly is: 'open' }
  | Ended
  | {
      readonly is: 'decided';
      readonly decision: Decision;
      /** The other chats where the bridge can recognise a second person. */
      readonly approvableIn?: readonly string[] | undefined;
      /** It is meant to replace a recorded decision: another decision may replace that only knowingly. */
      readonly isOverride?: true | undefined;
      /** Nothing is left to decide: only what the bridge itself recorded can be corrected. */
      readonly isEnded?: true | undefined;
      /** When the case was closed in the platform, if it was. */
      readonly closedAtMs?: number | undefined;
    };

/**
 * `underway`: nothing to press, except perhaps to stop it. `attention`: an analyst or an operator has to act. `passed-on`: decided,
 * and still open in the platform, as an escalated case is.
 */
export type Mood = 'open' | 'underway' | 'attention' | 'passed-on' | 'done' | 'closed';

/** Nothing is left to do about the case. */
export const isFinished = (mood: Mood): boolean => mood === 'done' || mood === 'closed';

export interface StandingText {
  readonly mood: Mood;
  /** Null if there is nothing to say, because nobody has decided yet. */
  readonly words: Sentence | null;
  /** The comment of the analyst who decided. */
  readonly comment: string | null;
}

export interface CaseToTell {
  readonly standing: Standing;
  /** Who works on the case, while nobody has decided. */
  readonly claim?: Claim | null | undefined;
  /** The decision of an earlier episode, while nobody has decided again. */
  readonly earlier?: Decision | undefined;
}

/** Where a case stands, in a sentence. */
export function standingText({ standing, claim, earlier }: CaseToTell): StandingText {
  if (claim) return { mood: 'open', words: claimText(claim), comment: null };
  if (standing.is === 'open') {
    const words = earlier ? ['Reopened. Before that: ', ...decisionText(earlier)] : null;
    return { mood: 'open', words, comment: null };
  }
  if (standing.is === 'closed') {
    const { because = 'closed', atMs } = standing;
    return { mood: 'closed', words: [ENDED[because], { atMs }], comment: null };
  }
  const { decision, approvableIn, closedAtMs } = standing;
  const words = decisionText(decision, approvableIn, closedAtMs);
  const { state } = decision;
  const isOpen = state.is === 'recorded' && !state.resolved && closedAtMs === undefined;
  return { mood: isOpen ? 'passed-on' : MOODS[state.is], words, comment: decision.comment };
}

const ENDED = {
  closed: 'Closed in the platform ',
  enforced: 'Decided in the platform, where action was taken ',
  vanished: 'The platform does not list it any more, since ',
} as const;

export const claimText = ({ by, atMs }: Claim): Sentence => [
  { said: nameOf(by) },
  ' is on it since ',
  { atMs },
];

const MOODS: Readonly<Record<DecisionState['is'], Mood>> = {
  'awaiting-approval': 'attention',
  undoable: 'underway',
  posting: 'underway',
  waiting: 'underway',
  recorded: 'done',
  failed: 'attention',
  undone: 'open',
  declined: 'open',
};

/** Where a decision stands, in a sentence that begins with who decided what. */
export function decisionText(
  decision: Decision,
  approvableIn: readonly string[] = [],
  closedAtMs?: number,
): Sentence {
  const { by, outcome, state } = decision;
  const what = `: ${decidedWord(outcome)}${insteadOf(decision)}`;
  return [personIn(by), what, ...ending(decision, state, { approvableIn, closedAtMs })];
}

const insteadOf = ({ overrides, replaces }: Decision): string => {
  if (overrides !== null) return ', overriding an earlier decision';
  return replaces === undefined ? '' : ', in place of what was decided before the case was reopened';
};

/** For a window this short, the minute in which it ends says too little. */
const MOMENT_MS = 60_000;

function undoWords({ sinceMs, untilMs }: { readonly sinceMs: number; readonly untilMs: number }): Sentence {
  const lengthMs = untilMs - sinceMs;
  // No time to undo: it is already being sent.
  if (lengthMs <= 0) return ['; it is being recorded'];
  const until = lengthMs <= MOMENT_MS ? { atMs: untilMs, exact: true as const } : { atMs: untilMs };
  return ['; it can be undone until ', until, ', and is then recorded'];
}

function ending(
  decision: Decision,
  state: DecisionState,
  {
    approvableIn,
    closedAtMs,
  }: { readonly approvableIn: readonly string[]; readonly closedAtMs: number | undefined },
): Sentence {
  const approved = approvedWords(decision.approvedBy);
  switch (state.is) {
    case 'awaiting-approval':
      return [
        `; waits for ${isSystem(decision.by) ? 'two people' : 'a second person'} in ${chatsOf(decision.by, approvableIn)} to approve it`,
      ];
    case 'undoable':
      return [...approved, ...undoWords(state)];
    case 'posting':
      return [...approved, state.doubt ? IN_DOUBT : '; it is being recorded'];
    case 'waiting':
      return state.because === 'not-ready' && state.readyAtMs !== undefined
        ? [...approved, '; waiting: the platform is not ready until ', { atMs: state.readyAtMs }]
        : [
            ...approved,
            `; waiting: ${state.keyRefused ? KEY_REFUSED : WAITING[state.because]} `,
            { atMs: state.untilMs },
          ];
    case 'recorded':
      return [
        ...approved,
        ', recorded ',
        { atMs: state.atMs },
        ...(state.resolved ? [] : whatElse(closedAtMs)),
      ];
    case 'failed':
      return [...approved, '; failed: ', { said: state.message }, ...(state.mayBeRecorded ? [UNSURE] : [])];
    case 'undone':
      return isSamePerson(state.by, decision.by, {})
        ? ['; taken back ', { atMs: state.atMs }]
        : ['; taken back by ', personIn(state.by), ' ', { atMs: state.atMs }];
    case 'declined':
      return ['; declined by ', personIn(state.by), ' ', { atMs: state.atMs }];
  }
}

const chatsOf = (by: Person, others: readonly string[]): string =>
  [...(isSystem(by) ? [] : [by.surface]), ...others].map(chatLabel).join(' or ') || 'a chat';

const WAITING: Readonly<Record<WaitReason, string>> = {
  'not-ready': 'the platform is not ready, the next attempt is',
  'rate-limited': 'the platform takes no more requests until',
  unreachable: 'the platform cannot be reached, the next attempt is',
};
const KEY_REFUSED =
  "the platform does not accept the bridge's API key, an operator has to look; the next attempt is";
const IN_DOUBT = '; the platform gave no clear answer, so it is being looked up';
const UNRESOLVED = '; the platform keeps the case open';
const whatElse = (closedAtMs: number | undefined): Sentence =>
  closedAtMs === undefined ? [UNRESOLVED] : ['; closed in the platform ', { atMs: closedAtMs }];
const UNSURE = ' It may have been recorded all the same.';

const approvedWords = (by: Person | null): Sentence => (by === null ? [] : [', approved by ', personIn(by)]);

const personIn = (by: Person): Sentence[number] => ({ said: nameOf(by), by });

/** A blank name would make a decision look as if nobody had made it. */
export const nameOf = ({ name, id }: Person): string => (name.trim() === '' ? id : name);
