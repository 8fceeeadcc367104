import { formatDuration } from '../config/schema/duration.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Handled } from '../queues/sqs-batch.ts';
import type { AnswerLedger, AuditEntry } from './answer-ledger.ts';
import type { CaseWaiting, HowItWaits, StepsOf, TakenStep } from './case-waiting.ts';
import { decideUnanswered, renamed, stepDone, type Unanswered } from './decide-unanswered.ts';
import type { SaveDecisionParts } from './save-decision.ts';
import type { WaitingLedger } from './waiting-ledger.ts';

/** Where people see a case that nobody answers. */
export interface UnansweredPlaces {
  shown(domain: string, caseId: string): Promise<Unanswered['shown']>;
  /** By which routes it would wait now; null where it would not, or nobody can tell. */
  howItWaits(domain: string, caseId: string): Promise<HowItWaits | null>;
  /** Tells of a step wherever the case stands, and brings it to where else it goes. May repeat. */
  take(domain: string, caseId: string, step: TakenStep): Promise<void>;
}

export interface UnansweredParts {
  readonly ledger: Pick<AnswerLedger, 'load' | 'copyTrail'>;
  readonly waits: Pick<WaitingLedger, 'load' | 'save'>;
  readonly caseOf?: SaveDecisionParts['caseOf'];
  readonly stepsOf: StepsOf;
  readonly places: UnansweredPlaces;
  readonly clock: Clock;
  readonly log: Log;
}

/** Each round is a step, or a write that another was quicker to make. */
const MAX_ROUNDS = 12;

/**
 * Looks at a case that may wait for an answer. A step is taken with the write that says so, and what follows from it is
 * owed until another write says that it is done: a crash in between brings it back through the list.
 *
 *     load - decide - save the step - copy the trail, show, bring - save that it is done
 */
export function createUnansweredHandler(parts: UnansweredParts) {
  const { ledger, waits, stepsOf, places, clock, log } = parts;

  async function finish(domain: string, caseId: string, step: TakenStep): Promise<void> {
    await ledger.copyTrail([auditOfStep(domain, caseId, step)]);
    await places.take(domain, caseId, step);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const saved = await waits.load(domain, caseId);
      if (saved?.waiting.owed?.n !== step.n) return;
      if ((await waits.save(stepDone(saved.waiting, stepsOf(saved.waiting), clock.now()))) === 'saved')
        return;
    }
    throw new Error('others were quicker each time');
  }

  const isRenamed = ({ routes, severity }: CaseWaiting): boolean =>
    routes.some((route) => stepsOf({ routes: [route], severity }) === null);

  /** Where one of its routes is not known any more, those that send it now say what happens. */
  async function byItsRoutes(waiting: CaseWaiting): Promise<CaseWaiting> {
    const how = await places.howItWaits(waiting.domain, waiting.caseId);
    return how ? renamed(waiting, how, stepsOf(how) ?? []) : waiting;
  }

  return {
    async look(domain: string, caseId: string): Promise<Handled> {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const saved = await waits.load(domain, caseId);
        if (!saved) return 'done';
        const { listedMs } = saved;
        const waiting = isRenamed(saved.waiting) ? await byItsRoutes(saved.waiting) : saved.waiting;
        const [answer, record, shown] = await Promise.all([
          ledger.load(domain, caseId),
          parts.caseOf?.(domain, caseId) ?? null,
          places.shown(domain, caseId),
        ]);
        const decided = decideUnanswered(
          { waiting, answer, episode: record?.episode, shown },
          stepsOf(waiting),
          clock.now(),
        );
        if (decided.is === 'waits') {
          const { next } = decided;
          // The reconciler has listed it for later, in case this message is lost.
          if (next.sinceMs === waiting.sinceMs && next.dueMs === listedMs) return 'done';
          if ((await waits.save(next)) === 'saved') return 'done';
          continue;
        }
        const { taken, next } = decided;
        if (next) {
          if ((await waits.save(next)) !== 'saved') continue;
          log('unanswered', { domain, caseId, ...taken });
        }
        await finish(domain, caseId, taken);
      }
      return 'retry';
    },
  };
}

/** The step as it stands in the audit trail of all cases. */
export const auditOfStep = (domain: string, caseId: string, step: TakenStep): AuditEntry => {
  const { n, atMs, route, step: which, afterMs, to } = step;
  const where = to.length > 0 ? `, sent to ${to.join(', ')}` : '';
  return {
    domain,
    caseId,
    n,
    atMs,
    what: 'unanswered',
    id: `unanswered:${n}`,
    outcome: null,
    by: null,
    place: null,
    comment: null,
    answer: `after ${formatDuration(afterMs)}: step ${which} of the route ${route}${where}`,
  };
};
