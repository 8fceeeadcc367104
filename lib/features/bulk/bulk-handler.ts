import type { Log } from '../../base/log.ts';
import type { Handled } from '../../base/queues/sqs-batch.ts';
import type { BulkDecision } from '../../verdict/decision-types.ts';
import type { Answering, RefusedClick } from '../../verdict/verdict-handler.ts';
import type { Reply } from '../../verdict/verdict-message.ts';
import { type BulkMessage, decisionsIn } from './bulk-message.ts';

export interface BulkHandlerParts {
  /** Handles one of them like a click on that case alone. */
  readonly decide: (message: BulkDecision, answering: Answering) => Promise<Handled>;
  /** Tells only the analyst which cases were left out. `clickId`: equal for repeats of the click. */
  readonly tell: (reply: Reply, refused: readonly RefusedClick[], clickId: string) => Promise<void>;
  readonly log: Log;
}

/**
 * Decides cases in bulk. Acknowledges the message only once each case was handled: a crash in the middle brings all of
 * them back, and those already decided recognise their ids. Runs one after the other, because all of them append to the
 * same trail.
 */
export const createBulkHandler =
  ({ decide, tell, log }: BulkHandlerParts) =>
  async (message: BulkMessage): Promise<Handled> => {
    const { reply, clickId, cases } = message;
    const refused: RefusedClick[] = [];
    const failures: unknown[] = [];
    let isBusy = false;
    const answering = { tell: async (one: RefusedClick) => void refused.push(one), under: reply };
    for (const one of decisionsIn(message)) {
      try {
        isBusy = (await decide(one, answering)) !== 'done' || isBusy;
      } catch (error) {
        // A case that cannot be shown must not keep the others from being decided.
        failures.push(error);
      }
    }
    log('bulk decided', { cases: cases.length, leftOut: refused.length, failed: failures.length });
    if (failures.length > 0) throw failures[0];
    if (isBusy) return 'retry';
    if (reply && refused.length > 0) await tell(reply, refused, clickId);
    return 'done';
  };
