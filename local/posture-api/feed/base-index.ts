import {
  createListOrder,
  type ListOrder,
  type ListOrderName,
  partitionPoint,
  type Seedbed,
} from './list-order.ts';
import { buildPostings, type Postings, type Walk, walkList, walkMerged, walkRange } from './postings.ts';

/** The two traits by which listings are filtered; both are small integers, so they fit into columns. */
export type Traits = {
  readonly owners: number;
  readonly classes: number;
  ownerAt(index: number): number;
  classAt(index: number): number;
};

export type BaseFilter = {
  /** `null` asks for an owner that no generated item has. */
  readonly owner?: number | null;
  readonly classes?: readonly number[];
  /** Creation time, from (inclusive) and to (exclusive). */
  readonly fromMs?: number;
  readonly toMs?: number;
};

export type Columns = { readonly owner: Uint32Array; readonly kind: Uint8Array };

export const buildColumns = (size: number, traits: Traits): Columns => {
  const owner = new Uint32Array(size);
  const kind = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) {
    owner[index] = traits.ownerAt(index);
    kind[index] = traits.classAt(index);
  }
  return { owner, kind };
};

export type BaseIndex = {
  readonly order: ListOrder;
  /** Generated items that pass the filter, by ascending position from `from` on. */
  walk(filter: BaseFilter, from: number, onExamined: () => void): Walk;
};

// Below this many candidates, sorting the few is faster than walking the many (about the root of page x million).
const NARROW_WINDOW = 15_000;
const LONG_LIST = 256;

const EMPTY: Walk = () => undefined;

export const createBaseIndex = (
  name: ListOrderName,
  seedbed: Seedbed,
  traits: Traits,
  columns: Columns,
): BaseIndex => {
  const { size } = seedbed;
  const order = createListOrder(name, seedbed);
  const byTime = name === 'newest-first' || name === 'oldest-first';
  const ownerAt = (position: number) => columns.owner[order.itemAt(position)] ?? 0;
  const classAt = (position: number) => columns.kind[order.itemAt(position)] ?? 0;
  const ofOwner = buildPostings({ positions: size, groups: traits.owners, groupAt: ownerAt });
  const ofClass = buildPostings({ positions: size, groups: traits.classes, groupAt: classAt });
  const splitOwners = new Map<number, Postings>();

  // One person's list is split by class when a query first asks for both, and only if it is long.
  const ownedLists = (owner: number, list: Uint32Array, classes: readonly number[]): Uint32Array[] => {
    const split =
      splitOwners.get(owner) ??
      buildPostings({
        positions: list.length,
        groups: traits.classes,
        groupAt: (at) => classAt(list[at] ?? 0),
        valueAt: (at) => list[at] ?? 0,
      });
    splitOwners.set(owner, split);
    return classes.map(split.of);
  };

  const candidates = (filter: BaseFilter, from: number): Walk => {
    const { owner, classes } = filter;
    if (owner === null) return EMPTY;
    if (owner !== undefined) {
      const list = ofOwner.of(owner);
      if (classes === undefined || list.length <= LONG_LIST) return walkList(list, from);
      return walkMerged(ownedLists(owner, list, classes), from);
    }
    if (classes !== undefined) return walkMerged(classes.map(ofClass.of), from);
    return walkRange(from, size);
  };

  const collectWindow = (low: number, high: number, accepts: (index: number) => boolean) => {
    const found: number[] = [];
    for (let index = low; index < high; index += 1) {
      if (accepts(index)) found.push(order.positionOf(index));
    }
    return Uint32Array.from(found).sort();
  };

  return {
    order,
    walk: (filter, from, onExamined) => {
      const { owner, classes, fromMs, toMs } = filter;
      const timed = fromMs !== undefined || toMs !== undefined;
      const low = fromMs === undefined ? 0 : partitionPoint(size, (index) => seedbed.timeAt(index) < fromMs);
      const high = toMs === undefined ? size : partitionPoint(size, (index) => seedbed.timeAt(index) < toMs);
      const wanted = classes === undefined ? undefined : new Set(classes);
      const accepts = (index: number): boolean =>
        index >= low &&
        index < high &&
        (owner === undefined || columns.owner[index] === owner) &&
        (wanted === undefined || wanted.has(columns.kind[index] ?? -1));

      if (low >= high) return EMPTY;
      if (timed && !byTime && high - low <= NARROW_WINDOW) {
        return walkList(
          collectWindow(low, high, (index) => {
            onExamined();
            return accepts(index);
          }),
          from,
        );
      }
      // By time, the window is one range of positions, so the walk starts and ends exactly at its edges.
      const first = byTime ? Math.min(order.positionOf(low), order.positionOf(high - 1)) : 0;
      const last = byTime ? Math.max(order.positionOf(low), order.positionOf(high - 1)) : size - 1;
      const walk = candidates(filter, Math.max(from, first));
      return () => {
        for (let position = walk(); position !== undefined && position <= last; position = walk()) {
          onExamined();
          if (accepts(order.itemAt(position))) return position;
        }
        return undefined;
      };
    },
  };
};
