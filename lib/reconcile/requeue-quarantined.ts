import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Outbox } from '../base/queues/outbox.ts';
import type { Quarantine, QuarantinedMessage } from '../base/queues/quarantine.ts';
import { NOT_DEALT_WITH, VERDICT_QUEUE } from '../verdict/click-queue.ts';
import type { Findings } from './findings.ts';
import type { ReconcilePart } from './reconcile-parts.ts';
import { rotateStart } from './rotate-start.ts';

export interface RequeueQuarantinedParts {
  readonly quarantine: Pick<Quarantine, 'due' | 'postpone' | 'heldSince'>;
  /** The address of each queue, by its name. */
  readonly queues: Readonly<Record<string, string>>;
  readonly outbox: Outbox;
  /** Tells the operators that messages of a queue wait for another version, and why; once a day. */
  readonly tellOps: (queue: string, quarantined: readonly QuarantinedMessage[]) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  readonly findings: Findings;
}

const MOST_OF_A_QUEUE = 200;
/** A click is quarantined for seconds, unless the verdict function does not deal with it. */
const CLICK_WAITS_MS = 7 * 60_000;
/** A rolling deployment is over by then: what is still quarantined is news for the operators. */
const NEWS_AFTER_MS = 15 * 60_000;

/** Queues quarantined messages again, so that a newer version of their function can try them. */
export function createRequeueQuarantined(parts: RequeueQuarantinedParts): ReconcilePart {
  const { quarantine, queues, outbox, tellOps, clock, log, findings } = parts;

  async function requeue(queueUrl: string, message: QuarantinedMessage): Promise<number> {
    // First the row, so that two reconcilers do not queue it twice. If the queue does not take it, it is due again later.
    if (!(await quarantine.postpone(message))) return 0;
    const { id, group, body, attempts, queue } = message;
    const deliveryId = `quarantine:${id}:${attempts}`;
    const [unsent] = await outbox.send(queueUrl, [
      { deliveryId, group: group ?? id, body, quarantineId: id },
    ]);
    if (unsent) log('not queued again', { queue, id, reason: unsent.reason });
    return unsent ? 0 : 1;
  }

  async function lookAtClicks(): Promise<void> {
    const sinceMs = await quarantine.heldSince(VERDICT_QUEUE, NOT_DEALT_WITH);
    if (sinceMs === null || clock.now() - sinceMs < CLICK_WAITS_MS) return;
    findings.add({
      heading: 'Deliveries are late',
      subject: 'verdicts',
      sentence: `The verdict function has not dealt with a click since ${new Date(sinceMs).toISOString()}.`,
    });
  }

  return async (deadlineMs) => {
    const isTime = () => clock.now() < deadlineMs;
    let count = 0;
    for (const [queue, queueUrl] of rotateStart(Object.entries(queues), clock)) {
      if (!isTime()) {
        findings.unsure('Deliveries are late');
        break;
      }
      const due = await quarantine.due(queue, MOST_OF_A_QUEUE);
      for (const message of due) if (isTime()) count += await requeue(queueUrl, message);
      const old = due.filter(
        ({ sinceMs, reason }) => clock.now() - sinceMs >= NEWS_AFTER_MS && reason !== NOT_DEALT_WITH,
      );
      if (old.length > 0) await tellOps(queue, old);
      if (queue === VERDICT_QUEUE) await lookAtClicks();
    }
    return { 'quarantined messages': count };
  };
}
