import { clip } from '../../base/text/clip.ts';
import { AT_HAND, CONTROL_LABELS, WITH_COMMENT } from '../document/case-buttons.ts';
import { ASK_VERB, CASE_QUESTIONS } from '../document/case-questions.ts';
import type { OutcomeChoice } from '../document/outcome-choices.ts';
import { claimVerb, decisionVerb, EVIDENCE_VERB, outcomeVerb } from '../document/press.ts';
import type { CaseControl } from '../document/sealed-controls.ts';
import {
  CONTROL_EFFECTS,
  confirmLabel,
  EVIDENCE,
  EVIDENCE_EFFECT,
  effectOf,
  FORM_EFFECT,
  SEND_AGAIN,
  spokenChoice,
} from '../document/texts.ts';
import { choiceNotes } from '../document/verdict-form.ts';
import { LIMITS } from './limits.ts';
import { needsForm } from './needs-form.ts';
import { FORM_OPTION, MENU_ACTION } from './read-click.ts';
import { type PlainText, plain } from './render-blocks.ts';

export type Confirm = {
  readonly title: PlainText;
  readonly text: PlainText;
  readonly confirm: PlainText;
  readonly deny: PlainText;
};
export type Button = {
  readonly type: 'button';
  readonly text: PlainText;
  readonly action_id: string;
  readonly value: string;
  readonly style?: 'primary';
  readonly confirm?: Confirm;
  /** For screen readers. */
  readonly accessibility_label?: string;
};
export type Option = { readonly text: PlainText; readonly value: string; readonly description?: PlainText };
export type Overflow = {
  readonly type: 'overflow';
  readonly action_id: string;
  readonly options: readonly Option[];
};

export type Select = {
  readonly type: 'static_select';
  readonly action_id: string;
  readonly placeholder: PlainText;
  readonly options: readonly Option[];
};

/** What can be pressed on a case, all in one row. */
export const caseActions = (controls: readonly CaseControl[]): readonly (Button | Overflow | Select)[] => {
  const buttons = controls.flatMap((control) => {
    if (control.is === 'choices') return choiceButtons(control.form.choices, control.value);
    if (control.is === 'evidence') return [evidenceButton(control.value)];
    return [control.is === 'claim' ? claimButton(control) : decisionButton(control)];
  });
  // Which case it is about is read from a button beside it.
  return buttons.length === 0 ? [] : [...buttons, ASK];
};

/** Slack takes no commands in threads, so the message that the thread is about offers them. */
const ASK: Select = {
  type: 'static_select',
  action_id: ASK_VERB,
  placeholder: plain('Ask…', LIMITS.placeholder),
  options: CASE_QUESTIONS.map(({ command, label }) => ({
    text: plain(label, LIMITS.optionText),
    value: command,
  })),
};

// No colours: a verdict should not be nudged.
const choiceButtons = (choices: readonly OutcomeChoice[], value: string): readonly (Button | Overflow)[] => [
  ...choices.slice(0, AT_HAND).map((choice) => choiceButton(choice, value)),
  {
    type: 'overflow',
    action_id: MENU_ACTION,
    options: [
      ...choices.slice(AT_HAND).map((choice) => ({
        text: plain(needsForm(choice, 'menu') ? `${choice.label}…` : choice.label, LIMITS.optionText),
        value: choice.outcome,
        description: plain(choiceNotes(choice), LIMITS.optionDescription),
      })),
      {
        text: plain(WITH_COMMENT, LIMITS.optionText),
        value: FORM_OPTION,
        description: plain(FORM_EFFECT, LIMITS.optionDescription),
      },
    ],
  },
];

function choiceButton(choice: OutcomeChoice, value: string): Button {
  const { outcome, label, confirm, approval } = choice;
  const form = needsForm(choice, 'button');
  return {
    type: 'button',
    text: plain(form ? `${label}…` : label, LIMITS.buttonText),
    action_id: outcomeVerb(outcome),
    value,
    accessibility_label: clip(spokenChoice(choice), LIMITS.buttonText),
    ...(!form && (confirm || approval) ? { confirm: confirmChoice(choice) } : {}),
  };
}

const confirmChoice = (choice: OutcomeChoice): Confirm =>
  sure(`${choice.label}?`, effectOf(choice), confirmLabel(choice));

const sure = (title: string, text: string, yes: string): Confirm => ({
  title: plain(title, LIMITS.confirmTitle),
  text: plain(text, LIMITS.confirmText),
  confirm: plain(yes, LIMITS.confirmButton),
  deny: plain('Cancel', LIMITS.confirmButton),
});

const evidenceButton = (value: string): Button => ({
  type: 'button',
  text: plain(EVIDENCE, LIMITS.buttonText),
  action_id: EVIDENCE_VERB,
  value,
  accessibility_label: EVIDENCE_EFFECT,
});

const claimButton = ({ control, value }: Extract<CaseControl, { is: 'claim' }>): Button => ({
  type: 'button',
  text: plain(CONTROL_LABELS[control], LIMITS.buttonText),
  action_id: claimVerb(control),
  value,
  accessibility_label: CONTROL_EFFECTS[control],
});

const decisionButton = ({
  control,
  value,
  isDoubtful,
}: Extract<CaseControl, { is: 'decision' }>): Button => ({
  type: 'button',
  text: plain(CONTROL_LABELS[control], LIMITS.buttonText),
  action_id: decisionVerb(control),
  value,
  accessibility_label: CONTROL_EFFECTS[control],
  ...(control === 'approve' || control === 'retry' ? { style: 'primary' } : {}),
  ...(isDoubtful ? { confirm: sure(SEND_AGAIN.title, SEND_AGAIN.text, SEND_AGAIN.button) } : {}),
});
