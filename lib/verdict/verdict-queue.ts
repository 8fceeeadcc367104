import type { Outbox } from '../queues/outbox.ts';
import { type VerdictMessage, writeVerdictMessage } from './verdict-message.ts';

/** SQS holds a message back for no longer. A function that gets it too early sends it on. */
const MAX_DELAY_SECONDS = 900;

export interface VerdictQueueParts {
  readonly outbox: Outbox;
  readonly queueUrl: string;
  /** Says of a message that the bridge wrote it. */
  readonly prove?: (text: string) => string;
}

/** The queue that every click and every decision goes through. */
export const createVerdictQueue = ({ outbox, queueUrl, prove = (text) => text }: VerdictQueueParts) => ({
  /** Resolves only when the queue has it. */
  async sendLater(message: VerdictMessage, delayMs: number): Promise<void> {
    const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000));
    const body = prove(writeVerdictMessage(message));
    const [unsent] = await outbox.send(queueUrl, [
      { deliveryId: `${message.kind}:${message.caseId}`, group: message.caseId, body, delaySeconds },
    ]);
    if (unsent) throw new Error(`the verdict queue did not take it: ${unsent.reason}`);
  },
});
