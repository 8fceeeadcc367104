import { isChat } from '../config/chats.ts';
import type { BridgeConfig } from '../config/define-bridge.ts';
import type { Metrics } from '../config/metrics.ts';
import { bellOf, type Named, THE_LIST } from '../delivery/bell.ts';
import { isDue } from '../delivery/closed.ts';
import type { DeliveryLedger } from '../delivery/delivery-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../queues/outbox.ts';
import { findQueueUrl, type QueueUrls } from '../queues/queue-urls.ts';
import { inTurn } from './in-turn.ts';
import type { ReconcilePart } from './reconcile.ts';

export interface RingAgainParts {
  readonly ledger: Pick<DeliveryLedger, 'todo' | 'read' | 'loadClosed'>;
  /** Those that show things, and the queue of each. */
  readonly destinations: ReadonlyMap<string, string>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Rings for every destination that something waits for. A bell may be lost, but never the work. */
export const createRingAgain =
  ({ ledger, destinations, outbox, clock, log, metrics }: RingAgainParts): ReconcilePart =>
  async (deadlineMs) => {
    let rung = 0;
    let shut = 0;
    for (const [destination, queueUrl] of inTurn([...destinations], clock)) {
      if (clock.now() >= deadlineMs) break;
      const [first] = await ledger.todo(destination, { limit: 1 });
      if (!first) continue;
      const closed = (await ledger.loadClosed(destination))?.value;
      if (closed) shut++;
      if (closed && !isDue(closed, clock.now())) continue;
      const { domain = '', ...named } = (await ledger.read(first.key).catch(() => null))?.value.key ?? {};
      const items = [nameOf(named)] as const;
      const bell = bellOf({ domain, destination, items, time: `again.${clock.now()}`, nowMs: clock.now() });
      const [unsent] = await outbox.send(queueUrl, [bell]);
      if (unsent) log('the bell was not taken', { destination, reason: unsent.reason });
      else rung++;
    }
    // A run that stopped early does not know of all of them: the next one says it.
    metrics('bridge', {}, { DestinationsClosed: shut });
    return { destinations: rung };
  };

/** A bell names an item; what it rings for may be a notice or a digest, which is found on the list. */
const nameOf = ({ feed, id }: { feed?: string; id?: string }): Named =>
  (feed === 'cases' || feed === 'threats') && id !== undefined ? { feed, id } : THE_LIST;

/** The destinations that show things, each with its queue. */
export const chatQueues = (config: BridgeConfig, queueUrls: QueueUrls): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(config.destinations).flatMap(([name, { type }]) => {
      const url = isChat(type) ? findQueueUrl(config, queueUrls, name) : null;
      return url === null ? [] : [[name, url] as const];
    }),
  );
