import type { CasePolicy } from '../../lib/case/standing.ts';

/** Nothing is done about cases that nobody answers, and a claim holds for an hour. */
export const CALM_POLICY: CasePolicy = {
  stepsOf: () => [],
  claimHoldsMs: () => 3_600_000,
  isChat: () => true,
};
