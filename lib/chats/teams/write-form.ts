import { grouped } from '../../base/text/format.ts';
import type { Person } from '../../case/answer.ts';
import { commentRoom } from '../../verdict/compose-comment.ts';
import type { CommentField, Field, Form, FormOption, FormSubject } from '../document/form.ts';
import { ROOM } from '../document/message-limits.ts';
import { FIELDS } from '../document/read-form.ts';
import type { FormCase } from '../document/sealed-controls.ts';
import { verdictForm } from '../document/verdict-form.ts';
import { BOLD, dotted, note, rich, said } from './blocks.ts';
import type { CardNode } from './message.ts';
import { plainSaid } from './plain-text.ts';

/** Everybody sees the same card, so it leaves room for the longest name that may have to be signed. */
const LONGEST_PERSON: Person = { surface: 'teams', id: 'x'.repeat(40), name: 'x'.repeat(60) };

export const roomFor = ({ destination, choices }: FormCase): number =>
  commentRoom(LONGEST_PERSON, destination, { approval: choices.some(({ approval }) => approval) });

/** The form that unfolds on the card of a case. */
export const caseForm = (story: FormCase, mode: 'comment' | 'override'): Form =>
  verdictForm({
    ...{ target: story, mode, choices: story.choices, subject: story, events: story.evidence },
    commentRoom: roomFor(story),
  });

/** `Dana Frost  ·  Data exfiltration`: on a small screen a form hides what it is about. */
export const aboutCase = ({ who, headline }: FormSubject): readonly CardNode[] =>
  rich(dotted([[said(who.name || who.email, ROOM.name, BOLD)], [said(headline, ROOM.headline)]]));

/** `mostEvents`: how many events fit. */
export const writeFields = ({ fields }: Form, mostEvents = 0): readonly CardNode[] =>
  fields.flatMap((field) => writeField(field, mostEvents));

function writeField(field: Field, mostEvents: number): readonly CardNode[] {
  switch (field.is) {
    case 'outcome':
      return [outcomeInput(field)];
    case 'comment':
      return [commentInput(field)];
    case 'events':
      return eventInputs(field, mostEvents);
    case 'cases':
      return [casesInput(field)];
  }
}

const outcomeInput = ({ label, options, problem }: Extract<Field, { is: 'outcome' }>): CardNode => ({
  type: 'Input.ChoiceSet',
  id: FIELDS.outcome,
  label,
  style: 'expanded',
  isRequired: true,
  errorMessage: problem,
  choices: options.map(({ value, title, note: words }) => ({
    title: words === '' ? title : `${title} (${words})`,
    value,
  })),
});

/**
 * `Comment (required, up to 1,842 characters)`: a card cannot count what was typed, so it says how much room there is. It
 * cannot follow what is chosen in it either, so it says what needs one.
 */
export function commentInput(
  { label, hint, room, isRequired, requiredFor, problem }: CommentField,
  id: string = FIELDS.comment,
): CardNode {
  const needed = isRequired ? 'required, ' : requiredFor === '' ? '' : `required for ${requiredFor}, `;
  return {
    type: 'Input.Text',
    id,
    label: `${label} (${needed}up to ${grouped(room)} characters)`,
    placeholder: hint,
    isMultiline: true,
    maxLength: room,
    ...(isRequired ? { isRequired: true, errorMessage: problem } : {}),
  };
}

/** More would make a list that nobody reads, and have to be folded. */
const EXPANDED_EVENTS = 10;
/** Characters for the titles of all events together. */
const TITLES_ROOM = 12_000;

function eventInputs(
  { label, options }: Extract<Field, { is: 'events' }>,
  most: number,
): readonly CardNode[] {
  const offered = options.slice(0, most);
  if (offered.length === 0) return [];
  const room = Math.min(ROOM.eventTitle, Math.floor(TITLES_ROOM / offered.length));
  const left = options.length - offered.length;
  return [
    {
      type: 'Input.ChoiceSet',
      id: FIELDS.events,
      label,
      isMultiSelect: true,
      wrap: true,
      style: offered.length > EXPANDED_EVENTS ? 'compact' : 'expanded',
      choices: offered.map((event, index) => numbered(event, index, event.title, room)),
    },
    ...note(left > 0 ? `… and ${grouped(left)} more in the platform` : null),
  ];
}

const CASE_ROOM = 150;

const casesInput = ({ label, all, options, problem }: Extract<Field, { is: 'cases' }>): CardNode => ({
  type: 'Input.ChoiceSet',
  id: FIELDS.cases,
  label,
  isMultiSelect: true,
  wrap: true,
  style: 'expanded',
  isRequired: true,
  errorMessage: problem,
  choices: [
    { title: all.title, value: all.value },
    ...options.map((one, at) => numbered(one, at, `${one.title} · ${one.note}`, CASE_ROOM)),
  ],
});

/**
 * `1 · Mass download from SharePoint, 4,812 files`. Numbered, since two may have the same title. Titles come from outside,
 * and nobody says how Teams reads the options of a menu: nothing is left in them that means anything.
 */
const numbered = ({ value, or = '' }: FormOption, index: number, words: string, room: number) => ({
  title: `${index + 1} · ${plainSaid(words, room) || or}`,
  value,
});
