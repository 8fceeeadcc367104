import { type CursorPolicy, cutPage, type Page, startPage } from './cursor.ts';
import {
  createListOrder,
  type ListOrder,
  type ListOrderName,
  partitionPoint,
  type Seedbed,
} from './list-order.ts';

export type ListingQuery = {
  /** Names the filter, so that its matches are computed once and not once per page. */
  readonly filterKey: string;
  readonly matches: (index: number) => boolean;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
  readonly policy: CursorPolicy;
};

const REMEMBERED_FILTERS = 32;

/** A listing that never changes while the server runs: people and non-human identities. */
export const createFixedListing = (seedbed: Seedbed, orderName: ListOrderName) => {
  let order: ListOrder = createListOrder(orderName, seedbed);
  const remembered = new Map<string, Uint32Array>();

  const matchesOf = (query: ListingQuery): Uint32Array => {
    const known = remembered.get(query.filterKey);
    if (known) {
      remembered.delete(query.filterKey);
      remembered.set(query.filterKey, known);
      return known;
    }
    const positions: number[] = [];
    for (let position = 0; position < seedbed.size; position += 1) {
      if (query.matches(order.itemAt(position))) positions.push(position);
    }
    const list = Uint32Array.from(positions);
    remembered.set(query.filterKey, list);
    const oldest = remembered.keys().next().value;
    if (remembered.size > REMEMBERED_FILTERS && oldest !== undefined) remembered.delete(oldest);
    return list;
  };

  const locate = (id: string) => {
    const index = seedbed.ids.indexOf(id);
    return index === undefined || index >= seedbed.size
      ? undefined
      : { place: order.positionOf(index), gone: false };
  };

  return {
    /** The indexes of one page of matching items. */
    page: (query: ListingQuery): Page<number> | 'refused' => {
      const start = startPage(query.cursor, query.policy, locate);
      if (start.kind === 'refused') return 'refused';
      if (start.kind === 'nowhere') return { items: [] };
      const list = matchesOf(query);
      const behind = start.kind === 'behind' ? start.place : -1;
      const at = partitionPoint(list.length, (index) => (list[index] ?? 0) <= behind);
      const found = [...list.subarray(at, at + query.pageSize + 1)].map(order.itemAt);
      return cutPage(found, query.pageSize, seedbed.ids.idAt);
    },
    indexOf: (id: string): number | undefined => locate(id) && seedbed.ids.indexOf(id),
    setOrder: (name: ListOrderName): void => {
      if (order.name === name) return;
      order = createListOrder(name, seedbed);
      remembered.clear();
    },
  };
};
