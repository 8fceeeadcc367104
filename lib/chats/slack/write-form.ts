import { grouped } from '../../base/text/format.ts';
import type { Evidence } from '../../case/evidence.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import type { Sentence } from '../../case/sentence.ts';
import { BULK } from '../document/bulk-words.ts';
import type { CommandAnswer } from '../document/command-answer.ts';
import { group } from '../document/document.ts';
import { allEvidence } from '../document/evidence-document.ts';
import type { CommentField, Field, Form, FormOption } from '../document/form.ts';
import { ROOM } from '../document/message-limits.ts';
import { FIELDS } from '../document/read-form.ts';
import { whoPart } from '../document/spans.ts';
import { EVIDENCE } from '../document/texts.ts';
import { currentGroup } from '../document/verdict-form.ts';
import type { Option } from './case-actions.ts';
import { LIMITS } from './limits.ts';
import { plainBlocks, type SlackBlock } from './message.ts';
import { context, plain, plainSaid } from './render-blocks.ts';
import { renderAnswer } from './renderer.ts';
import { writeGroup } from './write-document.ts';

/** Slack sends it back with a form, and says by it what kind of form it is. */
export const CALLBACKS = { verdict: 'verdict', bulk: 'bulk' } as const;
type Callback = (typeof CALLBACKS)[keyof typeof CALLBACKS];

export type ModalView = Readonly<Record<string, unknown>> & {
  readonly type: 'modal';
  readonly blocks: readonly SlackBlock[];
};

const LOOKING = 'Looking up the case…';

/** A form as a modal. `metadata`: what has to be known again when it is submitted. */
export const writeForm = (form: Form, callback: Callback, metadata: string): ModalView => ({
  type: 'modal',
  callback_id: callback,
  title: plain(form.title, LIMITS.modalTitle),
  submit: plain(form.submit, LIMITS.modalButton),
  close: plain(form.close, LIMITS.modalButton),
  private_metadata: metadata,
  blocks: [...aboutCase(form), ...form.fields.flatMap(writeField), context(form.note)],
});

const wordsOnly = (blocks: readonly SlackBlock[], title: string = BULK.title): ModalView => ({
  type: 'modal',
  callback_id: CALLBACKS.bulk,
  title: plain(title, LIMITS.modalTitle),
  close: plain('Close', LIMITS.modalButton),
  blocks,
});

/** While the cases are looked up, and where none can be decided: words, and nothing to send. */
export const renderBulkWords = (words: Sentence): ModalView =>
  wordsOnly(writeGroup(group({ is: 'sentence', words })));
export const renderBulkAnswer = (answer: CommandAnswer): ModalView =>
  wordsOnly(plainBlocks(renderAnswer(answer)));

/** Null while it is looked up. */
export const renderEvidence = (events: readonly Evidence[] | null, persona?: KnownPersona): ModalView =>
  wordsOnly(
    events === null ? [context(LOOKING)] : allEvidence(events, persona).flatMap((one) => writeGroup(one)),
    EVIDENCE,
  );

/** `Data exfiltration  ·  Anna Berg  anna.berg@acme.example`, and the decision that is overridden. */
function aboutCase({ subject, current }: Form): readonly SlackBlock[] {
  if (subject === 'looking-up') return [context(LOOKING)];
  const title = subject && [{ said: subject.headline, room: ROOM.headline, or: 'Case' }];
  return [
    ...(title ? writeGroup(group({ is: 'head', title, who: whoPart(subject.who) })) : []),
    ...(current ? writeGroup(currentGroup(current)) : []),
  ];
}

function writeField(field: Field): readonly SlackBlock[] {
  switch (field.is) {
    case 'outcome':
      return [outcomeInput(field)];
    case 'comment':
      return [commentInput(field)];
    case 'events':
      return eventMenus(field);
    case 'cases': {
      const options = [ourOption(field.all), ...field.options.map(option)];
      const element = { type: 'multi_static_select', action_id: FIELDS.cases, options };
      return [{ type: 'input', block_id: FIELDS.cases, label: plain(field.label, LIMITS.label), element }];
    }
  }
}

function outcomeInput({ label, options, chosen, isFollowed }: Extract<Field, { is: 'outcome' }>): SlackBlock {
  const written = options.map(ourOption);
  const initial = written.find(({ value }) => value === chosen);
  return {
    type: 'input',
    block_id: FIELDS.outcome,
    ...(isFollowed ? { dispatch_action: true } : {}),
    label: plain(label, LIMITS.label),
    element: {
      type: 'radio_buttons',
      action_id: FIELDS.outcome,
      options: written,
      ...(initial === undefined ? {} : { initial_option: initial }),
    },
  };
}

function commentInput({ label, hint, room, isRequiredNow, requiredFor }: CommentField): SlackBlock {
  const needed = requiredFor === '' ? '' : `Needed for: ${requiredFor}. `;
  const words = `${needed}${hint}. Up to ${grouped(room)} characters.`;
  return {
    type: 'input',
    block_id: FIELDS.comment,
    // Slack marks what is optional, and takes the form only with what is not.
    optional: !isRequiredNow,
    label: plain(label, LIMITS.label),
    hint: plain(words, LIMITS.label),
    element: { type: 'plain_text_input', action_id: FIELDS.comment, multiline: true, max_length: room },
  };
}

/** Slack's menus hold a hundred options each. */
function eventMenus({ label, options }: Extract<Field, { is: 'events' }>): readonly SlackBlock[] {
  const menus: SlackBlock[] = [];
  for (let from = 0; from < options.length; from += LIMITS.selectOptions) {
    const shown = options.slice(from, from + LIMITS.selectOptions).map(option);
    const numbers = options.length > LIMITS.selectOptions ? `, ${from + 1} to ${from + shown.length}` : '';
    menus.push({
      type: 'input',
      block_id: `${FIELDS.events}:${menus.length + 1}`,
      optional: true,
      label: plain(`${label}${numbers}`, LIMITS.label),
      element: { type: 'multi_static_select', action_id: FIELDS.events, options: shown },
    });
  }
  return menus;
}

/** An option whose words are all ours. */
const ourOption = ({ value, title, note }: FormOption): Option => ({
  text: plain(title, LIMITS.optionText),
  value,
  ...(note === '' ? {} : { description: plain(note, LIMITS.optionDescription) }),
});

const option = ({ value, title, or = '?', note }: FormOption): Option => ({
  text: plainSaid(title, LIMITS.optionText, or),
  value,
  ...(note === '' ? {} : { description: plainSaid(note, LIMITS.optionDescription, '?') }),
});
