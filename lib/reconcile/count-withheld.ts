import type { Clock } from '../base/clock.ts';
import { chunk } from '../base/in-parallel.ts';
import type { CaseLedger } from '../case/case-ledger.ts';
import { type CaseRecord, isWithheld } from '../case/case-record.ts';
import type { ItemInShort, WithheldPage } from '../case/item-in-short.ts';
import { addWithheld, NOTHING_WITHHELD, type WithheldSummary } from '../case/withheld-summary.ts';

export interface CountWithheldParts {
  readonly cases: Pick<CaseLedger, 'loadAll'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What a mute or a window withheld, and has not listed yet. */
export interface ToCount {
  readonly domain: string;
  /** The id of the mute or window. */
  readonly id: string;
  readonly pages: (after: string | undefined) => AsyncIterable<WithheldPage>;
  /** The destinations that list what is withheld from these chats. */
  readonly placesOf: (chats: readonly string[]) => readonly string[];
}

export type Counted = ReadonlyMap<string, WithheldSummary>;

interface Progress {
  readonly after: string | undefined;
  readonly byPlace: Counted;
}

/**
 * A poller may withhold something just before the end, and note it until its run is over. With the minute between two runs of the
 * reconciler, what was withheld is listed within three minutes.
 */
export const PATIENCE_MS = 2 * 60_000;
const RECORDS_AT_ONCE = 100;

/**
 * Counts what is still withheld, by the destinations that will list it. What was posted meanwhile, because it became worse,
 * is not listed; and a case is listed with the severity that it has now. Only one page at a time is in
 * memory. Null when the time is up: the next call goes on from there.
 */
export function createCountWithheld({ cases, clock }: CountWithheldParts) {
  const begun = new Map<string, Progress>();

  async function recordsOf(domain: string, items: readonly ItemInShort[]) {
    const ids = items.flatMap(({ feed, id }) => (feed === 'cases' ? [id] : []));
    const found = await Promise.all(
      chunk([...new Set(ids)], RECORDS_AT_ONCE).map((some) => cases.loadAll(domain, some)),
    );
    return new Map(found.flatMap((some) => [...some]));
  }

  return async function countWithheld(
    { domain, id, pages, placesOf }: ToCount,
    deadlineMs: number,
  ): Promise<Counted | null> {
    const name = JSON.stringify([domain, id]);
    const byPlace = new Map(begun.get(name)?.byPlace);
    for await (const { items, place } of pages(begun.get(name)?.after)) {
      const records = await recordsOf(domain, items);
      for (const item of items) {
        const record = records.get(item.id);
        const isCase = item.feed === 'cases' && record !== 'unreadable';
        const chats = isCase ? chatsWithout(record as CaseRecord | undefined, id) : item.at;
        const now = isCase && record ? { ...item, severity: (record as CaseRecord).severity } : item;
        for (const listedAt of chats?.length === 0 ? [] : placesOf(chats ?? []))
          byPlace.set(listedAt, addWithheld(byPlace.get(listedAt) ?? NOTHING_WITHHELD, [now]));
      }
      begun.set(name, { after: place, byPlace: new Map(byPlace) });
      if (clock.now() >= deadlineMs) return null;
    }
    begun.delete(name);
    return byPlace;
  };
}

/** The chats that a case is withheld from by this mute or window. */
const chatsWithout = (record: CaseRecord | undefined, id: string): readonly string[] =>
  Object.entries(record?.places ?? {}).flatMap(([chat, place]) =>
    isWithheld(place) && place.id === id ? [chat] : [],
  );
