import type { ShownPage } from '../../lib/dynamo/dynamo-shown-items.ts';
import type { ItemKey } from '../wire.ts';

export interface LatestItem {
  readonly key: ItemKey;
  readonly atMs: number;
}

export interface LatestThreats {
  /** Oldest first. */
  readonly items: readonly LatestItem[];
  /** The table is larger than what one console reads. */
  readonly isPart: boolean;
}

/** Of a megabyte each: less than three cents, and a minute at most. */
const MOST_PAGES = 256;

/** The table has no order by time, so all pages are read and the latest kept. Each threat once, however many chats have it. */
export async function findLatestThreats(
  pages: AsyncIterable<Pick<ShownPage, 'deliveries'>>,
  sinceMs: number,
  most: number,
): Promise<LatestThreats> {
  let pagesRead = 0;
  let latest = new Map<string, LatestItem>();
  for await (const { deliveries } of pages) {
    for (const { key, handedOverAtMs: atMs } of deliveries) {
      if (key.feed !== 'threats' || atMs < sinceMs) continue;
      const { domain, id } = key;
      latest.set(JSON.stringify([domain, id]), { key: { domain, feed: 'threats', id }, atMs });
    }
    const kept = [...latest].toSorted(([, a], [, b]) => b.atMs - a.atMs).slice(0, most);
    latest = new Map(kept);
    pagesRead += 1;
    if (pagesRead === MOST_PAGES) break;
  }
  return { items: [...latest.values()].reverse(), isPart: pagesRead === MOST_PAGES };
}
