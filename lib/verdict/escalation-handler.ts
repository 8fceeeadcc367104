import { change } from '../base/change.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Handled } from '../base/queues/sqs-batch.ts';
import type { Answer, EscalationStep, TakenStep } from '../case/answer.ts';
import type { CaseRecord } from '../case/case-record.ts';
import { hasUnknownRoute, nextLook } from '../case/next-escalation.ts';
import type { CasePolicy } from '../case/standing.ts';
import type { Case } from '../posture/schemas/case.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import { auditOf } from './audit.ts';
import { afterTelling, auditOfStep, escalateCase } from './escalate-case.ts';

/** Where people see a case that is escalated. */
export interface EscalationPlaces {
  /** The case as the place that knows most about it has it; null if it was erased. */
  shown(domain: string, caseId: string): Promise<Case | null>;
  /** Announces a step wherever the case is shown, and sends the case to the step's destinations. Idempotent. */
  take(domain: string, caseId: string, step: TakenStep): Promise<void>;
}

/** Until when a step is muted; null if it is not. */
export type SilentUntil = (step: EscalationStep) => number | null;

export interface EscalationHandlerParts {
  readonly ledger: Pick<AnswerLedger, 'load' | 'save' | 'copyTrail'>;
  readonly caseOf: (domain: string, caseId: string) => Promise<CaseRecord | null>;
  readonly policy: CasePolicy;
  readonly places: EscalationPlaces;
  /** The names of the routes that send a case now. */
  readonly routesOf: (domain: string, item: Case) => readonly string[];
  /** Reads the mutes as they are now. */
  readonly silence?: ((domain: string, item: Case) => Promise<SilentUntil>) | undefined;
  /** Shows where a case stands in all its places. */
  readonly show: (answer: Answer) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Each round takes one step, or ends one claim. */
const MAX_ROUNDS = 12;

/**
 * Looks at a case that may wait for an answer. The handler first writes what the look found, and owes its effects until
 * another write says that they are done: after a crash in between, the list brings the case back.
 *
 *     load - look - save - copy the trail, show, bring - save that it is done
 */
export function createEscalationHandler(parts: EscalationHandlerParts) {
  const { ledger, caseOf, policy, places, clock, log } = parts;

  const changing = (domain: string, caseId: string) => ({
    load: () => ledger.load(domain, caseId),
    async save(next: Answer, before: Answer | null) {
      // Entries that leave the row must be in the trail that is read by day, and may not have been copied there yet.
      if (before && next.trimmed !== before.trimmed) await ledger.copyTrail(auditOf(before));
      return (await ledger.save(next)) === 'saved' ? next : null;
    },
  });

  /** The record as stored; with the routes that send the case now, if one of its own routes is no longer configured. */
  async function load(domain: string, caseId: string): Promise<CaseRecord | null> {
    const record = await caseOf(domain, caseId);
    if (!record || !hasUnknownRoute(record, policy)) return record;
    const item = await places.shown(domain, caseId);
    return item ? { ...record, routes: parts.routesOf(domain, item) } : record;
  }

  async function silenceOf(record: CaseRecord | null, answer: Answer | null, nowMs: number) {
    const due = record && nextLook(record, answer, { policy, nowMs });
    if (!record || !due?.step || due.atMs > nowMs) return undefined;
    const item = await places.shown(record.domain, record.caseId);
    return item ? parts.silence?.(record.domain, item) : undefined;
  }

  async function tell(domain: string, caseId: string, answer: Answer): Promise<void> {
    const step = answer.steps?.at(-1);
    if (answer.owed === 'step' && step) {
      await ledger.copyTrail([auditOfStep({ domain, caseId }, step)]);
      await places.take(domain, caseId, step);
    } else {
      await ledger.copyTrail(auditOf(answer));
      await parts.show(answer);
    }
    const record = await load(domain, caseId);
    await change(changing(domain, caseId), (current) => {
      const isThat = current?.owed === answer.owed && current?.steps?.at(-1)?.n === step?.n;
      return isThat && current
        ? { next: afterTelling(current, record, { policy, nowMs: clock.now() }) }
        : { next: undefined };
    });
  }

  return {
    async look(domain: string, caseId: string): Promise<Handled> {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const record = await load(domain, caseId);
        const { owed, found, next } = await change(changing(domain, caseId), async (answer) => {
          const nowMs = clock.now();
          const silentUntilMs = await silenceOf(record, answer, nowMs);
          const looked = escalateCase({ domain, caseId }, record, answer, { policy, nowMs, silentUntilMs });
          return { ...looked, found: looked.next ?? answer };
        });
        if (owed === null || found === null) return 'done';
        if (next) log('escalation', { domain, caseId, owed, ...(owed === 'step' && next.steps?.at(-1)) });
        await tell(domain, caseId, found);
      }
      return 'retry';
    },
  };
}
