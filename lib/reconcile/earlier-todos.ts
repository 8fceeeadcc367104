import type { Clock } from '../platform/clock.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

/** What earlier versions left unfinished, in an index that this one does not write any more. */
export interface EarlierTodos {
  /** Puts decisions that were due by then on today's list; how many. */
  takeVerdicts(domain: string, untilMs: number, limit: number): Promise<number>;
  /** The same for deliveries that were handed over by then. */
  takeDeliveries(untilMs: number, limit: number): Promise<number>;
}

export interface EarlierTodosParts {
  readonly domains: readonly string[];
  readonly earlier: EarlierTodos;
  readonly clock: Clock;
}

const AT_ONCE = 100;
/** A function of an earlier version may still be at work on them. */
const PATIENCE_MS = { verdicts: 2 * 60_000, deliveries: 15 * 60_000 };

/** Takes over what an earlier version left: from today's list it goes on as everything else does. */
export const createTakeEarlierTodos =
  ({ domains, earlier, clock }: EarlierTodosParts): ReconcilePart =>
  async (deadlineMs) => {
    const deliveries = await earlier.takeDeliveries(clock.now() - PATIENCE_MS.deliveries, AT_ONCE);
    let verdicts = 0;
    for (const domain of inTurn(domains, clock)) {
      if (clock.now() >= deadlineMs) break;
      verdicts += await earlier.takeVerdicts(domain, clock.now() - PATIENCE_MS.verdicts, AT_ONCE);
    }
    return { 'earlier deliveries': deliveries, 'earlier verdicts': verdicts };
  };
