import { isCoveredAt } from '../routing/route-item.ts';
import { type Enqueued, type EnqueueParts, isHistory } from './enqueue-parts.ts';
import type { ItemRecord } from './feed-ledger.ts';
import type { FeedItem } from './feed-source.ts';
import type { AskedWalk } from './feed-state.ts';
import { chatsIn, missingIn, sendQueued, unsentIn } from './queued-items.ts';
import { seenName } from './seen-memory.ts';

/**
 * Sends new threats to their queues, except to chats where their case covers them. Threats never change. The order of
 * effects matters, as with cases: ask the ledger -> send -> note what is withheld -> record.
 */
export async function enqueueThreats(
  parts: EnqueueParts,
  listed: readonly FeedItem[],
  quietBeforeMs: number | null,
  again?: AskedWalk['again'],
): Promise<Enqueued> {
  const { feed, ledger, outbox, messages, memory, covered, withholding, hold } = parts;
  await hold();
  // If a case covers a threat everywhere it would go, nothing is left to do, whether the threat is recorded or not.
  const byOurCases = new Set(
    again === undefined
      ? listed.filter((item) => messages.isCoveredBy(item, covered.remembered(item.id) ?? []))
      : [],
  );
  const items = listed.filter((item) => !byOurCases.has(item));
  const recorded = await ledger.recorded(
    feed,
    items.map(({ id }) => id),
  );
  const isDone = ({ id }: FeedItem) => recorded.get(id)?.missing.length === 0;
  /** An operator wants it sent again. Where it was shown before, the ledger absorbs the repeat. */
  const isAsked = (item: FeedItem) =>
    isDone(item) && (again === 'all' || (again === 'history' && recorded.get(item.id)?.quiet === true));
  const unrecorded = items.filter((item) => !recorded.has(item.id) || isAsked(item));
  const coveredAt = await covered.find(unrecorded.map(({ id }) => id));
  // Of such a threat, only the link to its case is stored.
  const byCases = new Set(
    unrecorded.filter((item) => messages.isCoveredBy(item, coveredAt.get(item.id) ?? [])),
  );
  const known = items.filter((item) => isDone(item) && !isAsked(item));
  for (const item of [...known, ...byOurCases, ...byCases]) memory.add(seenName(item));
  const fresh = unrecorded.filter((item) => !byCases.has(item));
  const loud = fresh.filter((item) => !isHistory(item, quietBeforeMs));
  const routed = loud.map((item) => {
    messages.tellRouting(item);
    const { destinations, broadcast } = messages.route(item.item);
    const places = destinations.filter(
      (name) => !isCoveredAt({ broadcast }, coveredAt.get(item.id) ?? [], name),
    );
    return { item, queued: messages.forPlaces(item, places), isAsked: isAsked(item) };
  });
  const withheld = await withholding.judge(
    routed.map(({ queued, ...one }) => ({ ...one, chats: chatsIn(queued) })),
  );
  const news = routed.map(({ item, queued }) => ({
    item,
    kept: [...withheld.of(item).values()],
    queued: queued.filter(({ destination }) => !withheld.of(item).has(destination)),
  }));
  await hold();
  const unsent = await sendQueued(
    outbox,
    news.flatMap(({ queued }) => queued),
  );
  const missingOf = new Map(news.map(({ item, queued }) => [item.id, missingIn(queued, unsent)]));
  await withheld.note((id, chat) => !missingOf.get(id)?.includes(chat));
  const records = fresh.map((item): ItemRecord => {
    const missing = missingOf.get(item.id) ?? [];
    return {
      id: item.id,
      createdAtMs: item.createdAtMs,
      missing,
      ...(!missingOf.has(item.id) && { quiet: true }),
      ...(missing.length > 0 && { item: messages.keep(item) }),
    };
  });
  if (records.length > 0) await ledger.record(feed, records);
  for (const record of records) if (record.missing.length === 0) memory.add(seenName(record));
  return {
    announced: loud.length,
    quiet: fresh.length - loud.length,
    muted: news.filter(({ kept }) => kept.some(({ by }) => by === 'mute')).length,
    deduped: news.filter(({ kept }) => kept.some(({ by }) => by === 'dedupe')).length,
    covered: byOurCases.size + byCases.size,
    messages: news.reduce((sum, { queued }) => sum + queued.length, 0),
    unfinished: [...records, ...recorded.values()].some(({ missing }) => missing.length > 0),
    unsent: unsentIn(unsent),
  };
}
