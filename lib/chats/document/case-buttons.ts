import { cameToNothing, type DecisionState, type Person } from '../../case/answer.ts';
import type { ShownStanding } from '../../verdict/decision-text.ts';
import type { CaseStory } from './case-story.ts';

export type Control =
  | 'choices'
  | 'undo'
  | 'approve'
  | 'decline'
  | 'retry'
  | 'override'
  | 'claim'
  | 'take-over'
  | 'hand-back';

const CLAIM_CONTROLS = ['claim', 'take-over', 'hand-back'] as const;
export type ClaimControl = (typeof CLAIM_CONTROLS)[number];
export const isClaimControl = (control: Control): control is ClaimControl =>
  CLAIM_CONTROLS.some((one) => one === control);

/** Whether this is the person for whom a message is written. */
export type IsReader = (person: Person) => boolean;

/** What can be pressed on a surface, in the order in which it is shown. */
export function controlsOf(
  standing: ShownStanding,
  surface: Person['surface'],
  claim: CaseStory['claim'] = null,
  isReader: IsReader = () => false,
): readonly Control[] {
  const onIt = claimControls(claim, isReader);
  if (standing.is === 'open') return ['choices', ...onIt];
  if (standing.is === 'closed') return [];
  const { decision, approvableIn = [], isOverride = false, ended, corrects } = standing;
  const { by, state } = decision;
  if (ended && !corrects && state.is !== 'recorded') return [];
  // Without an undo window the decision is on its way to the platform already.
  if (state.is === 'undoable' && state.untilMs <= state.sinceMs) return [];
  // What the platform may hold is replaced knowingly, with a reason.
  if (state.is === 'failed' && (isOverride || !cameToNothing(state))) return ['retry', 'override'];
  const controls = OPEN_AGAIN.has(state.is) ? [...BY_STATE[state.is], ...onIt] : BY_STATE[state.is];
  // In another chat the bridge cannot tell whether it is a second person who approves. Everybody may decline.
  const isKnown = by.surface === surface || approvableIn.includes(surface);
  return isKnown ? controls : controls.filter((control) => control !== 'approve');
}

/** Nobody takes a case over from themselves. A message that is the same for everybody cannot know who reads it. */
function claimControls(claim: CaseStory['claim'], isReader: IsReader): readonly ClaimControl[] {
  if (!claim) return ['claim'];
  return isReader(claim.by) ? ['hand-back'] : ['take-over', 'hand-back'];
}

/** In these states nobody has decided, so it matters who is on the case. */
const OPEN_AGAIN: ReadonlySet<DecisionState['is']> = new Set(['undone', 'declined']);

const BY_STATE: Readonly<Record<DecisionState['is'], readonly Control[]>> = {
  'awaiting-approval': ['approve', 'decline', 'undo'],
  undoable: ['undo'],
  posting: [],
  waiting: ['undo'],
  recorded: ['override'],
  failed: ['retry', 'choices'],
  undone: ['choices'],
  declined: ['choices'],
};

/** How many outcomes have a button of their own. The other outcomes are behind the last button. */
export const AT_HAND = 3;
export const WITH_COMMENT = 'With comment…';

export const CONTROL_LABELS: Readonly<Record<Exclude<Control, 'choices'>, string>> = {
  undo: 'Undo',
  approve: 'Approve',
  decline: 'Decline',
  retry: 'Retry',
  override: 'Override…',
  claim: "I'm on it",
  'take-over': 'Take over',
  'hand-back': 'Hand back',
};
