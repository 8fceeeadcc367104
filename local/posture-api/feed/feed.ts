import { type BaseFilter, type BaseIndex, buildColumns, createBaseIndex, type Traits } from './base-index.ts';
import { type CursorPolicy, cutPage, type Located, type Page, startPage } from './cursor.ts';
import type { Fresh, ListOrderName, Seedbed } from './list-order.ts';
import { partitionPoint } from './list-order.ts';

/** An item held in memory: added while running, or a generated one that was changed. */
type Entry<Item> = Fresh & { readonly item: Item; readonly visibleAtMs: number; readonly index?: number };

// Listed before the generated item at `position` (added) or exactly in its place (changed).
type Place = { readonly position: number; readonly tier: 0 | 1; readonly fresh?: Fresh };
type Placed<Item> = Place & { readonly entry: Entry<Item> };

export type FeedFilter<Item> = BaseFilter & { matches(item: Item): boolean };

export type FeedQuery<Item> = {
  readonly filter: FeedFilter<Item>;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
  readonly policy: CursorPolicy;
};

export type FeedSource<Item> = {
  readonly seedbed: Seedbed;
  readonly traits: Traits;
  /** The columns already hold owner and class, so they need not be computed again. */
  itemAt(index: number, owner: number, kind: number): Item;
  idOf(item: Item): string;
  createdMsOf(item: Item): number;
};

export type Addition<Item> = { readonly item: Item; readonly visibleInMs?: number | undefined };

export const createFeed = <Item>(source: FeedSource<Item>, order: ListOrderName, elapsedMs: () => number) => {
  const { seedbed, traits, idOf, createdMsOf } = source;
  const columns = buildColumns(seedbed.size, traits);
  const itemAt = (index: number): Item =>
    source.itemAt(index, columns.owner[index] ?? 0, columns.kind[index] ?? 0);
  const entries = new Map<string, Entry<Item>>();
  const graves = new Map<string, Entry<Item>>();
  // Generated items that were deleted, or changed and therefore held in `entries`.
  const covered = new Set<number>();
  let base: BaseIndex = createBaseIndex(order, seedbed, traits, columns);
  let live: Placed<Item>[] = [];
  let sequence = 0;
  let examined = 0;

  const isVisible = (entry: Entry<Item>): boolean => entry.visibleAtMs <= elapsedMs();

  const placeOf = (entry: Entry<Item>): Placed<Item> =>
    entry.index === undefined
      ? { entry, fresh: entry, tier: 0, position: base.order.countBefore(entry) }
      : { entry, tier: 1, position: base.order.positionOf(entry.index) };

  const compare = (a: Place, b: Place): number =>
    a.position - b.position ||
    a.tier - b.tier ||
    (a.fresh && b.fresh ? base.order.compareFresh(a.fresh, b.fresh) : 0);

  const slotOf = (place: Place): number =>
    partitionPoint(live.length, (at) => {
      const placed = live[at];
      return placed !== undefined && compare(placed, place) < 0;
    });

  const baseIndexOf = (id: string): number | undefined => {
    const index = seedbed.ids.indexOf(id);
    return index !== undefined && index < seedbed.size ? index : undefined;
  };

  const locate = (id: string): Located<Place> | undefined => {
    const entry = entries.get(id.toLowerCase());
    if (entry) return isVisible(entry) ? { place: placeOf(entry), gone: false } : undefined;
    const grave = graves.get(id.toLowerCase());
    if (grave) return { place: placeOf(grave), gone: true };
    const index = baseIndexOf(id);
    if (index === undefined) return undefined;
    return { place: { position: base.order.positionOf(index), tier: 1 }, gone: covered.has(index) };
  };

  const find = (id: string): Item | undefined => {
    const entry = entries.get(id.toLowerCase());
    if (entry) return isVisible(entry) ? entry.item : undefined;
    const index = baseIndexOf(id);
    return index === undefined || covered.has(index) ? undefined : itemAt(index);
  };

  const collect = (filter: FeedFilter<Item>, count: number, behind: Place | undefined): Item[] => {
    const from = behind === undefined ? 0 : behind.position + behind.tier;
    const nextBase = base.walk(filter, from, () => {
      examined += 1;
    });
    let at = behind === undefined ? 0 : partitionPoint(live.length, (i) => isUpTo(live[i], behind));
    let position = nextBase();
    const found: Item[] = [];
    while (found.length < count) {
      const next = live[at];
      if (next !== undefined && (position === undefined || next.position <= position)) {
        at += 1;
        examined += 1;
        if (isVisible(next.entry) && filter.matches(next.entry.item)) found.push(next.entry.item);
        continue;
      }
      if (position === undefined) break;
      const index = base.order.itemAt(position);
      if (!covered.has(index)) found.push(itemAt(index));
      position = nextBase();
    }
    return found;
  };

  const isUpTo = (placed: Placed<Item> | undefined, mark: Place): boolean =>
    placed !== undefined && compare(placed, mark) <= 0;

  return {
    find,
    /** True even for items that are not visible yet: their identifier is taken. */
    holds: (id: string): boolean => entries.has(id.toLowerCase()) || find(id) !== undefined,
    page: (query: FeedQuery<Item>): Page<Item> | 'refused' => {
      const start = startPage(query.cursor, query.policy, locate);
      if (start.kind === 'refused') return 'refused';
      if (start.kind === 'nowhere') return { items: [] };
      const behind = start.kind === 'behind' ? start.place : undefined;
      return cutPage(collect(query.filter, query.pageSize + 1, behind), query.pageSize, idOf);
    },
    add: (additions: readonly Addition<Item>[]): void => {
      for (const { item, visibleInMs = 0 } of additions) {
        const id = idOf(item).toLowerCase();
        const visibleAtMs = visibleInMs > 0 ? elapsedMs() + visibleInMs : Number.NEGATIVE_INFINITY;
        const entry = { id, createdMs: createdMsOf(item), sequence, item, visibleAtMs };
        sequence += 1;
        graves.delete(id);
        entries.set(id, entry);
        live.push(placeOf(entry));
      }
      live.sort(compare);
    },
    /** Puts a changed item in the place of the old one; its creation time and identifier stay. */
    replace: (id: string, item: Item): void => {
      const known = entries.get(id.toLowerCase());
      const index = known ? known.index : baseIndexOf(id);
      if (index !== undefined) covered.add(index);
      const fresh = known ?? { id: id.toLowerCase(), createdMs: createdMsOf(item), sequence: -1 };
      const visibleAtMs = known?.visibleAtMs ?? Number.NEGATIVE_INFINITY;
      const entry = { ...fresh, item, visibleAtMs, ...(index === undefined ? {} : { index }) };
      entries.set(fresh.id, entry);
      const placed = placeOf(entry);
      live.splice(slotOf(placed), known ? 1 : 0, placed);
    },
    remove: (id: string): boolean => {
      const entry = entries.get(id.toLowerCase());
      const index = entry ? entry.index : baseIndexOf(id);
      if (entry === undefined && (index === undefined || covered.has(index))) return false;
      if (index !== undefined) covered.add(index);
      if (entry === undefined) return true;
      if (index === undefined) graves.set(entry.id, entry);
      entries.delete(entry.id);
      live.splice(slotOf(placeOf(entry)), 1);
      return true;
    },
    setOrder: (name: ListOrderName): void => {
      if (base.order.name === name) return;
      base = createBaseIndex(name, seedbed, traits, columns);
      live = [...entries.values()].map(placeOf).sort(compare);
    },
    /** How many candidates were examined since the start: the measure for the cost of a page. */
    workDone: (): number => examined,
  };
};
