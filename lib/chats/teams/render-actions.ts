import type { SealOf } from '../../platform/seal.ts';
import type { ClickMessage } from '../../verdict/verdict-message.ts';
import { targetsOf } from '../shared/button-target.ts';
import { type CaseList, writeCaseList } from '../shared/case-list.ts';
import type { CaseStory } from '../shared/case-story.ts';
import { AT_HAND, type ClaimControl, CONTROL_LABELS, controlsOf, WITH_COMMENT } from '../shared/controls.ts';
import type { OutcomeChoice } from '../shared/outcome-choices.ts';
import { claimVerb, decisionVerb, outcomeVerb } from '../shared/press.ts';
import { SEVERAL_VERBS } from '../shared/several-form.ts';
import { SEVERAL } from '../shared/several-words.ts';
import {
  CONTROL_EFFECTS,
  confirmLabel,
  effectOf,
  FORM_EFFECT,
  HAND_OVER,
  mayBeRecorded,
  SEND_AGAIN,
  spokenChoice,
} from '../shared/texts.ts';
import { caption } from './blocks.ts';
import type { CardNode } from './message.ts';
import { commentField, FORM_VERB } from './read-press.ts';
import { aboutCase, commentInput, formInputs } from './verdict-inputs.ts';

/** Null when the ids are too long to be carried by a button. */
export function renderActions(story: CaseStory, mostEvents: number): readonly CardNode[] | null {
  const controls = controlsOf(story.standing, 'teams', story.claim);
  if (controls.length === 0) return [];
  const targets = targetsOf(story);
  if (targets === null) return null;
  const { onCase, onDecision, onClaim } = targets;
  return controls.flatMap((control) => {
    if (control === 'choices') return choiceActions(story, onCase, mostEvents);
    if (control === 'claim') return [claimAction('claim', onClaim)];
    // Teams shows five actions well: those on a claim share one.
    if (control === 'take-over') return [claimActions(onClaim)];
    if (control === 'hand-back') return [];
    return [
      control === 'override'
        ? overrideForm(story, onDecision, mostEvents)
        : decisionAction(control, story, onDecision),
    ];
  });
}

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

/** A button for each list. */
export const severalActions = (
  lists: readonly CaseList['cases'][],
  onlyFor: CaseList['onlyFor'],
  sealOf: SealOf,
  labelOf: (index: number) => string = () => SEVERAL.button,
): readonly CardNode[] =>
  lists.flatMap((cases, index) => {
    const target = writeCaseList({ cases, onlyFor }, sealOf);
    return target === null ? [] : [execute(labelOf(index), SEVERAL_VERBS.open, target)];
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
const choiceActions = (story: CaseStory, target: string, mostEvents: number): readonly CardNode[] => [
  ...story.choices.slice(0, AT_HAND).map((choice) => choiceAction(choice, story, target)),
  showCard(
    WITH_COMMENT,
    FORM_EFFECT,
    formInputs(story, 'comment', mostEvents),
    execute('Decide', FORM_VERB, target),
  ),
];

/** Cards cannot ask "are you sure", so what has to be confirmed unfolds first and says what will happen. */
function choiceAction(choice: OutcomeChoice, story: CaseStory, target: string): CardNode {
  const { outcome, label, comment, confirm, approval } = choice;
  const verb = outcomeVerb(outcome);
  const required = comment === 'required';
  const tooltip = spokenChoice(choice);
  if (!required && !confirm && !approval) return execute(label, verb, target, { tooltip });
  return showCard(
    `${label}…`,
    tooltip,
    [
      ...aboutCase(story),
      ...caption(effectOf(choice)),
      commentInput(commentField(outcome), story, { required }),
    ],
    execute(confirmLabel(choice), verb, target),
  );
}

const overrideForm = (story: CaseStory, target: string, mostEvents: number): CardNode =>
  showCard(
    CONTROL_LABELS.override,
    CONTROL_EFFECTS.override,
    formInputs(story, 'override', mostEvents),
    execute('Override', decisionVerb('override'), target),
  );

function decisionAction(control: ClickMessage['kind'], { standing }: CaseStory, target: string): CardNode {
  const tooltip = CONTROL_EFFECTS[control];
  const emphasis: Emphasis =
    control === 'approve' || control === 'retry' ? { style: 'positive', tooltip } : { tooltip };
  if (control !== 'retry' || !mayBeRecorded(standing)) {
    return execute(CONTROL_LABELS[control], decisionVerb(control), target, emphasis);
  }
  return showCard(
    'Retry…',
    tooltip,
    caption(SEND_AGAIN.text),
    execute(SEND_AGAIN.button, decisionVerb('retry'), target, emphasis),
  );
}
