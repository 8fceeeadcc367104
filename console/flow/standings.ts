import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { type CompiledRoutes, compileRoutes } from '../../lib/routing/compile-routes.ts';
import { routeItem } from '../../lib/routing/route-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import type { Source } from '../source.ts';
import type { ItemKey, QueueState } from '../wire.ts';
import { contentOf, type ItemRows, readItemRows, type Standing } from './item-rows.ts';

export interface Ways {
  readonly routes: CompiledRoutes;
  readonly destinations: BridgeConfig['destinations'];
  /** The queues that are not empty. */
  readonly holding: ReadonlySet<string>;
}

/**
 * Places that an item is on its way to, of which the ledger knows nothing yet: a row begins when a function takes up the
 * item. With an empty queue nothing is on its way, whatever the routes say about an item that has changed since.
 */
export function awaitedPlaces(
  { routes, destinations, holding }: Ways,
  { domain, feed }: Pick<ItemKey, 'domain' | 'feed'>,
  rows: ItemRows,
): readonly string[] {
  const item = contentOf(rows);
  if (!item) return [];
  const known = new Set(rows.deliveries.map(({ key }) => key.destination));
  // A chat's queue has the chat's name. Events for endpoints are in the ledger before they are in their queue.
  return routeItem(routes, { domain, feed, item } as RoutedItem).destinations.filter(
    (place) => !known.has(place) && isChat(destinations[place]) && holding.has(destinations[place].type),
  );
}

type Destination = BridgeConfig['destinations'][string];
const isChat = (one: Destination | undefined): one is Destination =>
  one?.type === 'slack' || one?.type === 'teams';

const holds = ({ waiting, inFlight, delayed }: QueueState): boolean => waiting + inFlight + delayed > 0;

/** Looks at the queues once, for any number of items. */
export function createStandings(source: Pick<Source, 'config' | 'queues' | 'ledger'>) {
  const { config, ledger } = source;
  const routes = compileRoutes(config);
  return async (): Promise<(key: ItemKey) => Promise<Standing>> => {
    // Before the rows: an item that leaves its queue in between has a row by then.
    const holding = new Set((await source.queues()).filter(holds).map(({ id }) => id));
    return async (key) => {
      const rows = await readItemRows({ ledger }, key);
      const ways = { routes, destinations: config.destinations, holding };
      return { ...rows, awaited: awaitedPlaces(ways, key, rows) };
    };
  };
}
