import { isUuid } from '../../posture/schemas/uuid.ts';
import { type Outcome, VERDICT_LIMITS } from '../../posture/schemas/verdict-schema.ts';
import type { OutcomeChoice } from './outcome-choices.ts';

/** The names of the fields, the same when a form is drawn and when it is read. */
export const FIELDS = { outcome: 'outcome', comment: 'comment', events: 'events', cases: 'cases' } as const;

export const CHOOSE_OUTCOME = 'Choose an outcome.';

/** What an analyst entered, as text. */
export interface FormEntries {
  readonly outcome: string | null;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
}

export interface FormRules {
  readonly choices: readonly OutcomeChoice[];
  readonly mode: 'comment' | 'override';
  /** How long a comment may be, since the bridge adds a line that says who decided. */
  readonly commentRoom: number;
}

export interface FormAnswer {
  readonly outcome: Outcome;
  readonly comment: string | null;
  readonly eventIds: readonly string[];
}

export type ReadForm =
  | ({ readonly is: 'answer' } & FormAnswer)
  | { readonly is: 'errors'; readonly errors: FormErrors };

/** What is wrong with an entry, by the name of its field. */
export type FormErrors = Readonly<Partial<Record<keyof typeof FIELDS, string>>>;

/** Checks a form by the rules of now, not by those of when the analyst opened it. */
export function readForm(entries: FormEntries, rules: FormRules): ReadForm {
  const choice = rules.choices.find(({ outcome }) => outcome === entries.outcome);
  const comment = entries.comment?.trim() || null;
  const problem = commentProblem(comment, rules, choice);
  if (!choice || problem !== null) {
    const errors = {
      ...(!choice && { outcome: CHOOSE_OUTCOME }),
      ...(problem !== null && { comment: problem }),
    };
    return { is: 'errors', errors };
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
