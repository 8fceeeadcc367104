import type { Clock } from '../base/clock.ts';
import type { Due } from '../base/due-list.ts';
import { inParallel } from '../base/in-parallel.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { Answer } from '../case/answer.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { type LookContext, nextLook } from '../case/next-escalation.ts';
import type { CasePolicy } from '../case/standing.ts';
import { severityRank } from '../posture/severity.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../verdict/verdict-message.ts';
import type { ReconcilePart } from './reconcile-parts.ts';
import { rotateStart } from './rotate-start.ts';

export interface UnansweredCasesParts {
  readonly domains: readonly string[];
  readonly cases: Pick<CaseLedger, 'due' | 'loadDue' | 'postpone' | 'change'>;
  readonly answerOf: (domain: string, caseId: string) => Promise<Answer | null>;
  readonly policy: CasePolicy;
  readonly queue: { sendLater(message: VerdictMessage, delayMs: number): Promise<void> };
  /** A case of this domain may have been reopened: only the platform can say. */
  readonly lookSoon: (domain: string) => void;
  readonly clock: Clock;
}

const AT_ONCE = 8;
const MOST_OF_A_DOMAIN = 200;
/** By then the verdict function has handled the message, unless it was lost. */
const PATIENCE_MS = 2 * 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/**
 * When the verdict function should look at a case next. After its first look, the answer itself says when. Only the
 * verdict function finds the routes that send a case now.
 */
export function lookNextMs(record: CaseRecord, answer: Answer | null, context: LookContext): number | null {
  if (answer?.lookedAt === record.version) return null;
  const next = nextLook(record, answer, context);
  return next?.what === 'routes' ? context.nowMs : (next?.atMs ?? null);
}

interface Read {
  readonly due: Due;
  readonly found: { readonly record: CaseRecord; readonly answer: Answer | null } | null;
}

/** Of the cases that are due in one run, the most severe goes first. */
const mostSevereFirst = (one: Read, other: Read): number => rankOf(one) - rankOf(other);
const rankOf = ({ found }: Read): number => severityRank(found?.record.severity ?? null);

const UNREADABLE = 'unreadable';
const unreadable = (error: unknown): typeof UNREADABLE => leaveToNewer(error) ?? UNREADABLE;

/**
 * Asks the verdict function to look at cases that may be unanswered for too long. The time before the next request doubles
 * each time, so that requests do not fill a queue that no function reads.
 */
export function createUnansweredCases(parts: UnansweredCasesParts): ReconcilePart {
  const { domains, cases, answerOf, policy, queue, lookSoon, clock } = parts;

  /** A case that only another version understands is left to that version, and does not delay the others. */
  async function read(domain: string, due: Due) {
    const record = await cases.loadDue(due).catch(leaveToNewer);
    const answer = record && (await answerOf(domain, record.caseId).catch(unreadable));
    return record && answer !== UNREADABLE ? { record, answer } : null;
  }

  const lookLater = ({ domain, caseId, lookMs: known }: CaseRecord, lookMs: number | null) =>
    cases.change(domain, caseId, (record) => (record.lookMs === known ? { ...record, lookMs } : record));

  async function look(domain: string, { due, found }: Read): Promise<number> {
    const nowMs = clock.now();
    if (!found) {
      await cases.postpone(domain, due, nowMs + LONGEST_PAUSE_MS / 4);
      return 0;
    }
    const { record, answer } = found;
    const { caseId, lookMs, unconfirmed } = record;
    if (unconfirmed) lookSoon(domain);
    if (lookMs === null || lookMs > nowMs) return 0;
    const nextMs = lookNextMs(record, answer, { policy, nowMs });
    if (nextMs === null || nextMs > nowMs) {
      await lookLater(record, nextMs);
      return 0;
    }
    const about = { v: VERDICT_MESSAGE_VERSION, domain, caseId, reply: null } as const;
    await queue.sendLater({ ...about, kind: 'escalation' }, 0);
    const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PATIENCE_MS, nowMs - lookMs));
    await cases.postpone(domain, due, nowMs + pauseMs);
    return 1;
  }

  return async (deadlineMs) => {
    const isTime = () => clock.now() < deadlineMs;
    const counts = await inParallel(rotateStart(domains, clock), AT_ONCE, async (domain) => {
      if (!isTime()) return 0;
      const due = await cases.due(domain, clock.now(), MOST_OF_A_DOMAIN);
      const all = await inParallel(due, AT_ONCE, async (one) => ({
        due: one,
        found: await read(domain, one),
      }));
      let count = 0;
      for (const one of all.toSorted(mostSevereFirst)) if (isTime()) count += await look(domain, one);
      return count;
    });
    return { escalation: counts.reduce((sum, count) => sum + count, 0) };
  };
}
