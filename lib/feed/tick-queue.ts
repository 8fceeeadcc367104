import type { Clock } from '../platform/clock.ts';
import type { Outbox } from '../queues/outbox.ts';
import { writeTick } from './tick.ts';

export interface TickQueueParts {
  readonly outbox: Outbox;
  readonly queueUrl: string;
  /** Less than a minute. */
  readonly everyMs: number;
  readonly clock: Clock;
}

/** Where a scheduled run puts the ticks until the next one. */
export interface TickQueue {
  /** Throws when the queue did not take all of them: those domains are then looked at less often. */
  sendAhead(domains: readonly string[]): Promise<void>;
}

/** A minute, and as much as the next scheduled run may be late without a gap. */
export const AHEAD_MS = 70_000;

/**
 * When there is to be a look after now. On one grid for all runs, so that the ticks of two runs for the same time are
 * the same, and those of several runs come together.
 */
export function tickTimes(nowMs: number, everyMs: number): number[] {
  const first = slotOf(nowMs, everyMs) + everyMs;
  const count = Math.floor((nowMs + AHEAD_MS - first) / everyMs) + 1;
  return Array.from({ length: count }, (_, index) => first + index * everyMs);
}

/** The last time on the grid that is not after this. */
export const slotOf = (timeMs: number, everyMs: number): number => timeMs - (timeMs % everyMs);

export const createTickQueue = ({ outbox, queueUrl, everyMs, clock }: TickQueueParts): TickQueue => ({
  async sendAhead(domains) {
    const nowMs = clock.now();
    const messages = tickTimes(nowMs, everyMs).map((dueAtMs) => ({
      deliveryId: `tick:${dueAtMs}`,
      group: 'ticks',
      body: writeTick({ domains, dueAtMs }),
      // SQS counts whole seconds. Rather late than early: what comes early does not yet ask for anything new.
      delaySeconds: Math.ceil((dueAtMs - nowMs) / 1000),
    }));
    const unsent = await outbox.send(queueUrl, messages);
    const [first] = unsent;
    if (first)
      throw new Error(
        `the queue took ${messages.length - unsent.length} of ${messages.length} ticks: ${first.reason}`,
      );
  },
});
