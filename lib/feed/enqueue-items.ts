import type { Clock } from '../platform/clock.ts';
import type { Outbox, OutMessage } from '../queues/outbox.ts';
import type { FeedKey, FeedLedger, ItemRecord } from './feed-ledger.ts';
import { type SeenMemory, seenName } from './seen-memory.ts';
import type { FeedItem } from './source.ts';

/** A message for one destination of an item, and the queue it goes to. */
export interface Parcel {
  readonly destination: string;
  readonly queueUrl: string;
  readonly message: OutMessage;
}

/** Where items go. The same item and destination always have the same delivery id. It never throws for an item. */
export interface Addressing {
  /** A parcel for each destination that the routes name. */
  address(item: FeedItem): readonly Parcel[];
  /** A parcel for each place that shows items and may have shown this one before it changed. */
  addressChange(item: FeedItem): readonly Parcel[];
  /** The item as the ledger keeps it while a queue has not taken it. */
  keep(item: FeedItem): unknown;
  /** The parcel of a kept item for a destination, or null when there is no such destination any more. */
  addressKept(kept: FeedItem, destination: string): Parcel | null;
}

export interface HandOverParts {
  readonly feed: FeedKey;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox;
  readonly addressing: Addressing;
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
  readonly refusals: readonly Refusal[];
}

/** A parcel that a queue did not take, and why. */
export interface Refusal {
  readonly destination: string;
  readonly reason: string;
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
  { feed, ledger, outbox, addressing, memory, clock, hold }: HandOverParts,
  items: readonly FeedItem[],
  quietBeforeMs: number | null,
): Promise<HandedOver> {
  await hold();
  const recorded = await ledger.recorded(
    feed,
    items.map((item) => item.id),
  );
  const known = items.filter((item) => recorded.get(item.id)?.missing.length === 0);
  const isAsRecorded = ({ id, revision }: FeedItem) =>
    revisionKept(recorded.get(id)?.revision) === revisionKept(revision);
  for (const item of known.filter(isAsRecorded)) memory.add(seenName(item));
  const changed = known.filter((item) => !isAsRecorded(item));
  const fresh = items.filter((item) => !recorded.has(item.id));
  const loud = fresh.filter((item) => quietBeforeMs === null || item.createdAtMs >= quietBeforeMs);
  const parcels = loud.map((item) => ({ item, parcels: addressing.address(item) }));
  const changes = changed.map((item) => ({ item, parcels: addressing.addressChange(item) }));

  await hold();
  const unsent = await sendAll(
    outbox,
    [...parcels, ...changes].flatMap((entry) => entry.parcels),
  );
  const missingOf = new Map(parcels.map((entry) => [entry.item.id, missingIn(entry.parcels, unsent)]));
  const records = fresh.map((item): ItemRecord => {
    const missing = missingOf.get(item.id) ?? [];
    const { id, createdAtMs, revision } = item;
    return missing.length > 0
      ? { id, createdAtMs, missing, revision, item: addressing.keep(item) }
      : { id, createdAtMs, missing, revision };
  });
  // A change that a queue did not take is not recorded, and so found again by the next look at it.
  for (const { item, parcels: sent } of changes) {
    const { id, createdAtMs, revision } = item;
    if (missingIn(sent, unsent).length === 0) records.push({ id, createdAtMs, missing: [], revision });
  }
  if (records.length > 0) await ledger.record(feed, records, clock.now());
  for (const record of records) if (record.missing.length === 0) memory.add(seenName(record));
  const missingNow = records.some((record) => record.missing.length > 0);
  return {
    announced: loud.length,
    quiet: fresh.length - loud.length,
    parcels: parcels.reduce((sum, entry) => sum + entry.parcels.length, 0),
    unfinished: missingNow || [...recorded.values()].some((record) => record.missing.length > 0),
    refusals: refusalsOf(unsent),
  };
}

export interface Unfinished {
  /** The last of these items, to go on behind it; null when there are no more. */
  readonly last: ItemRecord | null;
  /** The oldest item with something missing still. */
  readonly oldestMs: number | null;
  readonly refusals: readonly Refusal[];
}

const AT_ONCE = 100;

/** Tries again what queues did not take before, some items at a time. Queues in `dead` are left alone. */
export async function finishSome(
  parts: HandOverParts,
  after: ItemRecord | null,
  dead: Set<string>,
): Promise<Unfinished> {
  const { feed, ledger, outbox, addressing, clock, hold } = parts;
  await hold();
  const waiting = await ledger.unfinished(feed, AT_ONCE, after);
  // The list of unfinished items may be moments old. What is missing now, only the items themselves say.
  const recorded = await ledger.recorded(
    feed,
    waiting.map(({ id }) => id),
  );
  const entries = waiting.map((record) => {
    const wanted = recorded.get(record.id)?.missing ?? [];
    const kept: FeedItem = { id: record.id, createdAtMs: record.createdAtMs, item: record.item };
    return { record, wanted, parcels: wanted.flatMap((name) => addressing.addressKept(kept, name) ?? []) };
  });
  await hold();
  const all = entries.flatMap(({ parcels }) => parcels);
  const unsent = await sendAll(
    outbox,
    all.filter((parcel) => !dead.has(parcel.queueUrl)),
  );
  for (const { queueUrl } of unsent.keys()) {
    const taken = all.some((parcel) => parcel.queueUrl === queueUrl && !unsent.has(parcel));
    if (!taken) dead.add(queueUrl);
  }
  const records = entries.map(({ record: { id, createdAtMs, revision, item }, wanted, parcels }) => {
    const missing = missingIn(parcels, unsent, dead);
    return {
      changed: missing.length !== wanted.length,
      id,
      createdAtMs,
      missing,
      revision,
      ...(missing.length > 0 && { item }),
    };
  });
  const changed = records.filter((record) => record.changed).map(({ changed: _, ...record }) => record);
  if (changed.length > 0) await ledger.record(feed, changed, clock.now());
  const left = records.filter((record) => record.missing.length > 0).map((record) => record.createdAtMs);
  return {
    last: waiting.length < AT_ONCE ? null : (waiting.at(-1) ?? null),
    oldestMs: left.length === 0 ? null : Math.min(...left),
    refusals: refusalsOf(unsent),
  };
}

/** As the ledger keeps it. */
const revisionKept = (revision: string | undefined): string => revision?.slice(0, 64) ?? '';

type UnsentParcels = ReadonlyMap<Parcel, string>;

const missingIn = (
  parcels: readonly Parcel[],
  unsent: UnsentParcels,
  dead: ReadonlySet<string> = new Set(),
): string[] =>
  parcels
    .filter((parcel) => unsent.has(parcel) || dead.has(parcel.queueUrl))
    .map((parcel) => parcel.destination);

const refusalsOf = (unsent: UnsentParcels): Refusal[] =>
  [...unsent].map(([{ destination }, reason]) => ({ destination, reason }));

/** Those that their queue did not take, with the reason. */
async function sendAll(outbox: Outbox, parcels: readonly Parcel[]): Promise<UnsentParcels> {
  const byQueue = new Map<string, Parcel[]>();
  for (const parcel of parcels) {
    const mine = byQueue.get(parcel.queueUrl);
    if (mine) mine.push(parcel);
    else byQueue.set(parcel.queueUrl, [parcel]);
  }
  const missing = new Map<Parcel, string>();
  await Promise.all(
    [...byQueue].map(async ([queueUrl, mine]) => {
      const unsent = await outbox.send(
        queueUrl,
        mine.map((parcel) => parcel.message),
      );
      const reasons = new Map(unsent.map(({ deliveryId, reason }) => [deliveryId, reason]));
      for (const parcel of mine) {
        const reason = reasons.get(parcel.message.deliveryId);
        if (reason !== undefined) missing.set(parcel, reason);
      }
    }),
  );
  return missing;
}
