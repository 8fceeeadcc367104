import type { FeedKey, FeedLedger, ItemRecord } from '../ledger/feed-ledger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Outbox, OutMessage } from '../queues/outbox.ts';
import type { SeenMemory } from './seen-memory.ts';
import type { FeedItem } from './source.ts';

/** A message for one destination of an item, and the queue it goes to. */
export interface Parcel {
  readonly destination: string;
  readonly queueUrl: string;
  readonly message: OutMessage;
}

/** Where an item goes. Pure: the same item always gives the same parcels, under the same delivery ids. */
export type AddressItem = (item: FeedItem) => readonly Parcel[];

export interface HandOverParts {
  readonly feed: FeedKey;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox;
  readonly address: AddressItem;
  /** An item as small as the ledger needs it, for when it has to be kept there. */
  readonly fitForLedger: (item: unknown) => unknown;
  readonly memory: SeenMemory;
  readonly clock: Clock;
  /** Makes sure that nobody else is at this feed. Asked before the first effect, and again before sending. */
  readonly hold: () => Promise<void>;
}

export interface HandedOver {
  readonly announced: number;
  /** Items recorded as history. */
  readonly quiet: number;
  readonly parcels: number;
  /** Some queue did not take something, now or earlier. The items are recorded with what is missing. */
  readonly unfinished: boolean;
}

/**
 * Hands new items to their queues. The order of effects is the point:
 *
 *   ask the ledger -> send -> record          (and only then the caller moves its cursor)
 *
 * A crash after the sending repeats it under the same delivery ids, and consumers drop that. Recorded first, the
 * same crash would lose the items.
 */
export async function handOver(
  { feed, ledger, outbox, address, fitForLedger, memory, clock, hold }: HandOverParts,
  items: readonly FeedItem[],
  quietBeforeMs: number | null,
): Promise<HandedOver> {
  await hold();
  const recorded = await ledger.recorded(
    feed,
    items.map((item) => item.id),
  );
  for (const [id, { missing }] of recorded) if (missing.length === 0) memory.add(id);
  const fresh = items.filter((item) => !recorded.has(item.id));
  const loud = fresh.filter((item) => quietBeforeMs === null || item.createdAtMs >= quietBeforeMs);
  const parcels = loud.map((item) => ({ item, parcels: address(item) }));

  await hold();
  const missing = await sendAll(
    outbox,
    parcels.flatMap((entry) => entry.parcels),
  );
  const missingOf = new Map(
    parcels.map((entry) => [
      entry.item.id,
      entry.parcels.filter((parcel) => missing.has(parcel)).map(destinationOf),
    ]),
  );
  const records = fresh.map((item) => recordOf(item, missingOf.get(item.id) ?? [], fitForLedger));
  if (records.length > 0) await ledger.record(feed, records, clock.now());
  for (const { id, missing } of records) if (missing.length === 0) memory.add(id);
  return {
    announced: loud.length,
    quiet: fresh.length - loud.length,
    parcels: parcels.reduce((sum, entry) => sum + entry.parcels.length, 0),
    unfinished: missing.size > 0 || [...recorded.values()].some((record) => record.missing.length > 0),
  };
}

export interface Unfinished {
  readonly finished: boolean;
  /** The oldest item with something missing still. */
  readonly oldestMs: number | null;
}

/** Tries again what queues did not take before. */
export async function finishUnfinished(parts: HandOverParts, limit: number): Promise<Unfinished> {
  const { feed, ledger, outbox, address, fitForLedger, clock, hold } = parts;
  await hold();
  const waiting = await ledger.unfinished(feed, limit);
  // The list of unfinished items may be moments old. What is missing now, only the items themselves say.
  const recorded = await ledger.recorded(
    feed,
    waiting.map(({ id }) => id),
  );
  const items = waiting.map(({ id, createdAtMs, item }) => {
    const wanted = new Set(recorded.get(id)?.missing);
    const entry: FeedItem = { id, createdAtMs, item };
    // A destination that the configuration no longer names has no parcel, and is not waited for.
    return { entry, parcels: address(entry).filter((parcel) => wanted.has(parcel.destination)) };
  });
  await hold();
  const missing = await sendAll(
    outbox,
    items.flatMap(({ parcels }) => parcels),
  );
  const records = items.map(({ entry, parcels }) =>
    recordOf(entry, parcels.filter((parcel) => missing.has(parcel)).map(destinationOf), fitForLedger),
  );
  const changed = records.filter(
    (record) => record.missing.length !== recorded.get(record.id)?.missing.length,
  );
  if (changed.length > 0) await ledger.record(feed, changed, clock.now());
  const left = records.filter((record) => record.missing.length > 0);
  return {
    finished: left.length === 0 && waiting.length < limit,
    oldestMs: left.length === 0 ? null : Math.min(...left.map((record) => record.createdAtMs)),
  };
}

const destinationOf = (parcel: Parcel): string => parcel.destination;

const recordOf = (
  { id, createdAtMs, item }: FeedItem,
  missing: readonly string[],
  fitForLedger: (item: unknown) => unknown,
): ItemRecord =>
  missing.length > 0 ? { id, createdAtMs, missing, item: fitForLedger(item) } : { id, createdAtMs, missing };

async function sendAll(outbox: Outbox, parcels: readonly Parcel[]): Promise<ReadonlySet<Parcel>> {
  const byQueue = new Map<string, Parcel[]>();
  for (const parcel of parcels) {
    const mine = byQueue.get(parcel.queueUrl);
    if (mine) mine.push(parcel);
    else byQueue.set(parcel.queueUrl, [parcel]);
  }
  const missing = new Set<Parcel>();
  await Promise.all(
    [...byQueue].map(async ([queueUrl, mine]) => {
      const unsent = await outbox.send(
        queueUrl,
        mine.map((parcel) => parcel.message),
      );
      const ids = new Set(unsent.map(({ deliveryId }) => deliveryId));
      for (const parcel of mine) if (ids.has(parcel.message.deliveryId)) missing.add(parcel);
    }),
  );
  return missing;
}
