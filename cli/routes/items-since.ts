import type { ShownPage } from '../../lib/dynamo/dynamo-shown-items.ts';
import type { Delivery } from '../../lib/outbox/delivery.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { wholeItemIn } from './item-in-ledger.ts';

/** What was read, for people who pay for it, and what could not be checked. */
export interface ReadItems {
  readonly rows: number;
  readonly units: number;
  /** Items of which the ledger has only a part: too large, or erased on request. */
  readonly partly: number;
  /** Items of any time that were sent to no chat: the ledger has only their ids. */
  readonly withoutContent: number;
  /** Rows that only a newer version understands. */
  readonly unreadable: number;
  /** It stopped at the limit: there are more. */
  readonly isCut: boolean;
}

export interface Wanted {
  readonly fromMs: number;
  readonly domains: readonly string[];
  readonly feeds: readonly string[];
  readonly limit: number;
}

/** Passes each item sent since then to `take`, once, however many chats show it. */
export async function readItemsSince(
  pages: AsyncIterable<ShownPage>,
  { fromMs, domains, feeds, limit }: Wanted,
  take: (item: RoutedItem) => void,
  onPage: (rows: number) => void = () => undefined,
): Promise<ReadItems> {
  let [rows, units, unreadable, taken] = [0, 0, 0, 0];
  const [whole, partly, shown] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const known = new Set<string>();
  const result = (isCut: boolean): ReadItems => ({
    rows,
    units,
    unreadable,
    partly: partly.size,
    withoutContent: [...known].filter((pk) => !shown.has(pk)).length,
    isCut,
  });
  const nameOf = ({ key: { domain, feed, id } }: Delivery) => JSON.stringify([domain, feed, id]);
  for await (const page of pages) {
    rows += page.read;
    units += page.units;
    unreadable += page.unreadable;
    for (const pk of page.items) known.add(pk);
    for (const pk of page.shown) shown.add(pk);
    onPage(rows);
    for (const delivery of page.deliveries) {
      const { domain, feed } = delivery.key;
      if (delivery.handedOverAtMs < fromMs || !domains.includes(domain) || !feeds.includes(feed)) continue;
      const name = nameOf(delivery);
      if (whole.has(name)) continue;
      const item = wholeItemIn(delivery);
      if (!item) {
        partly.add(name);
        continue;
      }
      if (taken === limit) return result(true);
      partly.delete(name);
      whole.add(name);
      taken += 1;
      take(item);
    }
  }
  return result(false);
}
