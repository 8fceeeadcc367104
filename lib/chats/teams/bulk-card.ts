import type { SealOf } from '../../platform/seal.ts';
import { ALL, BULK_VERBS, CASES_FIELD } from '../document/bulk-form.ts';
import { allOfThem, BULK, listedNote, listedTitle } from '../document/bulk-words.ts';
import { type CaseList, writeCaseList } from '../document/case-list.ts';
import type { CaseStory } from '../document/case-story.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { group } from '../document/document.ts';
import type { BulkForm } from '../presses/take-bulk.ts';
import { note } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { execute } from './render-actions.ts';
import { renderAnswer } from './renderer.ts';
import { plainSaid } from './summary.ts';
import { bulkComment, outcomeInput } from './verdict-inputs.ts';
import { writeGroup } from './write-document.ts';

const ROOM_TITLE = 150;

/** The form, in the place of the card that was pressed, for that analyst alone. Null when the list is too long for it. */
export function renderBulkForm(
  { list, stories, choices, room }: BulkForm,
  sealOf: SealOf,
): TeamsMessage | null {
  const target = writeCaseList(list, sealOf);
  if (target === null) return null;
  return {
    summary: BULK.title,
    card: createCard(
      [
        ...writeGroup(group({ is: 'head', sign: 'bulk', title: [BULK.title] })),
        casesInput(stories),
        outcomeInput(choices),
        bulkComment(choices, room),
        ...note('Each case gets a decision of its own, which can be taken back on its message.', {
          spacing: 'small',
        }),
      ],
      [execute(BULK.submit, BULK_VERBS.decide, target)],
    ),
  };
}

/** What became of it. Teams keeps it in the place of the card, so it leads back to the form. */
export const renderBulkAnswer = (answer: CommandAnswer, list: CaseList, sealOf: SealOf): TeamsMessage =>
  renderAnswer({ ...answer, bulk: list }, sealOf);

/** What people are called comes from outside: nothing is left in it that means anything. */
const casesInput = (stories: readonly CaseStory[]): CardNode => ({
  type: 'Input.ChoiceSet',
  id: CASES_FIELD,
  label: BULK.cases,
  isMultiSelect: true,
  wrap: true,
  style: 'expanded',
  isRequired: true,
  errorMessage: BULK.chooseCases,
  choices: [
    { title: allOfThem(stories.length), value: ALL },
    ...stories.map((story, at) => ({
      title: `${at + 1} · ${plainSaid(`${listedTitle(story)} · ${listedNote(story)}`, ROOM_TITLE)}`,
      value: String(at),
    })),
  ],
});
