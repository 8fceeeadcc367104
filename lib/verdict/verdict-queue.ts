import type { Outbox } from '../base/queues/outbox.ts';
import { type VerdictMessage, writeVerdictMessage } from './verdict-message.ts';

/** SQS delays a message no longer than this. A function that receives it too early queues it again. */
const MAX_DELAY_SECONDS = 900;

export interface VerdictQueueParts {
  readonly outbox: Outbox;
  readonly queueUrl: string;
  /** Proves that the bridge wrote a message. */
  readonly prove?: (text: string) => string;
}

/** The queue that every click and every decision goes through. */
export const createVerdictQueue = ({ outbox, queueUrl, prove = (text) => text }: VerdictQueueParts) => ({
  /** Resolves only when the queue has it. */
  async sendLater(message: VerdictMessage, delayMs: number): Promise<void> {
    const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000));
    const body = prove(writeVerdictMessage(message));
    const [unsent] = await outbox.send(queueUrl, [
      { deliveryId: `${message.kind}:${message.caseId}`, group: message.domain, body, delaySeconds },
    ]);
    if (unsent) throw new Error(`the verdict queue did not take it: ${unsent.reason}`);
  },
});
