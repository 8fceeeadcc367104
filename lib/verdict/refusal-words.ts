import type { ClickRefusal } from './decision-types.ts';

/** Why a click changed nothing, for the audit trail and for operators. Analysts get a sentence of their own. */
export const REFUSAL_WORDS: Readonly<Record<ClickRefusal, string>> = {
  conflict: 'another decision stands',
  'too-late': 'it had gone on already',
  claimed: 'another analyst is on it',
  stale: 'the button was of before the case was reopened',
  changed: 'it changed since it was chosen among several',
  'own-decision': 'a second person has to do that',
  'other-surface': 'it has to be approved in the chat where it was decided',
  'comment-required': 'it needs a comment',
  gone: 'nothing is known of that decision any more',
};
