import type { ClickRefusal } from './decision-types.ts';

/** Why a click changed nothing, for the audit trail and for operators. Analysts get a sentence of their own. */
export const REFUSAL_WORDS: Readonly<Record<ClickRefusal, string>> = {
  conflict: 'another decision stands',
  'too-late': 'the case had moved on',
  claimed: 'another analyst had it',
  yours: 'they had it already',
  stale: 'the button was from before the case was reopened',
  changed: 'the case changed after it was chosen in a list',
  'own-decision': 'a second person has to do that',
  'other-surface': 'it has to be approved in the chat where it was decided',
  'comment-required': 'it needs a comment',
  gone: 'the decision is no longer on record',
};
