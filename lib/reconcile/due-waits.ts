import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/verdict-message.ts';
import type { DueWaiting, WaitingLedger } from '../verdict/waiting-ledger.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface DueWaitsParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<WaitingLedger, 'due' | 'postpone'>;
  readonly queue: { sendLater(message: VerdictMessage, delayMs: number): Promise<void> };
  readonly clock: Clock;
}

const AT_ONCE = 8;
const MOST_OF_A_DOMAIN = 200;
/** By then the verdict function has looked at it, unless the message was lost. */
const PATIENCE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * Cases that nobody answered in time: the verdict function is told to look. As long again as one has been due passes before
 * it is told once more, so that a queue that nobody reads is not filled.
 */
export function createDueWaits({ domains, ledger, queue, clock }: DueWaitsParts): ReconcilePart {
  async function tell(domain: string, due: DueWaiting): Promise<number> {
    const { waiting } = due;
    const dueForMs = clock.now() - (waiting?.dueMs ?? 0);
    if (waiting) {
      const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId: waiting.caseId, reply: null } as const;
      await queue.sendLater({ ...about, kind: 'unanswered' }, 0);
    }
    // One that this version does not understand is left to the version that does, and out of the way of the others.
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PATIENCE_MS, dueForMs));
    await ledger.postpone(domain, due, clock.now() + pauseMs);
    return waiting ? 1 : 0;
  }

  return async (deadlineMs) => {
    const isTime = () => clock.now() < deadlineMs;
    const counts = await inParallel(inTurn(domains, clock), AT_ONCE, async (domain) => {
      if (!isTime()) return 0;
      const found = await ledger.due(domain, clock.now(), MOST_OF_A_DOMAIN);
      let count = 0;
      for (const due of found) if (isTime()) count += await tell(domain, due);
      return count;
    });
    return { unanswered: counts.reduce((sum, count) => sum + count, 0) };
  };
}
