import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../queues/outbox.ts';
import { bellOf, type Named } from './bell.ts';
import { isDue } from './closed.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';

export interface RingAgainParts {
  readonly ledger: Pick<DeliveryLedger, 'todo' | 'read' | 'loadClosed'>;
  /** Those that show things, and the queue of each. */
  readonly destinations: ReadonlyMap<string, string>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}

/** Rings for every destination that something waits for; how many that are. A bell may be lost, but never the work. */
export const createRingAgain =
  ({ ledger, destinations, outbox, clock, log }: RingAgainParts) =>
  async (): Promise<number> => {
    let rung = 0;
    for (const [destination, queueUrl] of destinations) {
      const [first] = await ledger.todo(destination, { limit: 1 });
      if (!first) continue;
      const closed = (await ledger.loadClosed(destination))?.value;
      if (closed && !isDue(closed, clock.now())) continue;
      const { domain = '', ...named } = (await ledger.read(first.key))?.value.key ?? {};
      const items = [nameOf(named)] as const;
      const bell = bellOf({ domain, destination, items, time: `again.${clock.now()}`, nowMs: clock.now() });
      const [unsent] = await outbox.send(queueUrl, [bell]);
      if (unsent) log('the bell was not taken', { destination, reason: unsent.reason });
      else rung++;
    }
    return rung;
  };

/** A bell names an item; what it rings for may be a notice or a digest, which is found on the list. */
const nameOf = ({ feed, id }: { feed?: string; id?: string }): Named =>
  (feed === 'cases' || feed === 'threats') && id !== undefined ? { feed, id } : { feed: 'cases', id: 'list' };
