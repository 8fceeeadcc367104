import type { Outcome } from '../posture/schemas/verdict.ts';

/**
 * To press, the most used first; how it is told afterwards; and what it says and does, as the contract has it. Menus of Slack
 * take 75 characters, the notes of the rules included.
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
  ESCALATED: { press: 'Escalate', decided: 'escalated', effect: 'Passes it on to investigation or the SOC' },
  SAFE: { press: 'Safe', decided: 'safe', effect: 'No threat: marks the case safe' },
  DUPLICATE: { press: 'Duplicate', decided: 'duplicate', effect: 'Already handled in another case' },
};

/** What stands on its button. */
export const pressWord = (outcome: Outcome): string => OUTCOME_WORDS[outcome].press;
export const decidedWord = (outcome: Outcome): string => OUTCOME_WORDS[outcome].decided;
