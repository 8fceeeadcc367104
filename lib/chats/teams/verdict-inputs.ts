import type { Person } from '../../verdict/case-verdict.ts';
import { commentRoom } from '../../verdict/comment.ts';
import type { CaseStory, Evidence, OutcomeChoice } from '../shared/case-story.ts';
import { ROOM } from '../shared/message-limits.ts';
import { UNTITLED_EVENT } from '../shared/texts.ts';
import {
  alwaysNeedsComment,
  choiceNotes,
  FIELDS,
  FORM_LABELS,
  offeredEvents,
} from '../shared/verdict-form.ts';
import { caption, note, ours, rich, said } from './blocks.ts';
import type { CardNode } from './message.ts';

/** Everybody sees the same card, so it leaves room for the longest name that may have to be signed. */
const LONGEST_PERSON: Person = { surface: 'teams', id: 'x'.repeat(40), name: 'x'.repeat(60) };

const roomFor = ({ destination, choices }: CaseStory): number =>
  commentRoom(LONGEST_PERSON, destination, { approval: choices.some(({ approval }) => approval) });

export const commentInput = (
  id: string,
  story: CaseStory,
  { why, required }: { why?: boolean; required: boolean },
): CardNode => ({
  type: 'Input.Text',
  id,
  label: why ? FORM_LABELS.why : FORM_LABELS.comment,
  placeholder: FORM_LABELS.commentHint,
  isMultiline: true,
  maxLength: roomFor(story),
  ...(required ? { isRequired: true, errorMessage: 'This needs a comment.' } : {}),
});

/** The form in which an analyst decides with a comment, or overrides what another decided. */
export function formInputs(
  story: CaseStory,
  mode: 'comment' | 'override',
  mostEvents: number,
): readonly CardNode[] {
  const { choices } = story;
  const required = alwaysNeedsComment(choices, mode);
  return [
    {
      type: 'Input.ChoiceSet',
      id: FIELDS.outcome,
      label: FORM_LABELS.outcome,
      style: 'expanded',
      isRequired: true,
      errorMessage: 'Choose an outcome.',
      choices: choices.map(outcomeOption),
    },
    commentInput(FIELDS.comment, story, { why: mode === 'override', required }),
    ...eventInputs(offeredEvents(story.evidence), mostEvents),
  ];
}

function outcomeOption(choice: OutcomeChoice) {
  const notes = choiceNotes(choice);
  return { title: notes === '' ? choice.label : `${choice.label} (${notes})`, value: choice.outcome };
}

/** More would make a list that nobody reads, and have to be folded. */
const EXPANDED_EVENTS = 10;
/** Characters for the titles of all events together. */
const TITLES_ROOM = 12_000;

/**
 * Titles come from outside, and the options of a menu are read as Markdown: so the events are numbered where it is not,
 * and the menu has the numbers.
 */
function eventInputs(events: readonly Evidence[], most: number): readonly CardNode[] {
  const offered = events.slice(0, most);
  if (offered.length === 0) return [];
  const titleRoom = Math.min(ROOM.eventTitle, Math.floor(TITLES_ROOM / offered.length));
  const left = events.length - offered.length;
  return [
    ...caption('Events of the case', { weight: 'bolder' }),
    ...rich(
      offered.flatMap(({ title }, index) => [
        ours(`${index === 0 ? '' : '\n'}${index + 1}.  `),
        said(title, titleRoom) ?? ours(UNTITLED_EVENT),
      ]),
      { spacing: 'none' },
    ),
    ...note(left > 0 ? `… and ${left.toLocaleString('en-US')} more in the platform` : null),
    {
      type: 'Input.ChoiceSet',
      id: FIELDS.events,
      label: FORM_LABELS.events,
      isMultiSelect: true,
      style: offered.length > EXPANDED_EVENTS ? 'compact' : 'expanded',
      choices: offered.map(({ eventId }, index) => ({ title: `Event ${index + 1}`, value: eventId })),
    },
  ];
}
