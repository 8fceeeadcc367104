import type { Clock } from '../platform/clock.ts';
import { deliveryIdOf } from '../queues/delivery-id.ts';
import type { Outbox, OutMessage } from '../queues/outbox.ts';
import { packEnvelope } from '../queues/pack-envelope.ts';

/** Something on the list of a destination. */
export interface Named {
  readonly feed: 'cases' | 'threats';
  readonly id: string;
}

/** Named where nobody is woken for an item: for a notice or a digest, which stands on the list. */
export const THE_LIST: Named = { feed: 'cases', id: 'list' };

/** A wake-up names an item; what it is for may be a notice or a digest, which is found on the list. */
export const namedAs = ({ feed, id }: { feed?: string; id?: string }): Named =>
  (feed === 'cases' || feed === 'threats') && id !== undefined ? { feed, id } : THE_LIST;

export interface WakeUp {
  readonly domain: string;
  readonly destination: string;
  /** What it is for. Said, so that nothing has to wait until the list shows it. */
  readonly items: readonly [Named, ...Named[]];
  /** One name for each wake-up, or the queue would take the second for a repeat of the first. */
  readonly time: string;
  /** Of the verdict that is to be shown. */
  readonly version?: number | undefined;
}

/** A message that says: there is something to do for this destination. What it is stands in the ledger. */
export function wakeUpOf(
  { domain, destination, items, time, version = 0 }: WakeUp,
  nowMs: number,
): OutMessage {
  const [first, ...more] = items;
  const deliveryId = deliveryIdOf({ domain, feed: 'refresh', id: `${first.id}@${time}`, destination });
  const body = packEnvelope({
    v: 1,
    kind: 'refresh',
    deliveryId,
    domain,
    destination,
    routes: [],
    handedOverAt: new Date(nowMs).toISOString(),
    refresh: { feed: first.feed, id: first.id, version, ...(more.length > 0 && { more }) },
  });
  return { deliveryId, group: destination, body };
}

export interface WakeParts {
  readonly outbox: Outbox;
  /** The queue of a destination; null when the configuration does not have it any more. */
  readonly queueUrlOf: (destination: string) => string | null;
  readonly clock: Pick<Clock, 'now'>;
}

/** Wakes whoever works for a destination. Throws when the queue does not take it; what is to be done stays in the ledger. */
export type Wake = (wakeUp: WakeUp) => Promise<void>;

export const createWake =
  ({ outbox, queueUrlOf, clock }: WakeParts): Wake =>
  async (wakeUp) => {
    const queueUrl = queueUrlOf(wakeUp.destination);
    // Not in this configuration, not yet or not any more: it is on the list of whoever has it.
    if (queueUrl === null) return;
    const [unsent] = await outbox.send(queueUrl, [wakeUpOf(wakeUp, clock.now())]);
    if (unsent) throw new Error(`the wake-up was not taken: ${unsent.reason}`);
  };
