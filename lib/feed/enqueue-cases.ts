import { inParallel } from '../base/in-parallel.ts';
import { keptRevision, newCase } from '../case/after-listing.ts';
import { type CaseRecord, hasUnsent } from '../case/case-record.ts';
import { type Enqueued, type EnqueueParts, isHistory } from './enqueue-parts.ts';
import type { FeedItem } from './feed-source.ts';
import type { AskedWalk } from './feed-state.ts';
import { type CaseToHandOver, createHandOverCases, type HandedCase, listedCase } from './hand-over-cases.ts';
import { unsentIn } from './queued-items.ts';
import { seenName } from './seen-memory.ts';

const AT_ONCE = 20;

interface MetCase {
  readonly item: FeedItem;
  readonly record: CaseRecord | null;
}

/** Sends new and changed cases, and then records them. */
export async function enqueueCases(
  parts: EnqueueParts,
  listed: readonly FeedItem[],
  quietBeforeMs: number | null,
  again?: AskedWalk['again'],
): Promise<Enqueued> {
  const { feed, cases, memory, facts, messages, clock, hold } = parts;
  await hold();
  const records = await cases.loadAll(
    feed.domain,
    listed.map(({ id }) => id),
  );
  // A record that only a newer version understands is left to that version.
  const met = listed.flatMap((item): MetCase[] => {
    const record = records.get(item.id) ?? null;
    return record === 'unreadable' ? [] : [{ item, record }];
  });
  // What a queue has not taken yet is retried first. After that, the next look finds how the case changed.
  const ready = met.filter(({ record }) => !record || !hasUnsent(record));
  const isAsked = ({ record }: MetCase) =>
    record !== null && (again === 'all' || (again === 'history' && record.quiet === true));
  const isAsRecorded = ({ item, record }: MetCase) => record?.revision === keptRevision(item.revision);
  const changed = ready.filter((one) => one.record && !isAsRecorded(one) && !isAsked(one));
  for (const one of ready) if (isAsRecorded(one) && !isAsked(one)) memory.add(seenName(one.item));
  const fresh = ready.filter((one) => one.record === null || isAsked(one));
  const loud = fresh.filter(({ item }) => !isHistory(item, quietBeforeMs));
  const quiet = fresh.filter((one) => !loud.includes(one));
  const beside = await facts.beside(
    loud.map(({ item }) => item),
    met.filter((one) => !loud.includes(one)).map(({ item }) => item),
  );
  for (const { item } of loud) messages.tellRouting(item);
  const toHandOver = [
    ...loud.map((one): CaseToHandOver => ({ ...one, isAsked: isAsked(one), facts: beside.get(one.item.id) })),
    ...changed,
  ];
  const isAfterCrash = parts.isAfterCrash?.() === true;
  const handOver = createHandOverCases({ ...parts, domain: feed.domain, isAfterCrash });
  const { handed, unsent } = await handOver(toHandOver, hold);
  const news = handed.slice(0, loud.length);
  await record(parts, news, handed.slice(loud.length), quiet);
  const keeps = (by: 'mute' | 'dedupe') => (one: HandedCase) =>
    [...one.went.withheld.values()].some((withheld) => withheld.by === by);
  return {
    announced: loud.length,
    quiet: quiet.length,
    muted: news.filter(keeps('mute')).length,
    deduped: news.filter(keeps('dedupe')).length,
    covered: 0,
    messages: news.reduce((sum, { messages: count }) => sum + count, 0),
    unfinished: ready.length < met.length || news.some(({ missing }) => missing.length > 0),
    unsent: unsentIn(unsent),
  };

  async function record(
    { ledger }: Pick<EnqueueParts, 'ledger'>,
    loudOnes: readonly HandedCase[],
    changes: readonly HandedCase[],
    history: readonly MetCase[],
  ): Promise<void> {
    // Items to retry are recorded first: in the other order, a crash would leave them with nobody. The call is made even
    // without any, because the ledger tells the operators about unrouted items before it records anything.
    const unfinished = loudOnes.filter(({ missing }) => missing.length > 0);
    await ledger.record(
      feed,
      unfinished.map(({ item, missing }) => ({
        id: item.id,
        createdAtMs: item.createdAtMs,
        missing,
        item: messages.keep(item, beside.get(item.id)),
      })),
    );
    // A change that a queue did not take is not recorded, so the next look finds it again.
    const done = [...loudOnes, ...changes.filter(({ missing }) => missing.length === 0)];
    await inParallel(done, AT_ONCE, async ({ item, next, missing }) => {
      const isSaved = next !== null && (await cases.save(next)) === 'saved';
      // If the reconciler wrote the record meanwhile, the next look decides again.
      if (isSaved && missing.length === 0) memory.add(seenName(item));
    });
    const past = history.map(({ item }) => historyOf(item));
    // A case that a crashed poller sent may have been forgotten since: its record is not overwritten.
    if (isAfterCrash) await inParallel(past, AT_ONCE, cases.save);
    else if (past.length > 0) await cases.putHistory(past);
    for (const { item } of history) memory.add(seenName(item));
  }

  function historyOf(item: FeedItem): CaseRecord {
    const name = { domain: feed.domain, caseId: item.id };
    return {
      ...newCase(name, listedCase(item, messages.route(item.item), parts.stepsOf), clock.now()),
      quiet: true,
    };
  }
}
