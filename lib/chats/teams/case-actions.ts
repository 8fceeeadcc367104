import { AT_HAND, type ClaimControl, CONTROL_LABELS, WITH_COMMENT } from '../document/case-buttons.ts';
import type { Group } from '../document/document.ts';
import { allEvidence } from '../document/evidence-document.ts';
import type { OutcomeChoice } from '../document/outcome-choices.ts';
import { claimVerb, decisionVerb, FORM_VERB, outcomeVerb } from '../document/press.ts';
import type { CaseControl, FormCase } from '../document/sealed-controls.ts';
import {
  CONTROL_EFFECTS,
  confirmLabel,
  EVIDENCE,
  EVIDENCE_EFFECT,
  effectOf,
  FORM_EFFECT,
  HAND_OVER,
  SEND_AGAIN,
  spokenChoice,
} from '../document/texts.ts';
import { commentField } from '../document/verdict-form.ts';
import { caption } from './blocks.ts';
import type { CardNode } from './message.ts';
import { commentName } from './read-click.ts';
import { aboutCase, caseForm, commentInput, roomFor, writeFields } from './write-form.ts';

export type WriteGroup = (group: Group) => readonly CardNode[];

/** What can be pressed on a case. Teams shows five actions well: those on a claim share one. */
export const caseActions = (
  controls: readonly CaseControl[],
  mostEvents: number,
  writeGroup: WriteGroup,
): readonly CardNode[] =>
  controls.flatMap((one) => {
    if (one.is === 'choices') return choiceActions(one.form, one.value, mostEvents);
    if (one.is === 'evidence')
      return [
        showCard(
          EVIDENCE,
          EVIDENCE_EFFECT,
          allEvidence(one.events, one.persona).flatMap((it) => writeGroup(it)),
        ),
      ];
    if (one.is === 'decision')
      return [one.control === 'override' ? overrideForm(one, mostEvents) : decisionAction(one)];
    // Both are behind one action, unless there is only one.
    if (one.control === 'hand-back' && controls.some(isTakeOver)) return [];
    return [isTakeOver(one) ? claimActions(one.value) : claimAction(one.control, one.value)];
  });

const isTakeOver = (one: CaseControl): boolean => one.is === 'claim' && one.control === 'take-over';

type Emphasis = { readonly style?: 'positive'; readonly tooltip?: string };

/** A client that does not know Action.Execute sends the same as a message, where the verb has no place of its own. */
export const execute = (title: string, verb: string, target: string, emphasis: Emphasis = {}): CardNode => ({
  type: 'Action.Execute',
  title,
  verb,
  data: { target },
  ...emphasis,
  fallback: { type: 'Action.Submit', title, data: { target, verb }, ...emphasis },
});

const showCard = (
  title: string,
  tooltip: string,
  body: readonly CardNode[],
  ...actions: readonly CardNode[]
): CardNode => ({
  type: 'Action.ShowCard',
  title,
  tooltip,
  card: { type: 'AdaptiveCard', body, actions },
});

/** A form that unfolds on the card. */
function formCard(
  title: string,
  tooltip: string,
  { story, mode, mostEvents }: { story: FormCase; mode: 'comment' | 'override'; mostEvents: number },
  [verb, target]: readonly [verb: string, target: string],
): CardNode {
  const form = caseForm(story, mode);
  const body = [...aboutCase(story), ...writeFields(form, mostEvents)];
  return showCard(title, tooltip, body, execute(form.submit, verb, target));
}

const claimActions = (target: string): CardNode =>
  showCard(
    HAND_OVER.title,
    HAND_OVER.text,
    caption(HAND_OVER.text),
    claimAction('take-over', target),
    claimAction('hand-back', target),
  );

const claimAction = (control: ClaimControl, target: string): CardNode =>
  execute(CONTROL_LABELS[control], claimVerb(control), target, { tooltip: CONTROL_EFFECTS[control] });

// No colours: a verdict should not be nudged.
const choiceActions = (story: FormCase, target: string, mostEvents: number): readonly CardNode[] => [
  ...story.choices.slice(0, AT_HAND).map((choice) => choiceAction(choice, story, target)),
  formCard(WITH_COMMENT, FORM_EFFECT, { story, mode: 'comment', mostEvents }, [FORM_VERB, target]),
];

/** Cards cannot ask "are you sure", so what has to be confirmed unfolds first and says what will happen. */
function choiceAction(choice: OutcomeChoice, story: FormCase, target: string): CardNode {
  const { outcome, label, comment, confirm, approval } = choice;
  const verb = outcomeVerb(outcome);
  const isRequired = comment === 'required';
  const tooltip = spokenChoice(choice);
  if (!isRequired && !confirm && !approval) return execute(label, verb, target, { tooltip });
  return showCard(
    `${label}…`,
    tooltip,
    [
      ...aboutCase(story),
      ...caption(effectOf(choice)),
      commentInput(commentField(roomFor(story), { isRequired }), commentName(outcome)),
    ],
    execute(confirmLabel(choice), verb, target),
  );
}

type DecisionControl = Extract<CaseControl, { is: 'decision' }>;

const overrideForm = ({ form, value }: DecisionControl, mostEvents: number): CardNode =>
  formCard(CONTROL_LABELS.override, CONTROL_EFFECTS.override, { story: form, mode: 'override', mostEvents }, [
    decisionVerb('override'),
    value,
  ]);

function decisionAction({ control, value, isDoubtful }: DecisionControl): CardNode {
  const tooltip = CONTROL_EFFECTS[control];
  const emphasis: Emphasis =
    control === 'approve' || control === 'retry' ? { style: 'positive', tooltip } : { tooltip };
  if (!isDoubtful) return execute(CONTROL_LABELS[control], decisionVerb(control), value, emphasis);
  return showCard(
    'Retry…',
    tooltip,
    caption(SEND_AGAIN.text),
    execute(SEND_AGAIN.button, decisionVerb('retry'), value, emphasis),
  );
}
