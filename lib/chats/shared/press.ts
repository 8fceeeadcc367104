import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict.ts';

const ABOUT_A_DECISION = ['undo', 'approve', 'decline', 'retry', 'override'] as const;
type AboutADecision = (typeof ABOUT_A_DECISION)[number];

/** What an analyst pressed. `form`: the one in which the outcome is chosen. */
export type Press =
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  | { readonly is: 'form' | AboutADecision };

/** What a button says it does, when a chat sends it back. */
export const outcomeVerb = (outcome: Outcome): string => `verdict:${outcome}`;
export const decisionVerb = (what: AboutADecision): string => `decision:${what}`;

const PRESSES: ReadonlyMap<string, Press> = new Map<string, Press>([
  ...OUTCOMES.map((outcome) => [outcomeVerb(outcome), { is: 'outcome', outcome }] as const),
  ...ABOUT_A_DECISION.map((what) => [decisionVerb(what), { is: what }] as const),
]);

/** Null for a button that is not ours. */
export const pressOf = (verb: string): Press | null => PRESSES.get(verb) ?? null;
