import type { FailReason } from '../case/answer.ts';
import { decidedWord, pressWord } from '../case/outcome-words.ts';
import type { Outcome } from '../posture/schemas/verdict-schema.ts';

const DECIDE_AGAIN = 'Decide again if it still needs a verdict';
const RETRY = 'Retry, or decide there';

const REASONS: Readonly<Record<Exclude<FailReason, 'unknown-outcome'>, string>> = {
  rejected: `the platform rejected it. ${RETRY}`,
  'not-found': "the platform doesn't have this case",
  'gave-up': `the platform didn't take it in time. ${RETRY}`,
  'not-approved': `nobody approved it within 24 hours. ${DECIDE_AGAIN}`,
  reopened: `the case was reopened first. ${DECIDE_AGAIN}`,
};

/**
 * Why a decision was not recorded, and what to do now. The platform's own answer is in the audit trail and in the log. With an
 * outcome, the sentence can stand alone.
 */
export function failureText(because: FailReason, outcome?: Outcome): string {
  if (because === 'unknown-outcome') {
    const what = outcome ? `${pressWord(outcome)} may` : 'May';
    return `${what} be recorded: the platform gave no clear answer. Check there before you retry`;
  }
  // A later version may have stored a reason that this one does not know.
  const reason = REASONS[because] ?? REASONS.rejected;
  return `Not recorded${outcome ? ` as ${decidedWord(outcome)}` : ''}: ${reason}`;
}
