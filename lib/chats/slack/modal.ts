import type { Decision } from '../../case/answer.ts';
import type { Evidence } from '../../case/evidence.ts';
import { UNTITLED_EVENT } from '../../case/evidence.ts';
import type { SealOf } from '../../platform/seal.ts';
import { shownText } from '../../platform/text/clean-text.ts';
import { utc } from '../../platform/text/format.ts';
import { type Outcome, VERDICT_LIMITS } from '../../posture/schemas/verdict.ts';
import { decisionText } from '../../verdict/decision-text.ts';
import { group } from '../document/document.ts';
import { ROOM } from '../document/message-limits.ts';
import type { OutcomeChoice } from '../document/outcome-choices.ts';
import { whoPart } from '../document/spans.ts';
import {
  choiceNotes,
  commentDepends,
  commentHint,
  FIELDS,
  FORM_LABELS,
  type FormSubject,
  needsComment,
  offeredEvents,
} from '../document/verdict-form.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock } from './message.ts';
import { type ModalMetadata, writeMetadata } from './modal-metadata.ts';
import type { Option } from './render-actions.ts';
import { context, plain, plainSaid } from './render-blocks.ts';
import { writeGroup } from './write-document.ts';

export const MODAL_CALLBACK = 'verdict';

export interface VerdictModal {
  /** What has to be known again when it is submitted. */
  readonly metadata: Omit<ModalMetadata, 'mode' | 'commentRoom'>;
  readonly choices: readonly OutcomeChoice[];
  /** The outcome that is chosen: at first the one that was pressed. */
  readonly chosen?: Outcome | undefined;
  /** Left out while it is looked up, and where nobody can say. */
  readonly subject?: FormSubject | undefined;
  /** `loading` while they are fetched: the form has to open within three seconds. */
  readonly events: readonly Evidence[] | 'loading';
  /** What is left of the comment after the line that says who decided. */
  readonly commentRoom: number;
  readonly mode: 'comment' | 'override';
  /** The decision that is overridden. */
  readonly current?: Decision | undefined;
  readonly sealOf?: SealOf | undefined;
}

export type ModalView = Readonly<Record<string, unknown>> & {
  readonly type: 'modal';
  readonly blocks: readonly SlackBlock[];
};

export function renderVerdictModal(modal: VerdictModal): ModalView {
  const { metadata, mode, events, current } = modal;
  const commentRoom = Math.min(Math.max(1, modal.commentRoom), VERDICT_LIMITS.comment);
  return {
    type: 'modal',
    callback_id: MODAL_CALLBACK,
    title: plain(mode === 'override' ? 'Override the verdict' : 'Verdict', LIMITS.modalTitle),
    submit: plain(mode === 'override' ? 'Override' : 'Decide', LIMITS.modalButton),
    close: plain('Cancel', LIMITS.modalButton),
    private_metadata: writeMetadata({ ...metadata, mode, commentRoom }, modal.sealOf),
    blocks: [
      ...subjectLine(modal),
      ...(current
        ? writeGroup(
            group(
              { is: 'sentence', words: decisionText(current) },
              { is: 'quote', text: current.comment, room: ROOM.comment },
            ),
          )
        : []),
      outcomeInput(modal),
      commentInput(modal, commentRoom),
      ...(events === 'loading' ? [] : eventInputs(events)),
      context(
        `case ${shownText(metadata.target.caseId.replace(/[^\w-]/g, ''), 80)}  ·  ${metadata.target.domain}`,
      ),
    ],
  };
}

/** `Data exfiltration  ·  Anna Berg  anna.berg@acme.example` */
function subjectLine({ subject, events }: VerdictModal): readonly SlackBlock[] {
  if (events === 'loading') return [context('Looking up the case…')];
  if (!subject) return [];
  const { headline, who } = subject;
  return writeGroup(
    group({ is: 'head', title: [{ said: headline, room: ROOM.headline, or: 'Case' }], who: whoPart(who) }),
  );
}

type Choosing = Pick<VerdictModal, 'choices' | 'mode' | 'chosen'>;

/** `follows`: the rest of the form follows what is chosen. */
export function outcomeInput(
  { choices, mode, chosen }: Choosing,
  { follows = commentDepends(choices, mode) } = {},
): SlackBlock {
  const options = choices.map(outcomeOption);
  const initial = options.find(({ value }) => value === chosen);
  return {
    type: 'input',
    block_id: FIELDS.outcome,
    // Slack tells what is chosen before the form is sent, where the comment has to follow it.
    ...(follows ? { dispatch_action: true } : {}),
    label: plain(FORM_LABELS.outcome, LIMITS.label),
    element: {
      type: 'radio_buttons',
      action_id: FIELDS.outcome,
      options,
      ...(initial === undefined ? {} : { initial_option: initial }),
    },
  };
}

function outcomeOption(choice: OutcomeChoice): Option {
  const notes = choiceNotes(choice);
  return {
    text: plain(choice.label, LIMITS.optionText),
    value: choice.outcome,
    ...(notes === '' ? {} : { description: plain(notes, LIMITS.optionDescription) }),
  };
}

export function commentInput(
  { mode, choices, chosen }: Choosing,
  commentRoom: number,
  { optional = !needsComment(choices, mode, chosen) } = {},
): SlackBlock {
  return {
    type: 'input',
    block_id: FIELDS.comment,
    // Slack marks what is optional, and takes the form only with what is not.
    optional,
    label: plain(mode === 'override' ? FORM_LABELS.why : FORM_LABELS.comment, LIMITS.label),
    hint: plain(commentHint({ choices, mode, commentRoom }), LIMITS.label),
    element: {
      type: 'plain_text_input',
      action_id: FIELDS.comment,
      multiline: true,
      max_length: commentRoom,
    },
  };
}

/** Menus of a hundred each. */
function eventInputs(events: readonly Evidence[]): readonly SlackBlock[] {
  const offered = offeredEvents(events);
  const menus: SlackBlock[] = [];
  for (let from = 0; from < offered.length; from += LIMITS.selectOptions) {
    const options = offered.slice(from, from + LIMITS.selectOptions).map(eventOption);
    const numbers = offered.length > LIMITS.selectOptions ? `, ${from + 1} to ${from + options.length}` : '';
    menus.push({
      type: 'input',
      block_id: `${FIELDS.events}:${menus.length + 1}`,
      optional: true,
      label: plain(`${FORM_LABELS.events}${numbers}`, LIMITS.label),
      element: { type: 'multi_static_select', action_id: FIELDS.events, options },
    });
  }
  return menus;
}

const eventOption = ({ eventId, title, source, atMs }: Evidence): Option => {
  const from = [shownText(source, ROOM.source), atMs === null ? '' : utc(atMs)];
  const description = from.filter((text) => text !== '').join('  ·  ');
  return {
    text: plainSaid(title, LIMITS.optionText, UNTITLED_EVENT),
    value: eventId,
    ...(description === '' ? {} : { description: plainSaid(description, LIMITS.optionDescription, '?') }),
  };
};
