import type { ClickMessage } from '../../verdict/verdict-message.ts';
import { targetsOf } from '../shared/button-target.ts';
import type { CaseStory, OutcomeChoice } from '../shared/case-story.ts';
import { AT_HAND, CONTROL_LABELS, controlsOf, WITH_COMMENT } from '../shared/controls.ts';
import { claimVerb, decisionVerb, outcomeVerb } from '../shared/press.ts';
import { confirmLabel, effectOf, HAND_OVER, mayBeRecorded, SEND_AGAIN } from '../shared/texts.ts';
import { caption } from './blocks.ts';
import type { CardNode } from './message.ts';
import { commentField, FORM_VERB } from './read-press.ts';
import { commentInput, formInputs } from './verdict-inputs.ts';

/** Null when the ids are too long to be carried by a button. */
export function renderActions(story: CaseStory, mostEvents: number): readonly CardNode[] | null {
  const controls = controlsOf(story.standing, 'teams', story.claim);
  if (controls.length === 0) return [];
  const targets = targetsOf(story);
  if (targets === null) return null;
  const { onCase, onDecision, onClaim } = targets;
  return controls.flatMap((control) => {
    if (control === 'choices') return choiceActions(story, onCase, mostEvents);
    if (control === 'claim') return [execute(CONTROL_LABELS.claim, claimVerb('claim'), onClaim)];
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

type Emphasis = { readonly style?: 'positive' };

/** A client that does not know Action.Execute sends the same as a message, where the verb has no place of its own. */
const execute = (title: string, verb: string, target: string, emphasis: Emphasis = {}): CardNode => ({
  type: 'Action.Execute',
  title,
  verb,
  data: { target },
  ...emphasis,
  fallback: { type: 'Action.Submit', title, data: { target, verb }, ...emphasis },
});

const showCard = (title: string, body: readonly CardNode[], ...actions: readonly CardNode[]): CardNode => ({
  type: 'Action.ShowCard',
  title,
  card: { type: 'AdaptiveCard', body, actions },
});

const claimActions = (target: string): CardNode =>
  showCard(
    HAND_OVER.title,
    caption(HAND_OVER.text),
    execute(CONTROL_LABELS['take-over'], claimVerb('take-over'), target),
    execute(CONTROL_LABELS['hand-back'], claimVerb('hand-back'), target),
  );

// No colours: a verdict should not be nudged.
const choiceActions = (story: CaseStory, target: string, mostEvents: number): readonly CardNode[] => [
  ...story.choices.slice(0, AT_HAND).map((choice) => choiceAction(choice, story, target)),
  showCard(WITH_COMMENT, formInputs(story, 'comment', mostEvents), execute('Decide', FORM_VERB, target)),
];

/** Cards cannot ask "are you sure", so what has to be confirmed unfolds first and says what will happen. */
function choiceAction(choice: OutcomeChoice, story: CaseStory, target: string): CardNode {
  const { outcome, label, comment, confirm, approval } = choice;
  const verb = outcomeVerb(outcome);
  const required = comment === 'required';
  if (!required && !confirm && !approval) return execute(label, verb, target);
  return showCard(
    `${label}…`,
    [...caption(effectOf(choice)), commentInput(commentField(outcome), story, { required })],
    execute(confirmLabel(choice), verb, target),
  );
}

const overrideForm = (story: CaseStory, target: string, mostEvents: number): CardNode =>
  showCard(
    CONTROL_LABELS.override,
    formInputs(story, 'override', mostEvents),
    execute('Override', decisionVerb('override'), target),
  );

function decisionAction(control: ClickMessage['kind'], { standing }: CaseStory, target: string): CardNode {
  const emphasis: Emphasis = control === 'approve' || control === 'retry' ? { style: 'positive' } : {};
  if (control !== 'retry' || !mayBeRecorded(standing)) {
    return execute(CONTROL_LABELS[control], decisionVerb(control), target, emphasis);
  }
  return showCard(
    'Retry…',
    caption(SEND_AGAIN.text),
    execute(SEND_AGAIN.button, decisionVerb('retry'), target, emphasis),
  );
}
