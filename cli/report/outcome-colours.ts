import type { Outcome } from '../../lib/posture/schemas/verdict-schema.ts';

/** The colour of each outcome: the same as on the console's page, which has them in its style sheet. */
export const OUTCOME_COLOURS: Readonly<Record<Outcome, string>> = {
  TRUE_POSITIVE: '#b5453b',
  FALSE_POSITIVE: '#2f6fa8',
  ESCALATED: '#c08a1e',
  SAFE: '#2f7d54',
  DUPLICATE: '#6b5aa8',
};
