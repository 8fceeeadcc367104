import type { Evidence } from '../../case/evidence.ts';
import { headlineOf } from '../../case/headline.ts';
import type { Case } from '../../posture/schemas/case.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import { type Outcome, VERDICT_LIMITS } from '../../posture/schemas/verdict.ts';
import type { Who } from './case-story.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** The fields of the form, the same when it is drawn and when it is read. */
export const FIELDS = { outcome: 'outcome', comment: 'comment', events: 'events' } as const;

/** What an analyst entered, as text. */
export interface FormEntries {
  readonly outcome: string | null;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
}

export interface FormRules {
  readonly choices: readonly OutcomeChoice[];
  readonly mode: 'comment' | 'override';
  /** What is left of the comment after the line that says who decided. */
  readonly commentRoom: number;
}

export interface FormAnswer {
  readonly outcome: Outcome;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
}

export type ReadForm =
  | ({ readonly is: 'answer' } & FormAnswer)
  | { readonly is: 'errors'; readonly outcome: string | null; readonly comment: string | null };

/** Judges a form by the rules of now, not those of when it was shown. */
export function readForm(entries: FormEntries, rules: FormRules): ReadForm {
  const choice = rules.choices.find(({ outcome }) => outcome === entries.outcome);
  const comment = entries.comment?.trim() || null;
  const problem = commentProblem(comment, rules, choice);
  if (!choice || problem !== null) {
    return { is: 'errors', outcome: choice ? null : 'Choose an outcome.', comment: problem };
  }
  const eventIds = [...new Set(entries.eventIds.filter(isUuid))].slice(0, VERDICT_LIMITS.eventIds);
  return { is: 'answer', outcome: choice.outcome, comment, eventIds };
}

function commentProblem(
  comment: string | null,
  { mode, commentRoom }: FormRules,
  choice: OutcomeChoice | undefined,
): string | null {
  if (comment === null && mode === 'override') return 'Say why you override the decision.';
  if (comment === null && choice?.comment === 'required') return `${choice.label} needs a comment.`;
  // A chat may count an emoji as one where the API counts two.
  const over = (comment?.length ?? 0) - commentRoom;
  return over > 0 ? `Too long by ${over} ${over === 1 ? 'character' : 'characters'}.` : null;
}

/** The events that can be named in support of a verdict. The API takes only uuids, so others are not on offer. */
export const offeredEvents = (events: readonly Evidence[]): readonly Evidence[] =>
  [...new Map(events.map((event) => [event.eventId, event])).values()]
    .filter(({ eventId }) => isUuid(eventId))
    .slice(0, VERDICT_LIMITS.eventIds);

/** Whether the form needs a comment whatever is chosen in it. */
export const alwaysNeedsComment = (choices: readonly OutcomeChoice[], mode: FormRules['mode']): boolean =>
  mode === 'override' || choices.every(({ comment }) => comment === 'required');

/** Whether it depends on the outcome that is chosen in the form. */
export const commentDepends = (choices: readonly OutcomeChoice[], mode: FormRules['mode']): boolean =>
  !alwaysNeedsComment(choices, mode) && choices.some(({ comment }) => comment === 'required');

/** `Safe, Escalate` */
export const needingComment = (choices: readonly OutcomeChoice[]): string =>
  choices
    .filter(({ comment }) => comment === 'required')
    .map(({ label }) => label)
    .join(', ');

/** Whether it needs one with the outcome that is chosen. While none is, it must not look as if it never did. */
export const needsComment = (
  choices: readonly OutcomeChoice[],
  mode: FormRules['mode'],
  chosen: Outcome | undefined,
): boolean =>
  alwaysNeedsComment(choices, mode) ||
  choices.some(
    ({ outcome, comment }) => comment === 'required' && (chosen === undefined || outcome === chosen),
  );

/** What a form is about: analysts may have several messages before them. Texts are as the API sent them. */
export interface FormSubject {
  /** `Data exfiltration` */
  readonly headline: string;
  readonly who: Who;
}

export const subjectOf = (item: Pick<Case, 'threat_type' | 'user_name' | 'user_email'>): FormSubject => ({
  headline: headlineOf(item.threat_type),
  who: { name: item.user_name || null, email: item.user_email || null },
});

/** Which outcomes need a comment, what becomes of it, and how much room the line leaves that says who decided. */
export function commentHint({ choices, mode, commentRoom }: FormRules): string {
  return [
    ...(commentDepends(choices, mode) ? [`Needed for: ${needingComment(choices)}.`] : []),
    `${FORM_LABELS.commentHint}.`,
    `Room for ${commentRoom.toLocaleString('en-US')} characters.`,
  ].join(' ');
}

/** The labels of the form. */
export const FORM_LABELS = {
  outcome: 'Outcome',
  comment: 'Comment',
  why: 'Why',
  commentHint: 'Recorded in the platform, with your name',
  events: 'Events that support it',
} as const;

/** What an outcome does and asks for, in the few words that a menu has room for. */
export const choiceNotes = ({ effect, comment, approval }: OutcomeChoice): string => {
  const asked = [...(comment === 'required' ? ['a comment'] : []), ...(approval ? ['approval'] : [])];
  return asked.length === 0 ? effect : `${effect}; needs ${asked.join(' and ')}`;
};
