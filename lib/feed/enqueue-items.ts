import type { FactFinder, FactsByDestination } from '../facts/find-facts.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import type { Outbox } from '../queues/outbox.ts';
import { ADDS_NONE, afterAdding, type FindAddedChats } from './added-chats.ts';
import { type CaseLives, NO_LIVES } from './case-lives.ts';
import { type CaseWaits, NO_WAITS } from './case-waits.ts';
import type { FeedKey, FeedLedger, ItemRecord, ToldThreat } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';
import type { AskedWalk } from './feed-state.ts';
import { type Folding, NO_FOLDING } from './folding.ts';
import { type Muting, NO_MUTING } from './muting.ts';
import {
  chatsIn,
  chatsWith,
  missingIn,
  type QueuedItem,
  sendQueued,
  type UnsentItem,
  unsentIn,
} from './queued-items.ts';
import { type SeenMemory, seenName } from './seen-memory.ts';
import type { ToldThreats } from './told-threats.ts';

/**
 * Messages about items. The same item and destination always have the same delivery id. Never throws because of an
 * item's content.
 */
export interface ItemMessages {
  /** One for each destination that the routes name, but for chats where its case tells all that would be said of it. */
  forNew(item: FeedItem, toldAt?: readonly string[], facts?: FactsByDestination): readonly QueuedItem[];
  /** One for each of these places, as if it were new there. `eventsNoted`: the caller notes which events it tells. */
  forPlaces(item: FeedItem, places: readonly string[], eventsNoted?: boolean): readonly QueuedItem[];
  /** Whether its case tells it in these chats wherever it would go. */
  isToldBy(item: FeedItem, toldAt: readonly string[]): boolean;
  /** The events that a case tells with these messages. None where no threats may come too. */
  eventsIn(queued: readonly QueuedItem[]): readonly string[];
  /** One for each destination that shows items and may have shown this one before it changed. */
  forChanged(item: FeedItem): readonly QueuedItem[];
  /** The item as the ledger keeps it while a queue has not taken it. */
  keep(item: FeedItem, facts?: FactsByDestination): unknown;
  /** Of a kept item, for one destination; null when the configuration does not have the destination any more. */
  forKept(kept: FeedItem, destination: string): QueuedItem | null;
}

export interface EnqueueParts {
  readonly feed: FeedKey;
  readonly ledger: FeedLedger;
  readonly outbox: Outbox;
  readonly messages: ItemMessages;
  readonly memory: SeenMemory;
  readonly told: ToldThreats;
  readonly facts: FactFinder;
  /** Nobody waits unless given. */
  readonly waits?: CaseWaits | undefined;
  /** Nothing is muted unless given. */
  readonly muting?: Muting | undefined;
  /** Nothing is folded unless given. */
  readonly folding?: Folding | undefined;
  /** No case is followed unless given. */
  readonly lives?: CaseLives | undefined;
  /** Changed cases stay where they are unless given. */
  readonly addedChats?: FindAddedChats | undefined;
  readonly clock: Clock;
  /** Makes sure that no other poller is at this feed. Asked before the first effect, and again before sending. */
  readonly hold: () => Promise<void>;
}

export interface Enqueued {
  readonly announced: number;
  /** Items recorded as history. */
  readonly quiet: number;
  /** New items that mutes hid from some chat. */
  readonly muted: number;
  /** New items that windows kept from some chat, because it was just sent one that is alike. */
  readonly folded: number;
  /** Threats that were not handed over, because their case tells them wherever they would go. */
  readonly told: number;
  readonly messages: number;
  /** Some queue did not take something, now or earlier. The items are recorded with what is missing. */
  readonly unfinished: boolean;
  readonly unsent: readonly UnsentItem[];
}

const AT_ONCE = 20;

/**
 * Hands new items to their queues. The order of effects is the point:
 *
 *   ask the ledger -> begin to wait for answers -> send -> follow -> note what is hidden or folded, and what cases tell
 *                                                                     -> record (then the caller moves its cursor)
 *
 * A crash after the sending repeats it under the same delivery ids, and consumers drop that. Recorded first, the
 * same crash would lose the items; noted first, it would hide threats behind a case that nobody was told of. A case waits
 * before anybody sees it: no answer can come before that is written. It is followed once all places have it: what became
 * of it before would reach only those that had it then. A window is opened once its first was sent: so nothing is folded
 * behind an item that nobody sees.
 */
export async function enqueueItems(
  {
    feed,
    ledger,
    outbox,
    messages,
    memory,
    told,
    facts,
    waits = NO_WAITS,
    muting = NO_MUTING,
    folding = NO_FOLDING,
    lives = NO_LIVES,
    addedChats = ADDS_NONE,
    clock,
    hold,
  }: EnqueueParts,
  listed: readonly FeedItem[],
  quietBeforeMs: number | null,
  again?: AskedWalk['again'],
): Promise<Enqueued> {
  await hold();
  // Nothing is left to do about a threat that a case tells wherever it would go, whether it is recorded or not.
  const byOurCases = new Set(
    feed.feed === 'threats' && again === undefined
      ? listed.filter((item) => messages.isToldBy(item, told.remembered(item.id) ?? []))
      : [],
  );
  const items = listed.filter((item) => !byOurCases.has(item));
  const recorded = await ledger.recorded(
    feed,
    items.map((item) => item.id),
  );
  /** An operator wants it handed over once more. Where it was shown before, the ledger absorbs it. */
  const isAgain = ({ id }: FeedItem) => {
    const record = recorded.get(id);
    return (
      record?.missing.length === 0 && (again === 'all' || (again === 'history' && record.quiet === true))
    );
  };
  const known = items.filter((item) => recorded.get(item.id)?.missing.length === 0 && !isAgain(item));
  const isAsRecorded = ({ id, revision }: FeedItem) =>
    revisionKept(recorded.get(id)?.revision) === revisionKept(revision);
  for (const item of known.filter(isAsRecorded)) memory.add(seenName(item));
  const changed = known.filter((item) => !isAsRecorded(item));
  const unrecorded = items.filter((item) => !recorded.has(item.id) || isAgain(item));
  const toldAt = feed.feed === 'threats' ? await told.find(unrecorded.map(({ id }) => id)) : NOWHERE;
  // The link to its case is all that is written of such a threat.
  const byCases = new Set(unrecorded.filter((item) => messages.isToldBy(item, toldAt.get(item.id) ?? [])));
  for (const item of [...byOurCases, ...byCases]) memory.add(seenName(item));
  const fresh = unrecorded.filter((item) => !byCases.has(item));
  const loud = fresh.filter((item) => quietBeforeMs === null || item.createdAtMs >= quietBeforeMs);
  const beside = await facts.beside(
    loud,
    items.filter((item) => !loud.includes(item)),
  );
  const hidden = await muting.hide([...loud, ...changed]);
  const unmuted = loud.map((item) => {
    const routed = messages.forNew(item, toldAt.get(item.id), beside.get(item.id));
    return { item, routed, queued: routed.filter(({ destination }) => !hidden.isAt(item, destination)) };
  });
  const updates = await inParallel(changed, AT_ONCE, async (item) => {
    const queued = messages.forChanged(item);
    const routed = queued.filter(({ message }) => !message.onlyIfKept);
    const record = recorded.get(item.id);
    const chats = chatsIn(routed);
    const found = await addedChats(item, record, chats);
    const isHidden = (chat: string) => hidden.isAt(item, chat);
    const added = found.filter((chat) => !isHidden(chat));
    return {
      item,
      queued,
      chats: chats.filter((chat) => !isHidden(chat) && !added.includes(chat)),
      added,
      isMuted: found.some(isHidden),
      before: record?.routedTo ?? [],
      record: afterAdding(record, { chats, added: found, isHidden }),
    };
  });
  const folded = await folding.fold(
    // What an operator asks for is wanted, however many are alike.
    [
      ...unmuted
        .filter(({ item }) => !isAgain(item))
        .map(({ item, queued }) => ({ item, chats: chatsIn(queued) })),
      ...updates.map(({ item, added }) => ({ item, chats: added })),
    ],
    updates,
  );
  const news = unmuted.map((one) => ({
    ...one,
    isMuted: one.queued.length < one.routed.length,
    queued: one.queued.filter(({ destination }) => !folded.isAt(one.item, destination)),
  }));
  // What stood there before it was muted or folded stays true; it is just not posted anew.
  const changes = updates.map(({ item, queued, added, record, before }) => ({
    item,
    record,
    before,
    queued: queued.map((one) =>
      hidden.isAt(item, one.destination) || folded.isAt(item, one.destination) ? ifShown(one) : one,
    ),
    raised: messages.forPlaces(
      item,
      [...new Set([...folded.raisedAt(item), ...added.filter((chat) => !folded.isAt(item, chat))])],
      true,
    ),
  }));

  await hold();
  // Nobody can answer what no chat shows.
  const isShown = ({ routed, queued }: (typeof news)[number]) =>
    queued.length > 0 && (chatsIn(queued).length > 0 || chatsIn(routed).length === 0);
  await waits.begin(news.filter(isShown).map(({ item }) => item));
  await waits.changed(changed);
  const unsent = await sendQueued(
    outbox,
    [...news, ...changes.map(withRaised)].flatMap(({ queued }) => queued),
  );
  const sent = [...news, ...changes.map(({ item, raised }) => ({ item, queued: raised }))];
  await lives.begin(sent.filter(({ queued }) => queued.length > 0).map(({ item }) => item));
  const missingOf = new Map(news.map(({ item, queued }) => [item.id, missingIn(queued, unsent)]));
  // Before anything counts as told by a case that nobody sees.
  const muted = news.filter(({ isMuted }) => isMuted).map(({ item }) => item);
  await hidden.note([...muted, ...updates.filter(({ isMuted }) => isMuted).map(({ item }) => item)]);
  const untaken = new Map(
    [...news, ...changes.map(withRaised)].map(({ item, queued }) => [item.id, missingIn(queued, unsent)]),
  );
  await folded.note((id, chat) => !untaken.get(id)?.includes(chat));
  if (feed.feed === 'cases') {
    const tells = news.flatMap(({ item, routed }) => {
      const events = messages.eventsIn(routed);
      // What hides a case hides its threats.
      return events.length > 0 ? toldBy(item.id, events, chatsWith(routed, unsent)) : [];
    });
    // In each chat that has it, not only where it is new: this is written over what was noted.
    for (const { item, raised, before } of changes.filter(({ raised }) => raised.length > 0))
      tells.push(
        ...toldBy(item.id, messages.eventsIn(raised), [
          ...new Set([...before, ...chatsWith(raised, unsent)]),
        ]),
      );
    if (tells.length > 0) await told.note(tells);
  }
  const knownOf = new Map(
    news.map(({ item, routed }) => {
      const routedTo = chatsIn(routed);
      // Threats never change.
      if (feed.feed !== 'cases') return [item.id, {}] as const;
      return [item.id, { routedTo, mutedAt: routedTo.filter((name) => hidden.isAt(item, name)) }] as const;
    }),
  );
  const records = fresh.map((item): ItemRecord => {
    const missing = missingOf.get(item.id) ?? [];
    return {
      ...recordOf(item, missing),
      ...(loud.includes(item) ? knownOf.get(item.id) : { quiet: true }),
      ...(missing.length > 0 && { item: messages.keep(item, beside.get(item.id)) }),
    };
  });
  // A change that a queue did not take is not recorded, and so found again by the next look at it.
  const shown = changes.map(withRaised).filter(({ queued }) => missingIn(queued, unsent).length === 0);
  records.push(...shown.map(({ item, record }) => ({ ...recordOf(item, []), ...record })));
  if (records.length > 0) await ledger.record(feed, records, clock.now());
  for (const record of records) if (record.missing.length === 0) memory.add(seenName(record));
  return {
    announced: loud.length,
    quiet: fresh.length - loud.length,
    muted: muted.length,
    folded: news.filter(({ item, routed }) =>
      routed.some(({ destination }) => folded.isAt(item, destination)),
    ).length,
    told: byOurCases.size + byCases.size,
    messages: news.reduce((sum, { queued }) => sum + queued.length, 0),
    unfinished: [...records, ...recorded.values()].some(({ missing }) => missing.length > 0),
    unsent: unsentIn(unsent),
  };
}

/** All that is sent of an item that changed. */
const withRaised = <
  One extends { readonly queued: readonly QueuedItem[]; readonly raised: readonly QueuedItem[] },
>(
  one: One,
): One => ({ ...one, queued: [...one.queued, ...one.raised] });

const ifShown = (queued: QueuedItem): QueuedItem => ({
  ...queued,
  message: { ...queued.message, onlyIfKept: true },
});

const NOWHERE: ReadonlyMap<string, readonly string[]> = new Map();

const toldBy = (caseId: string, events: readonly string[], at: readonly string[]): ToldThreat[] =>
  events.map((id) => ({ id, caseId, at }));

const recordOf = ({ id, createdAtMs, revision }: FeedItem, missing: readonly string[]): ItemRecord => ({
  id,
  createdAtMs,
  missing,
  revision,
});

/** As the ledger keeps it. */
const revisionKept = (revision: string | undefined): string => revision?.slice(0, 64) ?? '';
