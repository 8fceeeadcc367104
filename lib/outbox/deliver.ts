import type { RowKey } from '../platform/versioned-rows.ts';
import type { Envelope } from '../queues/envelope.ts';
import type { HandleEnvelope } from '../queues/sqs-batch.ts';
import { createDrain, type DrainParts } from './drain-destination.ts';
import { isNewer, keyOf } from './item-content.ts';
import { createKeep } from './keep-content.ts';
import { changePlace } from './urgency.ts';

export interface DeliverParts<Message> extends DrainParts<Message> {
  /** The channel of a destination, or null when this version of the configuration does not have it. */
  readonly channelOf: (destination: string) => string | null;
}

/** What an envelope may name: a destination that gets thousands at once is looked at through its list. */
const MOST_NAMED = 1_000;

/**
 * Takes what a message brings into the ledger, and shows what waits for its destination. The message is only a reason
 * to look: what is shown comes from the ledger, so a repeat finds nothing to do, and a late one shows nothing old.
 */
export function createDeliver<Message>(parts: DeliverParts<Message>): HandleEnvelope {
  const { ledger, clock, log, channelOf } = parts;
  const work = createDrain(parts);
  const keep = createKeep(parts);
  /** Rows that the messages of a batch named, by destination. */
  const named = new Map<string, RowKey[]>();

  return async function deliver(envelope, meta) {
    const { destination } = envelope;
    const rows = [
      ...(named.get(destination) ?? []),
      ...(await take(envelope, meta.receiveCount === 1)),
    ].slice(-MOST_NAMED);
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

  /** The rows that a message is about, with what it brings. */
  async function take(envelope: Envelope, isFirst: boolean): Promise<readonly RowKey[]> {
    const { domain, destination } = envelope;
    const key = keyOf(envelope);
    if (envelope.kind === 'refresh') {
      await refresh(key, isFirst);
      const more = (envelope.refresh.more ?? []).map(({ feed, id }) => ({ domain, destination, feed, id }));
      return [key, ...more].map(ledger.rowOf);
    }
    const saved = await ledger.load(key);
    if (!saved || isNewer(envelope, saved.value)) {
      if ((await keep(envelope)) === 'nowhere') log('nothing to change', { ...key });
    } else if (saved.value.parked !== null) await refresh(key, isFirst);
    return [ledger.rowOf(key)];
  }

  /** Puts what is shown on the list again where it is not: it may have something new to say, or a second chance. */
  async function refresh(key: ReturnType<typeof keyOf>, isFirst: boolean): Promise<void> {
    const saved = await ledger.load(key);
    if (!saved || (saved.value.toldElsewhere && !saved.value.main)) return;
    // A message that comes back has given what was parked its second chance already.
    if (saved.value.parked === null ? saved.todo !== undefined : !isFirst) return;
    await ledger.save({ ...saved.value, parked: null }, saved.version, changePlace(clock.now()), clock.now());
  }
}
