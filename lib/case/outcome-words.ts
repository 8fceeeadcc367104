import type { Outcome } from '../posture/schemas/verdict-schema.ts';

/**
 * The button's label, most used first; the word for the decision afterwards; and what the outcome means and does, as the
 * contract says. Slack menus allow 75 characters, including the notes of the rules.
 */
export const OUTCOME_WORDS: Readonly<Record<Outcome, { press: string; decided: string; effect: string }>> = {
  TRUE_POSITIVE: {
    press: 'True positive',
    decided: 'true positive',
    effect: 'A real threat, acted on',
  },
  FALSE_POSITIVE: {
    press: 'False positive',
    decided: 'false positive',
    effect: 'Wrongly classified: marks the case safe',
  },
  ESCALATED: { press: 'Escalate', decided: 'escalated', effect: 'Passes it to investigators or the SOC' },
  SAFE: { press: 'Safe', decided: 'safe', effect: 'No threat: marks the case safe' },
  DUPLICATE: { press: 'Duplicate', decided: 'duplicate', effect: 'Already handled in another case' },
};

/** The label of its button. */
export const pressWord = (outcome: Outcome): string => OUTCOME_WORDS[outcome].press;
/** What somebody wants who decides it: `close this as safe`. */
export const intentWord = (outcome: Outcome): string =>
  outcome === 'ESCALATED' ? 'escalate' : `close this as ${OUTCOME_WORDS[outcome].decided}`;
/** What the bridge keeps until the platform takes it: `Escalation`. */
export const savedWord = (outcome: Outcome): string =>
  outcome === 'ESCALATED' ? 'Escalation' : OUTCOME_WORDS[outcome].press;
export const decidedWord = (outcome: Outcome): string => OUTCOME_WORDS[outcome].decided;
/** The one name of an outcome, wherever decisions are listed; one that this version does not know keeps its own. */
export const outcomeName = (outcome: string): string =>
  Object.hasOwn(OUTCOME_WORDS, outcome) ? decidedWord(outcome as Outcome) : outcome;
