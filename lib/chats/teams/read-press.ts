import { OUTCOMES, type Outcome } from '../../posture/schemas/verdict.ts';

export type DecisionPress = 'undo' | 'approve' | 'decline' | 'retry';

/** What was pressed. `form`: the one in which the outcome is chosen. */
export type Press =
  | { readonly is: 'outcome'; readonly outcome: Outcome }
  | { readonly is: 'form' | 'override' }
  | { readonly is: DecisionPress };

export const verdictVerb = (outcome: Outcome): string => `verdict:${outcome}`;
export const FORM_VERB = 'verdict:form';
export const decisionVerb = (what: DecisionPress | 'override'): string => `decision:${what}`;

/** Names of the inputs, for the one who writes and the one who reads. On a card each name stands once. */
export const FIELDS = { outcome: 'outcome', comment: 'comment', events: 'events' } as const;
export const commentField = (outcome: Outcome): string => `${FIELDS.comment}-${outcome}`;

const PRESSES: ReadonlyMap<string, Press> = new Map<string, Press>([
  ...OUTCOMES.map((outcome) => [verdictVerb(outcome), { is: 'outcome', outcome }] as const),
  [FORM_VERB, { is: 'form' }],
  ...(['undo', 'approve', 'decline', 'retry', 'override'] as const).map(
    (what) => [decisionVerb(what), { is: what }] as const,
  ),
]);

/** Null for what is not ours. */
export const readPress = (verb: string): Press | null => PRESSES.get(verb) ?? null;
