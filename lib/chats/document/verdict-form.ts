import { shownText } from '../../base/text/clean-text.ts';
import { utc } from '../../base/text/format.ts';
import type { Decision } from '../../case/answer.ts';
import { type Evidence, UNTITLED_EVENT } from '../../case/evidence.ts';
import { headlineOf } from '../../case/threat-type-words.ts';
import type { Case } from '../../posture/schemas/case.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import { type Outcome, VERDICT_LIMITS } from '../../posture/schemas/verdict-schema.ts';
import { decisionText } from '../../verdict/decision-text.ts';
import type { Target } from './button-target.ts';
import { type Group, group } from './document.ts';
import type { CommentField, Field, Form, FormOption, FormSubject } from './form.ts';
import { ROOM } from './message-limits.ts';
import type { OutcomeChoice } from './outcome-choices.ts';
import { CHOOSE_OUTCOME, type FormRules } from './read-form.ts';

/** What a form about one case is drawn from. */
export interface VerdictForm {
  readonly target: Pick<Target, 'caseId' | 'domain'>;
  readonly mode: FormRules['mode'];
  readonly choices: readonly OutcomeChoice[];
  /** The outcome that is chosen: at first the one that was pressed. */
  readonly chosen?: Outcome | undefined;
  readonly commentRoom: number;
  readonly subject: Form['subject'];
  readonly events: readonly Evidence[];
  readonly current?: Decision | null | undefined;
}

/** The form in which an analyst decides with a comment, or overrides what another analyst decided. */
export function verdictForm({ target, subject, current = null, events, ...form }: VerdictForm): Form {
  const isOverride = form.mode === 'override';
  return {
    title: isOverride ? 'Override the verdict' : 'Verdict',
    submit: isOverride ? 'Override' : 'Decide',
    close: 'Cancel',
    subject,
    current,
    fields: [
      outcomeField(form.choices, form.chosen ?? null, commentDepends(form)),
      verdictComment(form),
      ...eventsField(offeredEvents(events)),
    ],
    note: `case ${shownText(target.caseId.replace(/[^\w-]/g, ''), 80)}  ·  ${target.domain}`,
  };
}

/** The decision that is overridden, as it stands. */
export const currentGroup = (current: Decision): Group =>
  group(
    { is: 'sentence', words: decisionText(current) },
    { is: 'quote', text: current.comment, room: ROOM.comment },
  );

export const outcomeField = (
  choices: readonly OutcomeChoice[],
  chosen: Outcome | null = null,
  isFollowed = false,
): Field => ({
  is: 'outcome',
  label: 'Outcome',
  options: choices.map((choice) => ({
    value: choice.outcome,
    title: choice.label,
    note: choiceNotes(choice),
  })),
  chosen,
  isFollowed,
  problem: CHOOSE_OUTCOME,
});

/** `needs`: for which outcomes, and whether now. Without one the analyst may leave it empty. */
export const commentField = (
  room: number,
  needs: Partial<Pick<CommentField, 'label' | 'isRequired' | 'isRequiredNow' | 'requiredFor'>> = {},
): CommentField => ({
  ...{ is: 'comment', label: 'Comment', hint: 'Goes to the platform under your name' },
  room: Math.min(Math.max(1, room), VERDICT_LIMITS.comment),
  ...{ isRequired: false, isRequiredNow: false, requiredFor: '', problem: 'This needs a comment.' },
  ...needs,
});

type Choosing = Pick<VerdictForm, 'choices' | 'mode' | 'chosen'>;

function verdictComment({ commentRoom, ...form }: Choosing & Pick<VerdictForm, 'commentRoom'>): CommentField {
  const isRequired = alwaysNeedsComment(form);
  return commentField(commentRoom, {
    ...(form.mode === 'override' && { label: 'Why' }),
    isRequired,
    isRequiredNow: isRequired || needsCommentNow(form),
    requiredFor: isRequired ? '' : needingComment(form.choices),
  });
}

const alwaysNeedsComment = ({ choices, mode }: Choosing): boolean =>
  mode === 'override' || choices.every(({ comment }) => comment === 'required');

/** Whether it depends on the outcome that is chosen in the form. */
const commentDepends = (form: Choosing): boolean =>
  !alwaysNeedsComment(form) && form.choices.some(({ comment }) => comment === 'required');

/** While no outcome is chosen, the comment must not look as if no outcome needed it. */
const needsCommentNow = ({ choices, chosen }: Choosing): boolean =>
  choices.some(
    ({ outcome, comment }) => comment === 'required' && (chosen === undefined || outcome === chosen),
  );

/** `Safe, Escalate` */
export const needingComment = (choices: readonly OutcomeChoice[]): string =>
  choices
    .filter(({ comment }) => comment === 'required')
    .map(({ label }) => label)
    .join(', ');

/** The events that can be named in support of a verdict. The API takes only uuids, so others are not on offer. */
const offeredEvents = (events: readonly Evidence[]): readonly Evidence[] =>
  [...new Map(events.map((event) => [event.eventId, event])).values()]
    .filter(({ eventId }) => isUuid(eventId))
    .slice(0, VERDICT_LIMITS.eventIds);

const eventsField = (events: readonly Evidence[]): readonly Field[] =>
  events.length === 0 ? [] : [{ is: 'events', label: 'Supporting events', options: events.map(eventOption) }];

const eventOption = ({ eventId, title, source, atMs }: Evidence): FormOption => ({
  value: eventId,
  title,
  or: UNTITLED_EVENT,
  note: [shownText(source, ROOM.source), atMs === null ? '' : utc(atMs)]
    .filter((text) => text !== '')
    .join('  ·  '),
});

export const subjectOf = (item: Pick<Case, 'threat_type' | 'user_name' | 'user_email'>): FormSubject => ({
  headline: headlineOf(item.threat_type),
  who: { name: item.user_name || null, email: item.user_email || null },
});

/** What an outcome does and asks for, in the few words that a menu has room for. */
export const choiceNotes = ({ effect, comment, approval }: OutcomeChoice): string => {
  const asked = [...(comment === 'required' ? ['a comment'] : []), ...(approval ? ['approval'] : [])];
  return asked.length === 0 ? effect : `${effect}; needs ${asked.join(' and ')}`;
};
