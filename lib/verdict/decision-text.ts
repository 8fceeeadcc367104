import { type Claim, cameToNothing, type Decision, type DecisionState, type Person } from '../case/answer.ts';
import type { Ended } from '../case/case-state.ts';
import { decidedWord, intentWord } from '../case/outcome-words.ts';
import type { Sentence } from '../case/sentence.ts';
import { chatLabel } from '../config/chats.ts';
import { MAY_BE_RECORDED } from './failure-text.ts';
import { isSamePerson } from './same-person.ts';
import { isSystem } from './system-person.ts';
import { waitingText } from './waiting-text.ts';

/** Where a case stands, and so which buttons it has. */
export type ShownStanding =
  | { readonly is: 'open' }
  | Ended
  | {
      readonly is: 'decided';
      readonly decision: Decision;
      /** The other chats where the bridge can recognise a second person. */
      readonly approvableIn?: readonly string[] | undefined;
      /** It is meant to replace a recorded decision: another decision may replace that only knowingly. */
      readonly isOverride?: true | undefined;
      /** How the case ended in the platform, if it did. */
      readonly ended?: Ended | undefined;
      /** It corrects a decision that the platform holds, which goes on after the case has ended. Any other does not. */
      readonly corrects?: true | undefined;
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
  readonly standing: ShownStanding;
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
    return { mood: 'closed', words: endedWords(standing), comment: null };
  }
  const { decision, approvableIn, ended, corrects } = standing;
  const { state, comment } = decision;
  const words = decisionText(decision, { approvableIn, ended, corrects });
  if (state.is === 'failed' && ended && !corrects) return { mood: 'closed', words, comment };
  const isOpen = state.is === 'recorded' && !state.resolved && !ended;
  return { mood: isOpen ? 'passed-on' : MOODS[state.is], words, comment };
}

const endedWords = ({ because, atMs }: Ended): Sentence => [ENDED[because ?? 'closed'], { atMs }];

const ENDED = {
  closed: 'Closed in the platform ',
  enforced: 'Action taken in the platform ',
  vanished: 'No longer in the platform since ',
} as const;

export const claimText = ({ by, atMs }: Claim): Sentence => [
  { said: nameOf(by) },
  ' has had this since ',
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
export const decisionText = (decision: Decision, around: Around = {}): Sentence => [
  personIn(decision.by),
  whatOf(decision),
  ...approvedWords(decision.approvedBy),
  ...ending(decision, around),
];

type Around = Pick<Extract<ShownStanding, { is: 'decided' }>, 'approvableIn' | 'ended' | 'corrects'>;

/** `: true positive`, or ` changed true positive to false positive`. */
function whatOf(decision: Decision): string {
  const { outcome, overrides, replaces, was, state } = decision;
  const word = decidedWord(outcome);
  const isAsked = state.is === 'awaiting-approval';
  if (overrides !== null && was !== undefined && was !== outcome) {
    const verb = isAsked ? 'wants to change' : cameToNothing(state) ? 'wanted to change' : 'changed';
    return ` ${verb} ${decidedWord(was)} to ${word}`;
  }
  if (isAsked || cameToNothing(state)) return ` ${isAsked ? 'wants' : 'wanted'} to ${intentWord(outcome)}`;
  return `: ${word}${replaces && was ? `, reopened after ${decidedWord(was)}` : ''}`;
}

/** For a window this short, the minute in which it ends says too little. */
const MOMENT_MS = 60_000;

function undoWords(
  { sinceMs, untilMs }: Extract<DecisionState, { is: 'undoable' }>,
  mayUndo: boolean,
): Sentence {
  const lengthMs = untilMs - sinceMs;
  // No time to undo: it is already being sent.
  if (lengthMs <= 0) return [RECORDING];
  const until = lengthMs <= MOMENT_MS ? { atMs: untilMs, exact: true as const } : { atMs: untilMs };
  return ['. Recording at ', until, ...(mayUndo ? ['. Undo until then'] : [])];
}

function ending({ by, state }: Decision, { approvableIn = [], ended, corrects }: Around): Sentence {
  // Nothing is left to press then, so nobody is asked to press it.
  const isOver = ended && !corrects;
  switch (state.is) {
    case 'awaiting-approval':
      return [
        `. Needs ${isSystem(by) ? 'two approvers' : 'a second approver'} in ${chatsOf(by, approvableIn)}`,
      ];
    case 'undoable':
      return undoWords(state, !isOver);
    case 'posting':
      return [state.doubt ? IN_DOUBT : RECORDING];
    case 'waiting':
      return [', saved. ', ...waitingText(state)];
    case 'recorded':
      return [', recorded ', { atMs: state.atMs }, ...(state.resolved ? [] : whatElse(ended))];
    case 'failed':
      return isOver ? [`. ${MAY_BE_RECORDED}. `, ...endedWords(ended)] : ['. ', { said: state.message }];
    case 'undone':
      return isSamePerson(state.by, by, {})
        ? [', undone ', { atMs: state.atMs }]
        : [', undone by ', personIn(state.by), ' ', { atMs: state.atMs }];
    case 'declined':
      return [', declined by ', personIn(state.by), ' ', { atMs: state.atMs }];
  }
}

const chatsOf = (by: Person, others: readonly string[]): string =>
  [...(isSystem(by) ? [] : [by.surface]), ...others].map(chatLabel).join(' or ') || 'a chat';

const RECORDING = '. Recording now';
const IN_DOUBT = '. The platform gave no clear answer; checking whether it was recorded';
const whatElse = (ended: Ended | undefined): Sentence =>
  ended ? ['. ', ...endedWords(ended)] : ['. Still open in the platform'];

const approvedWords = (by: Person | null): Sentence => (by === null ? [] : [', approved by ', personIn(by)]);

const personIn = (by: Person): Sentence[number] => ({ said: nameOf(by), by });

/** A blank name would make a decision look as if nobody had made it. */
export const nameOf = ({ name, id }: Person): string => (name.trim() === '' ? id : name);
