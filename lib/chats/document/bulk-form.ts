import type { Person } from '../../case/answer.ts';
import type { Outcome } from '../../posture/schemas/verdict.ts';
import { commentRoom } from '../../verdict/comment.ts';
import { allOfThem, BULK, listedNote, listedTitle } from './bulk-words.ts';
import type { ListedCase } from './case-list.ts';
import type { CaseStory } from './case-story.ts';
import type { Form } from './form.ts';
import { type OutcomeChoice, type OutcomeRules, outcomeChoices } from './outcome-choices.ts';
import { type FormEntries, type ReadForm, readForm } from './read-form.ts';
import { commentField, needingComment, outcomeField } from './verdict-form.ts';

/** What can be said of several cases at once. What is real, or is passed on, deserves a look of its own. */
const TOGETHER: readonly Outcome[] = ['FALSE_POSITIVE', 'SAFE', 'DUPLICATE'];

/** What the form is opened and sent with. */
export const BULK_VERBS = { open: 'bulk:open', decide: 'bulk:decide' } as const;
/** Chooses all that are offered. */
export const ALL = 'all';

export const bulkChoices = (rules: OutcomeRules): readonly OutcomeChoice[] =>
  outcomeChoices(rules).filter(({ outcome }) => TOGETHER.includes(outcome));

/** The form in which an analyst decides these cases at once. */
export const bulkForm = (
  stories: readonly CaseStory[],
  choices: readonly OutcomeChoice[],
  room: number,
): Form => ({
  title: BULK.title,
  submit: BULK.submit,
  close: 'Close',
  subject: null,
  current: null,
  fields: [
    {
      is: 'cases',
      label: BULK.cases,
      all: { value: ALL, title: allOfThem(stories.length), note: '' },
      options: stories.map((story, at) => ({
        value: String(at),
        title: listedTitle(story),
        or: 'Case',
        note: listedNote(story),
      })),
      problem: BULK.chooseCases,
    },
    outcomeField(choices),
    commentField(room, { requiredFor: needingComment(choices) }),
  ],
  note: 'Each case gets a decision of its own, which can be taken back on its message.',
});

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
  | Extract<ReadForm, { is: 'errors' }>;

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
  const atCases = cases.length === 0 ? { cases: BULK.chooseCases } : {};
  return { is: 'errors', errors: { ...atCases, ...(read.is === 'errors' && read.errors) } };
}
