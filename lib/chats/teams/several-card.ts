import type { SealOf } from '../../platform/seal.ts';
import { type CaseList, writeCaseList } from '../document/case-list.ts';
import type { CaseStory } from '../document/case-story.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { group } from '../document/document.ts';
import { ALL, CASES_FIELD, SEVERAL_VERBS } from '../document/several-form.ts';
import { allOfThem, listedNote, listedTitle, SEVERAL } from '../document/several-words.ts';
import type { SeveralForm } from '../presses/take-several.ts';
import { note } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { execute } from './render-actions.ts';
import { renderAnswer } from './renderer.ts';
import { plainSaid } from './summary.ts';
import { outcomeInput, severalComment } from './verdict-inputs.ts';
import { writeGroup } from './write-document.ts';

const ROOM_TITLE = 150;

/** The form, in the place of the card that was pressed, for that analyst alone. Null when the list is too long for it. */
export function renderSeveralForm(
  { list, stories, choices, room }: SeveralForm,
  sealOf: SealOf,
): TeamsMessage | null {
  const target = writeCaseList(list, sealOf);
  if (target === null) return null;
  return {
    summary: SEVERAL.title,
    card: createCard(
      [
        ...writeGroup(group({ is: 'head', sign: 'several', title: [SEVERAL.title] })),
        casesInput(stories),
        outcomeInput(choices),
        severalComment(choices, room),
        ...note('Each case gets a decision of its own, which can be taken back on its message.', {
          spacing: 'small',
        }),
      ],
      [execute(SEVERAL.submit, SEVERAL_VERBS.decide, target)],
    ),
  };
}

/** What became of it. Teams keeps it in the place of the card, so it leads back to the form. */
export const renderSeveralAnswer = (answer: CommandAnswer, list: CaseList, sealOf: SealOf): TeamsMessage =>
  renderAnswer({ ...answer, several: list }, sealOf);

/** What people are called comes from outside: nothing is left in it that means anything. */
const casesInput = (stories: readonly CaseStory[]): CardNode => ({
  type: 'Input.ChoiceSet',
  id: CASES_FIELD,
  label: SEVERAL.cases,
  isMultiSelect: true,
  wrap: true,
  style: 'expanded',
  isRequired: true,
  errorMessage: SEVERAL.chooseCases,
  choices: [
    { title: allOfThem(stories.length), value: ALL },
    ...stories.map((story, at) => ({
      title: `${at + 1} · ${plainSaid(`${listedTitle(story)} · ${listedNote(story)}`, ROOM_TITLE)}`,
      value: String(at),
    })),
  ],
});
