import type { Clock } from '../base/clock.ts';
import { inParallel } from '../base/in-parallel.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { severityRank } from '../posture/severity.ts';
import type { AnswerLedger, OverdueAnswer } from '../verdict/answer-ledger.ts';
import { listedFromMs, overdueFromMs } from '../verdict/decision-deadlines.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/verdict-message.ts';
import type { Findings } from './findings.ts';
import type { ReconcilePart } from './reconcile-parts.ts';
import { rotateStart } from './rotate-start.ts';

export interface OverdueVerdictsParts {
  readonly domains: readonly string[];
  readonly ledger: Pick<AnswerLedger, 'overdue'>;
  readonly cases: Pick<CaseLedger, 'loadAll'>;
  readonly queue: { sendLater(message: VerdictMessage, delayMs: number): Promise<void> };
  readonly clock: Clock;
  readonly findings: Findings;
}

const AT_ONCE = 8;
const MOST_OF_A_DOMAIN = 200;
/** As many as one read takes. */
const MOST_RECORDS = 100;
/** By then the verdict function has handled its message, unless the message was lost. */
const PATIENCE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A decision that was queued before and is still on the list. */
const STUCK_MS = 5 * 60_000;

/**
 * Queues decisions that should have gone on, and cases that the verdict function wanted to look at again. What a message
 * does is safe to repeat. The time before the next one doubles, so that they do not fill a queue that no function reads.
 * Only the verdict function writes answers, so this process alone remembers what it queued.
 */
export function createOverdueVerdicts({
  domains,
  ledger,
  cases,
  queue,
  clock,
  findings,
}: OverdueVerdictsParts): ReconcilePart {
  /** A decision that has moved on since stands elsewhere on the list, and is not overdue. */
  const postponed = new Map<string, { readonly untilMs: number; readonly dueMs: number }>();
  const isPostponed = (name: string, dueMs: number): boolean => {
    const rest = postponed.get(name);
    return rest !== undefined && rest.dueMs === dueMs && rest.untilMs > clock.now();
  };
  const forgetRested = (): void => {
    for (const [name, { untilMs }] of postponed)
      if (untilMs + LONGEST_PAUSE_MS <= clock.now()) postponed.delete(name);
  };

  /** Decisions first, then unanswered cases, the most severe first. */
  async function inOrder(domain: string, found: readonly OverdueAnswer[]): Promise<readonly OverdueAnswer[]> {
    const looks = found.flatMap(({ answer }) => (answer?.lookMs != null ? [answer.caseId] : []));
    if (looks.length < 2) return found;
    const records = await cases.loadAll(domain, looks.slice(0, MOST_RECORDS));
    const rankOf = ({ answer }: OverdueAnswer): number => {
      if (answer?.lookMs == null) return -1;
      const record = records.get(answer.caseId);
      return severityRank(record && record !== 'unreadable' ? record.severity : null);
    };
    return found.toSorted((one, other) => rankOf(one) - rankOf(other));
  }

  async function wake(domain: string, { name, dueMs, answer }: OverdueAnswer): Promise<number> {
    const nowMs = clock.now();
    // The list may lag behind the answer.
    if (answer && (listedFromMs(answer) ?? Number.POSITIVE_INFINITY) > nowMs) return 0;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, nowMs - dueMs + PATIENCE_MS);
    const rest = (): void => void postponed.set(name, { untilMs: nowMs + pauseMs, dueMs });
    // An answer that only another version understands is left to that version.
    if (!answer) {
      rest();
      return 0;
    }
    const { caseId, decision, lookMs } = answer;
    const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId, reply: null } as const;
    if (lookMs != null && lookMs <= nowMs) await queue.sendLater({ ...about, kind: 'escalation' }, 0);
    const overdueMs = overdueFromMs(answer);
    const isOverdue = decision && overdueMs !== null && overdueMs + PATIENCE_MS <= nowMs;
    if (isOverdue) await queue.sendLater({ ...about, kind: 'post', decisionId: decision.id }, 0);
    rest();
    if (isOverdue && nowMs - overdueMs >= STUCK_MS) {
      findings.add({
        heading: 'Verdicts fail',
        subject: domain,
        sentence: `A decision on a case of ${domain} should have gone on at ${new Date(overdueMs).toISOString()}, and did not.`,
        // It is looked at again then.
        holdsUntilMs: nowMs + pauseMs + 2 * 60_000,
      });
    }
    return 1;
  }

  return async (deadlineMs) => {
    forgetRested();
    const isTime = () => clock.now() < deadlineMs;
    const counts = await inParallel(rotateStart(domains, clock), AT_ONCE, async (domain) => {
      if (!isTime()) {
        findings.unsure('Verdicts fail');
        return 0;
      }
      const range = { untilMs: clock.now(), limit: MOST_OF_A_DOMAIN, isPostponed };
      const found = await ledger.overdue(domain, range);
      let count = 0;
      for (const overdue of await inOrder(domain, found)) if (isTime()) count += await wake(domain, overdue);
      return count;
    });
    return { verdicts: counts.reduce((sum, count) => sum + count, 0) };
  };
}
