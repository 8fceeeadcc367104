import type { Person } from '../../case/answer.ts';
import type { Evidence } from '../../case/evidence.ts';
import { UNTITLED_EVENT } from '../../case/evidence.ts';
import { commentRoom } from '../../verdict/comment.ts';
import type { FormCase } from '../document/case-controls.ts';
import { ROOM } from '../document/message-limits.ts';
import type { OutcomeChoice } from '../document/outcome-choices.ts';
import {
  alwaysNeedsComment,
  choiceNotes,
  commentDepends,
  FIELDS,
  FORM_LABELS,
  needingComment,
  offeredEvents,
} from '../document/verdict-form.ts';
import { BOLD, dotted, note, rich, said } from './blocks.ts';
import type { CardNode } from './message.ts';
import { plainSaid } from './summary.ts';

/** Everybody sees the same card, so it leaves room for the longest name that may have to be signed. */
const LONGEST_PERSON: Person = { surface: 'teams', id: 'x'.repeat(40), name: 'x'.repeat(60) };

const roomFor = ({ destination, choices }: FormCase): number =>
  commentRoom(LONGEST_PERSON, destination, { approval: choices.some(({ approval }) => approval) });

/**
 * `Comment (required, up to 1,842 characters)`: a card cannot count what was typed, so it says how much room there is. It
 * cannot follow what is chosen in it either, so it says what needs one.
 */
const commentLabel = (label: string, room: number, needed: string | null): string =>
  `${label} (${needed === null ? '' : `${needed}, `}up to ${room.toLocaleString('en-US')} characters)`;

export const commentInput = (
  id: string,
  story: FormCase,
  { why, required, neededFor }: { why?: boolean; required: boolean; neededFor?: string | undefined },
): CardNode => ({
  type: 'Input.Text',
  id,
  label: commentLabel(
    why ? FORM_LABELS.why : FORM_LABELS.comment,
    roomFor(story),
    required ? 'required' : neededFor ? `required for ${neededFor}` : null,
  ),
  placeholder: FORM_LABELS.commentHint,
  isMultiline: true,
  maxLength: roomFor(story),
  ...(required ? { isRequired: true, errorMessage: 'This needs a comment.' } : {}),
});

/** `Dana Frost  ·  Data exfiltration`: on a small screen a form hides what it is about. */
export const aboutCase = ({ who, headline }: FormCase): readonly CardNode[] =>
  rich(dotted([[said(who.name || who.email, ROOM.name, BOLD)], [said(headline, ROOM.headline)]]));

/** The form in which an analyst decides with a comment, or overrides what another decided. */
export function formInputs(
  story: FormCase,
  mode: 'comment' | 'override',
  mostEvents: number,
): readonly CardNode[] {
  const { choices } = story;
  const required = alwaysNeedsComment(choices, mode);
  return [
    ...aboutCase(story),
    outcomeInput(choices),
    commentInput(FIELDS.comment, story, {
      why: mode === 'override',
      required,
      neededFor: commentDepends(choices, mode) ? needingComment(choices) : undefined,
    }),
    ...eventInputs(offeredEvents(story.evidence), mostEvents),
  ];
}

export const outcomeInput = (choices: readonly OutcomeChoice[]): CardNode => ({
  type: 'Input.ChoiceSet',
  id: FIELDS.outcome,
  label: FORM_LABELS.outcome,
  style: 'expanded',
  isRequired: true,
  errorMessage: 'Choose an outcome.',
  choices: choices.map(outcomeOption),
});

/** One comment for several cases. */
export const bulkComment = (choices: readonly OutcomeChoice[], room: number): CardNode => {
  const needed = needingComment(choices);
  return {
    type: 'Input.Text',
    id: FIELDS.comment,
    label: commentLabel(FORM_LABELS.comment, room, needed === '' ? null : `required for ${needed}`),
    placeholder: FORM_LABELS.commentHint,
    isMultiline: true,
    maxLength: room,
  };
};

function outcomeOption(choice: OutcomeChoice) {
  const notes = choiceNotes(choice);
  return { title: notes === '' ? choice.label : `${choice.label} (${notes})`, value: choice.outcome };
}

/** More would make a list that nobody reads, and have to be folded. */
const EXPANDED_EVENTS = 10;
/** Characters for the titles of all events together. */
const TITLES_ROOM = 12_000;

/** Titles come from outside, and nobody says how the options of a menu are read: nothing is left in them that means anything. */
function eventInputs(events: readonly Evidence[], most: number): readonly CardNode[] {
  const offered = events.slice(0, most);
  if (offered.length === 0) return [];
  const room = Math.min(ROOM.eventTitle, Math.floor(TITLES_ROOM / offered.length));
  const left = events.length - offered.length;
  return [
    {
      type: 'Input.ChoiceSet',
      id: FIELDS.events,
      label: FORM_LABELS.events,
      isMultiSelect: true,
      wrap: true,
      style: offered.length > EXPANDED_EVENTS ? 'compact' : 'expanded',
      choices: offered.map((event, index) => ({
        title: eventOption(event, index, room),
        value: event.eventId,
      })),
    },
    ...note(left > 0 ? `… and ${left.toLocaleString('en-US')} more in the platform` : null),
  ];
}

/** `1 · Mass download from SharePoint, 4,812 files`. Numbered, since two may have the same title. */
const eventOption = ({ title }: Evidence, index: number, room: number): string =>
  `${index + 1} · ${plainSaid(title, room) || UNTITLED_EVENT}`;
