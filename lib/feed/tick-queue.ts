import type { Clock } from '../base/clock.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import { writeTick } from './tick.ts';

export interface TickQueueParts {
  readonly outbox: Outbox;
  readonly queueUrl: string;
  /** Less than a minute. */
  readonly everyMs: number;
  readonly clock: Clock;
}

/** Where a scheduled run sends the ticks until the next run. */
export interface TickQueue {
  /** Throws if the queue did not take all of them: those domains are then polled less often. */
  sendAhead(domains: readonly string[]): Promise<void>;
}

/** A minute, plus how late the next scheduled run may be without a gap. */
export const AHEAD_MS = 70_000;

/**
 * The times of the next looks. All runs use one grid, so that two runs send equal ticks for the same time, and the ticks
 * of several runs come together.
 */
export function tickTimes(nowMs: number, everyMs: number): number[] {
  const first = slotOf(nowMs, everyMs) + everyMs;
  const count = Math.floor((nowMs + AHEAD_MS - first) / everyMs) + 1;
  return Array.from({ length: count }, (_, index) => first + index * everyMs);
}

/** The last time on the grid that is not after this one. */
export const slotOf = (timeMs: number, everyMs: number): number => timeMs - (timeMs % everyMs);

export const createTickQueue = ({ outbox, queueUrl, everyMs, clock }: TickQueueParts): TickQueue => ({
  async sendAhead(domains) {
    const nowMs = clock.now();
    const messages = tickTimes(nowMs, everyMs).map((dueAtMs) => ({
      deliveryId: `tick:${dueAtMs}`,
      group: 'ticks',
      body: writeTick({ domains, dueAtMs }),
      // SQS counts whole seconds. Late is better than early: an early tick does not ask for anything new yet.
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
