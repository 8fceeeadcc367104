import type { NamedCase } from '../case/after-listing.ts';
import {
  type Answer,
  type ClaimEntry,
  type EscalationStep,
  isUndecided,
  type TakenStep,
} from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { type LookContext, nextLook } from '../case/next-escalation.ts';
import { formatDuration } from '../config/schema/duration.ts';
import type { AuditEntry } from './answer-ledger.ts';
import { addToTrail, lastMomentOf, momentFor } from './apply-change.ts';

export interface Escalated {
  /** The answer to write; undefined where nothing has changed. */
  readonly next?: Answer | undefined;
  /** The effects that are due once it is written. */
  readonly owed: NonNullable<Answer['owed']> | null;
}

/** How many steps an answer keeps: earlier ones were announced long ago. */
const MOST_STEPS = 20;
/** The poller is still sending a case without a record, or has crashed. */
const LOOK_AGAIN_MS = 5 * 60_000;
const GIVES_UP_MS = 7 * 86_400_000;

/** What a look does to the answer of a case: a claim ends, a step is taken, or the case goes on waiting. Pure. */
export function escalateCase(
  name: NamedCase,
  record: CaseRecord | null,
  answer: Answer | null,
  context: LookContext,
): Escalated {
  const { nowMs } = context;
  if (answer?.owed) return { owed: answer.owed };
  const due = record ? nextLook(record, answer, context) : null;
  const isDue = due !== null && due.atMs <= nowMs;
  const { domain, caseId } = name;
  const looked = { decision: null, domain, caseId, ...answer, lookedAt: record?.version, lookMs: nowMs };
  if (isDue && due.what === 'claim ends') {
    const next = addToTrail({ ...looked, claim: null, owed: 'claim-ended' }, [claimEnded(answer, nowMs)]);
    return { next, owed: 'claim-ended' };
  }
  if (isDue && due.step) {
    const { steps: before = [] } = answer ?? {};
    const steps = [...before, taken(due.step, before, nowMs)].slice(-MOST_STEPS);
    return { next: { ...addToTrail(looked, []), steps, owed: 'step' }, owed: 'step' };
  }
  const lookMs = record ? (due?.atMs ?? null) : lookForRecordMs(answer, nowMs);
  const isAnswered = record?.lookMs == null || answer?.lookedAt === record.version;
  const isAsKnown = answer ? (answer.lookMs ?? null) === lookMs && isAnswered : lookMs === null;
  return isAsKnown ? { owed: null } : { next: { ...addToTrail(looked, []), lookMs }, owed: null };
}

/**
 * When to look next after somebody did something: an answer that was withdrawn leaves the case waiting again. Where the
 * record is not known, the next look decides.
 */
export function lookAfter(next: Answer, record: CaseRecord | null, context: LookContext): number | null {
  if (record) return nextLook(record, next, context)?.atMs ?? null;
  return isUndecided(next) ? context.nowMs : (next.lookMs ?? null);
}

/** The answer after everybody was told what a look found. */
export function afterTelling(answer: Answer, record: CaseRecord | null, context: LookContext): Answer {
  const next = { ...answer, owed: null, version: answer.version + 1 };
  return { ...next, lookMs: record ? (nextLook(record, next, context)?.atMs ?? null) : null };
}

/** Less and less often: after a long outage the poller writes the record late, and then a claim has to end. */
function lookForRecordMs(answer: Answer | null, nowMs: number): number | null {
  const waitedMs = nowMs - lastMomentOf(answer);
  return !answer || waitedMs > GIVES_UP_MS ? null : nowMs + Math.max(LOOK_AGAIN_MS, waitedMs / 2);
}

const taken = (step: EscalationStep, before: readonly TakenStep[], atMs: number): TakenStep => ({
  n: (before.at(-1)?.n ?? 0) + 1,
  ...step,
  atMs,
});

function claimEnded(answer: Answer | null, nowMs: number): ClaimEntry {
  const { id = '', by = null, place = null, atMs = nowMs } = answer?.claim ?? {};
  return {
    atMs: momentFor(answer, nowMs),
    what: 'claim-ended',
    id: `${id}/ended`,
    outcome: null,
    by: null,
    place,
    comment: null,
    answer: by && `${by.name} (${by.surface} ${by.id}) had it for ${formatDuration(nowMs - atMs)}`,
  };
}

/** A step as an entry of the audit trail of all cases. */
export function auditOfStep({ domain, caseId }: NamedCase, step: TakenStep): AuditEntry {
  const { n, atMs, route, step: which, afterMs, to } = step;
  const where = to.length > 0 ? `, sent to ${to.join(', ')}` : '';
  return {
    ...{ domain, caseId, n, atMs, what: 'escalation', id: `escalation:${n}` },
    ...{ outcome: null, by: null, place: null, comment: null },
    answer: `after ${formatDuration(afterMs)}: step ${which} of the route ${route}${where}`,
  };
}
