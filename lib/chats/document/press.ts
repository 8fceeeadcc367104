import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict-schema.ts';

const ABOUT_A_DECISION = ['undo', 'approve', 'decline', 'retry', 'override'] as const;
type AboutADecision = (typeof ABOUT_A_DECISION)[number];

const ABOUT_A_CLAIM = ['claim', 'take-over', 'hand-back'] as const;
type AboutAClaim = (typeof ABOUT_A_CLAIM)[number];

/** What an analyst pressed. `form`: the one in which the outcome is chosen. */
export type Press =
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  | { readonly is: 'form' }
  | { readonly is: 'override' }
  /** Only shows something. */
  | { readonly is: 'evidence' }
  | { readonly is: Exclude<AboutADecision, 'override'> | AboutAClaim };

export const isAboutAClaim = (press: Press): press is { readonly is: AboutAClaim } =>
  ABOUT_A_CLAIM.some((one) => one === press.is);

/** The verbs of buttons, which chats send back with a press. */
export const outcomeVerb = (outcome: Outcome): string => `verdict:${outcome}`;
export const decisionVerb = (what: AboutADecision): string => `decision:${what}`;

export const claimVerb = (what: AboutAClaim): string => `claim:${what}`;

/** Opens or sends the form in which the outcome is chosen. */
export const FORM_VERB = 'verdict:form';
/** Shows the evidence of a case that is over, where the chat cannot fold it. */
export const EVIDENCE_VERB = 'case:evidence';

const PRESSES: ReadonlyMap<string, Press> = new Map<string, Press>([
  [FORM_VERB, { is: 'form' }],
  [EVIDENCE_VERB, { is: 'evidence' }],
  ...OUTCOMES.map((outcome) => [outcomeVerb(outcome), { is: 'outcome', outcome }] as const),
  ...ABOUT_A_DECISION.map((what) => [decisionVerb(what), { is: what }] as const),
  ...ABOUT_A_CLAIM.map((what) => [claimVerb(what), { is: what }] as const),
]);

/** Null for a button that is not ours. */
export const pressOf = (verb: string): Press | null => PRESSES.get(verb) ?? null;
