import type { Person } from '../../case/answer.ts';
import type { Outcome } from '../../posture/schemas/verdict.ts';
import { commentRoom } from '../../verdict/comment.ts';
import { BULK } from './bulk-words.ts';
import type { ListedCase } from './case-list.ts';
import type { OutcomeChoice } from './outcome-choices.ts';
import { type OutcomeRules, outcomeChoices } from './outcome-choices.ts';
import { type FormEntries, readForm } from './verdict-form.ts';

/** What can be said of several cases at once. What is real, or is passed on, deserves a look of its own. */
const TOGETHER: readonly Outcome[] = ['FALSE_POSITIVE', 'SAFE', 'DUPLICATE'];

/** What the form is pressed with, and the field of the cases in it. */
export const BULK_VERBS = { open: 'bulk:open', decide: 'bulk:decide' } as const;
export const CASES_FIELD = 'cases';
/** Chooses all that are offered. */
export const ALL = 'all';

export const bulkChoices = (rules: OutcomeRules): readonly OutcomeChoice[] =>
  outcomeChoices(rules).filter(({ outcome }) => TOGETHER.includes(outcome));

/** What is left of the comment wherever one of these cases was sent to. */
export const bulkCommentRoom = (
  by: Person,
  cases: readonly ListedCase[],
  choices: readonly OutcomeChoice[],
): number =>
  Math.min(
    ...[...new Set(cases.map(({ destination }) => destination)), ''].map((place) =>
      commentRoom(by, place, { approval: choices.some(({ approval }) => approval) }),
    ),
  );

export interface BulkEntries extends Pick<FormEntries, 'outcome' | 'comment'> {
  /** The places of the cases on the list, as text; or `all`. */
  readonly chosen: readonly string[];
}

export type ReadBulk =
  | {
      readonly is: 'answer';
      readonly cases: readonly ListedCase[];
      readonly outcome: Outcome;
      readonly comment: string | null;
    }
  | {
      readonly is: 'errors';
      readonly cases: string | null;
      readonly outcome: string | null;
      readonly comment: string | null;
    };

/** Reads the form by the rules of now. Only what is on the sealed list can be chosen. */
export function readBulk(
  { chosen, outcome, comment }: BulkEntries,
  {
    cases: offered,
    choices,
    room,
  }: {
    readonly cases: readonly ListedCase[];
    readonly choices: readonly OutcomeChoice[];
    readonly room: number;
  },
): ReadBulk {
  const cases = offered.filter((_, at) => chosen.includes(ALL) || chosen.includes(String(at)));
  const read = readForm({ outcome, comment, eventIds: [] }, { choices, mode: 'comment', commentRoom: room });
  if (read.is === 'answer' && cases.length > 0)
    return { is: 'answer', cases, outcome: read.outcome, comment: read.comment };
  const problems = read.is === 'errors' ? read : { outcome: null, comment: null };
  const { outcome: atOutcome, comment: atComment } = problems;
  return {
    is: 'errors',
    cases: cases.length === 0 ? BULK.chooseCases : null,
    outcome: atOutcome,
    comment: atComment,
  };
}
