import type { Findings } from '../health/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { AnswerLedger, OverdueAnswer } from '../verdict/answer-ledger.ts';
import { overdueFromMs } from '../verdict/next-due.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/verdict-message.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface OverdueVerdictsParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<AnswerLedger, 'overdue'>;
  readonly queue: { sendLater(message: VerdictMessage, delayMs: number): Promise<void> };
  readonly clock: Clock;
  readonly findings: Findings;
}

const AT_ONCE = 8;
const MOST_OF_A_DOMAIN = 200;
/** By then the message that moves it on has come, unless it was lost. */
const PATIENCE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** One that was sent on before and is still there. */
const STUCK_MS = 5 * 60_000;

/**
 * Decisions that should have gone on: the message that moves them is sent again, which repeats nothing. As long again as
 * it has waited so far passes before the next, so that a queue that nobody reads is not filled. Only the verdict function
 * writes answers: when one was woken, this process remembers, and another one wakes it once more.
 */
export function createOverdueVerdicts({
  domains,
  ledger,
  queue,
  clock,
  findings,
}: OverdueVerdictsParts): ReconcilePart {
  const restsUntilMs = new Map<string, number>();
  const isResting = (name: string): boolean => (restsUntilMs.get(name) ?? 0) > clock.now();
  const forgetRested = (): void => {
    for (const [name, untilMs] of restsUntilMs)
      if (untilMs + LONGEST_PAUSE_MS <= clock.now()) restsUntilMs.delete(name);
  };

  async function wake(domain: string, { name, dueMs, answer }: OverdueAnswer): Promise<number> {
    // The list may lag behind the answer.
    const isDue = answer && (overdueFromMs(answer) ?? Number.POSITIVE_INFINITY) <= clock.now();
    if (answer && !isDue) return 0;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PATIENCE_MS, clock.now() - dueMs));
    const rest = (): void => void restsUntilMs.set(name, clock.now() + pauseMs);
    // One that this version does not understand is left to the version that does.
    if (!answer?.decision) {
      rest();
      return 0;
    }
    const { caseId, decision } = answer;
    const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId, reply: null } as const;
    await queue.sendLater({ ...about, kind: 'post', decisionId: decision.id }, 0);
    rest();
    if (clock.now() - dueMs >= STUCK_MS) {
      findings.add({
        heading: 'Verdicts fail',
        subject: domain,
        sentence: `A decision on a case of ${domain} should have gone on at ${new Date(dueMs).toISOString()}, and did not.`,
        // It is looked at again then.
        holdsUntilMs: clock.now() + pauseMs + 2 * 60_000,
      });
    }
    return 1;
  }

  return async (deadlineMs) => {
    forgetRested();
    const isTime = () => clock.now() < deadlineMs;
    const counts = await inParallel(inTurn(domains, clock), AT_ONCE, async (domain) => {
      if (!isTime()) {
        findings.unsure('Verdicts fail');
        return 0;
      }
      const range = { untilMs: clock.now() - PATIENCE_MS, limit: MOST_OF_A_DOMAIN, isResting };
      const found = await ledger.overdue(domain, range);
      let count = 0;
      for (const overdue of found) if (isTime()) count += await wake(domain, overdue);
      return count;
    });
    return { verdicts: counts.reduce((sum, count) => sum + count, 0) };
  };
}
