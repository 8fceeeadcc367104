import type { RowKey } from '../platform/versioned-rows.ts';
import type { HandleWakeUp } from '../queues/sqs-batch.ts';
import type { DeliveryKey } from './delivery.ts';
import { createDrain, type DrainParts } from './drain-destination.ts';
import { changePlace } from './urgency.ts';

export interface DeliverParts<Message> extends DrainParts<Message> {
  /** The channel of a destination, or null when this version of the configuration does not have it. */
  readonly channelOf: (destination: string) => string | null;
}

/** What wake-ups may name: a destination that gets thousands at once is looked at through its list. */
const MOST_NAMED = 1_000;

/**
 * Shows what waits for a destination. The message is only a reason to look: what is shown comes from the ledger, so a repeat
 * finds nothing to do, and a late one shows nothing old.
 */
export function createDeliver<Message>(parts: DeliverParts<Message>): HandleWakeUp {
  const { ledger, clock, log, channelOf } = parts;
  const work = createDrain(parts);
  /** Rows that the messages of a batch named, by destination. */
  const named = new Map<string, RowKey[]>();

  return async function deliver({ domain, destination, items }, meta) {
    const keys = items.map(({ feed, id }): DeliveryKey => ({ domain, destination, feed, id }));
    if (keys[0]) await refresh(keys[0], meta.receiveCount === 1);
    const rows = [...(named.get(destination) ?? []), ...keys.map(ledger.rowOf)].slice(-MOST_NAMED);
    const channel = channelOf(destination);
    if (channel === null) {
      log('waits until the configuration has its destination', { destination });
      return 'done';
    }
    named.set(destination, rows);
    if (!meta.isLast) return 'done';
    named.delete(destination);
    return work(destination, channel, rows, meta);
  };

  /** Puts what is shown on the list again where it is not: it may have something new to say, or a second chance. */
  async function refresh(key: DeliveryKey, isFirst: boolean): Promise<void> {
    const saved = await ledger.load(key);
    if (!saved || (saved.value.toldElsewhere && !saved.value.main)) return;
    // A message that comes back has given what was parked its second chance already.
    if (saved.value.parked === null ? saved.todo !== undefined : !isFirst) return;
    await ledger.save({ ...saved.value, parked: null }, saved.version, changePlace(clock.now()), clock.now());
  }
}
