import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { idOf } from '../../lib/routing/read-item.ts';
import { type Routing, routeItem } from '../../lib/routing/route-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';

/** An item that the other configuration sends elsewhere. */
export interface ChangedItem {
  readonly domain: string;
  readonly feed: RoutedItem['feed'];
  readonly id: string;
  readonly createdAt: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The routes that match in the proposed configuration. */
  readonly by: readonly string[];
}

/** How many items a destination gets. */
export interface DestinationChange {
  readonly destination: string;
  readonly before: number;
  readonly after: number;
  /** Items that it did not get before, and those that it no longer gets. */
  readonly more: number;
  readonly less: number;
}

export interface Compared {
  readonly items: number;
  readonly changed: readonly ChangedItem[];
  readonly destinations: readonly DestinationChange[];
  /** Items that go nowhere: nobody would hear about them. */
  readonly nowhere: { readonly before: number; readonly after: number };
}

const NOWHERE: Pick<Routing, 'destinations' | 'matched'> = { destinations: [], matched: [] };

/** Compares item by item: even for a large ledger, it keeps only the differences and the names of the items. */
export function createComparison(today: BridgeConfig, proposed: BridgeConfig) {
  const [old, next] = [compileRoutes(today), compileRoutes(proposed)];
  const names = new Set([...Object.keys(today.destinations), ...Object.keys(proposed.destinations)]);
  const counts = new Map([...names].map((name) => [name, { before: 0, after: 0, more: 0, less: 0 }]));
  const nowhere = { before: 0, after: 0 };
  const changed: ChangedItem[] = [];
  let items = 0;

  return {
    add(routed: RoutedItem): void {
      items += 1;
      const { destinations: before } = routeItem(old, routed);
      // A removed domain is not polled: its items stop coming.
      const { destinations: after, matched: by }: typeof NOWHERE = Object.hasOwn(
        proposed.domains,
        routed.domain,
      )
        ? routeItem(next, routed)
        : NOWHERE;
      if (before.length === 0) nowhere.before += 1;
      if (after.length === 0) nowhere.after += 1;
      for (const [name, count] of counts) {
        const [was, is] = [before.includes(name), after.includes(name)];
        count.before += Number(was);
        count.after += Number(is);
        count.more += Number(is && !was);
        count.less += Number(was && !is);
      }
      if (before.length === after.length && before.every((name) => after.includes(name))) return;
      const { domain, feed, item } = routed;
      changed.push({ domain, feed, id: idOf(routed), createdAt: item.created_at, before, after, by });
    },
    result: (): Compared => ({
      items,
      changed,
      destinations: [...counts].map(([destination, count]) => ({ destination, ...count })),
      nowhere,
    }),
  };
}
