import type { Findings } from '../health/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { overdueFromMs } from '../verdict/next-due.ts';
import type { OverdueVerdict, VerdictLedger } from '../verdict/verdict-ledger.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/verdict-message.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface OverdueVerdictsParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<VerdictLedger, 'overdue' | 'postpone'>;
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
 * it has waited so far passes before the next, so that a queue that nobody reads is not filled.
 */
export function createOverdueVerdicts({
  domains,
  ledger,
  queue,
  clock,
  findings,
}: OverdueVerdictsParts): ReconcilePart {
  async function requeue(domain: string, overdue: OverdueVerdict): Promise<number> {
    const { verdict } = overdue;
    const sinceMs = verdict && overdueFromMs(verdict);
    // The list may be moments old.
    if (sinceMs !== null && sinceMs > clock.now()) {
      await ledger.postpone(domain, overdue, sinceMs);
      return 0;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PATIENCE_MS, clock.now() - (sinceMs ?? 0)));
    // One that this version does not understand is left to the version that does, and out of the way of the others.
    if (verdict && sinceMs !== null) {
      const { caseId, decision } = verdict;
      const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId, reply: null } as const;
      await queue.sendLater({ ...about, kind: 'post', decisionId: decision.id }, 0);
      if (clock.now() - sinceMs >= STUCK_MS) {
        findings.add({
          heading: 'Verdicts fail',
          subject: domain,
          sentence: `A decision on a case of ${domain} should have gone on at ${new Date(sinceMs).toISOString()}, and did not.`,
          // It is looked at again then.
          holdsUntilMs: clock.now() + pauseMs + 2 * 60_000,
        });
      }
    }
    const isOver = verdict !== null && sinceMs === null;
    await ledger.postpone(domain, overdue, isOver ? null : clock.now() + pauseMs);
    return verdict && sinceMs !== null ? 1 : 0;
  }

  return async (deadlineMs) => {
    const isTime = () => clock.now() < deadlineMs;
    const counts = await inParallel(inTurn(domains, clock), AT_ONCE, async (domain) => {
      if (!isTime()) {
        findings.unsure('Verdicts fail');
        return 0;
      }
      const found = await ledger.overdue(domain, clock.now() - PATIENCE_MS, MOST_OF_A_DOMAIN);
      let count = 0;
      for (const overdue of found) if (isTime()) count += await requeue(domain, overdue);
      return count;
    });
    return { verdicts: counts.reduce((sum, count) => sum + count, 0) };
  };
}
