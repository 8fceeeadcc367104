import { cleanWithin } from '../../base/text/clean-text.ts';
import { shortId, utc } from '../../base/text/format.ts';
import type { Person } from '../../case/answer.ts';
import type { ListedCase } from '../../chats/document/bulk-list.ts';
import type { BulkEntries } from '../../chats/document/bulk-press.ts';
import { BULK } from '../../chats/document/bulk-words.ts';
import type { CaseStory } from '../../chats/document/case-story.ts';
import type { Form } from '../../chats/document/form.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import {
  type OutcomeChoice,
  type OutcomeRules,
  outcomeChoices,
} from '../../chats/document/outcome-choices.ts';
import { type ReadForm, readForm } from '../../chats/document/read-form.ts';
import { commentField, needingComment, outcomeField } from '../../chats/document/verdict-form.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';
import { severityLabel } from '../../posture/severity.ts';
import { commentRoom } from '../../verdict/compose-comment.ts';

/** The outcomes for a bulk decision. A real case, or one that is passed on, deserves a look of its own. */
const TOGETHER: readonly Outcome[] = ['FALSE_POSITIVE', 'SAFE', 'DUPLICATE'];

/** Chooses all that are offered. */
export const ALL = 'all';

export const bulkChoices = (rules: OutcomeRules): readonly OutcomeChoice[] =>
  outcomeChoices(rules).filter(({ outcome }) => TOGETHER.includes(outcome));

const allOfThem = (count: number): string => `All ${count} of these`;

/** A case among others: what it is, whose and how severe; and when it was opened. As the API sent it, not escaped. */
export const listedTitle = ({ headline, who, severity }: CaseStory): string =>
  [headline, who.name ?? who.email ?? '', severity === null ? '' : severityLabel(severity)]
    .map((text) => cleanWithin(text, ROOM.short.name))
    .filter((text) => text !== '')
    .join(' · ');

const listedNote = ({ openedAtMs, caseId }: Pick<CaseStory, 'openedAtMs' | 'caseId'>): string =>
  [utc(openedAtMs), `case ${shortId(caseId)}`].filter((text) => text !== '').join(' · ');

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
  note: 'Each case gets its own decision, which you can undo on its message.',
});

/** How long a comment may be, so that it fits wherever one of these cases was sent. */
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

export type ReadBulk =
  | {
      readonly is: 'answer';
      readonly cases: readonly ListedCase[];
      readonly outcome: Outcome;
      readonly comment: string | null;
    }
  | Extract<ReadForm, { is: 'errors' }>;

/** Reads the form by the current rules. Only cases of the sealed list can be chosen. */
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
