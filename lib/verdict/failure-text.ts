import type { FailReason } from '../case/answer.ts';
import { APPROVE_WITHIN } from '../config/approval-deadline.ts';

const DECIDE_AGAIN = 'Decide again if it still needs a verdict';
const RETRY = 'Retry, or decide there';

const REASONS: Readonly<Record<Exclude<FailReason, 'unknown-outcome'>, string>> = {
  rejected: `the platform rejected it. ${RETRY}`,
  'not-found': "the platform doesn't have this case",
  'gave-up': `the platform didn't take it in time. ${RETRY}`,
  'not-approved': `nobody approved it within ${APPROVE_WITHIN}. ${DECIDE_AGAIN}`,
  reopened: `the case was reopened first. ${DECIDE_AGAIN}`,
};

const UNCLEAR = 'be recorded: the platform gave no clear answer';
export const MAY_BE_RECORDED = `May ${UNCLEAR}`;
const CHECK = 'Check there before you retry';

// A later version may have stored a reason that this one does not know.
const reasonOf = (because: Exclude<FailReason, 'unknown-outcome'>): string =>
  REASONS[because] ?? REASONS.rejected;

/** Why a decision was not recorded, and what to do now. The platform's own answer is in the audit trail and in the log. */
export const failureText = (because: FailReason): string =>
  because === 'unknown-outcome' ? `${MAY_BE_RECORDED}. ${CHECK}` : `Not recorded: ${reasonOf(because)}`;

/** The same, after the name of what was decided. */
export const failureNews = (because: FailReason): string =>
  because === 'unknown-outcome' ? `may ${UNCLEAR}. ${CHECK}` : `was not recorded: ${reasonOf(because)}`;
