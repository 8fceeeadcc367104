import { clean } from '../base/text/clean-text.ts';
import type { DecisionRequest } from '../case/answer.ts';
import type { VerdictRules } from './decision-types.ts';

/** Whoever replaces a recorded decision has to say why, and the configuration may ask for a comment with an outcome. */
export const needsComment = (
  { outcome, overrides }: Pick<DecisionRequest, 'outcome' | 'overrides'>,
  rules: VerdictRules,
): boolean => overrides !== null || rules.outcomes[outcome].comment === 'required';

/** Nobody can read it: nothing, blanks, or characters that show nothing. */
export const isBlank = (comment: string | null): boolean => comment === null || clean(comment) === '';
