import type { IdSpace } from '../world/id-space.ts';
import { permute } from '../world/id-space.ts';
import { hashText } from '../world/random.ts';

export const LIST_ORDERS = ['newest-first', 'oldest-first', 'by-id', 'shuffled'] as const;
export type ListOrderName = (typeof LIST_ORDERS)[number];

/** Items generated from their index; a higher index never has an earlier time. */
export type Seedbed = {
  readonly size: number;
  readonly ids: IdSpace;
  timeAt(index: number): number;
};

/** What determines the position of a later item among the generated ones. */
export type Fresh = { readonly id: string; readonly createdMs: number; readonly sequence: number };

export type ListOrder = {
  readonly name: ListOrderName;
  itemAt(position: number): number;
  positionOf(index: number): number;
  /** How many generated items are listed before the fresh one. */
  countBefore(fresh: Fresh): number;
  compareFresh(a: Fresh, b: Fresh): number;
};

/** The first number in [0, size) that fails `isBefore`, given that all passing ones come first. */
export const partitionPoint = (size: number, isBefore: (at: number) => boolean): number => {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareAge = (a: Fresh, b: Fresh): number => a.createdMs - b.createdMs || a.sequence - b.sequence;

const oldestFirst = ({ size, timeAt }: Seedbed): ListOrder => ({
  name: 'oldest-first',
  itemAt: (position) => position,
  positionOf: (index) => index,
  countBefore: (fresh) => partitionPoint(size, (index) => timeAt(index) <= fresh.createdMs),
  compareFresh: compareAge,
});

const newestFirst = (seedbed: Seedbed): ListOrder => {
  const { size } = seedbed;
  const oldest = oldestFirst(seedbed);
  return {
    name: 'newest-first',
    itemAt: (position) => size - 1 - position,
    positionOf: (index) => size - 1 - index,
    countBefore: (fresh) => size - oldest.countBefore(fresh),
    compareFresh: (a, b) => compareAge(b, a),
  };
};

// A 32-bit rank and a 21-bit index share one exact double, so one typed-array sort does both.
const INDEX_SPAN = 2 ** 21;

const sortByRank = (size: number, rankAt: (index: number) => number) => {
  const keys = new Float64Array(size);
  for (let index = 0; index < size; index += 1) keys[index] = rankAt(index) * INDEX_SPAN + index;
  keys.sort();
  const before = (key: number) => partitionPoint(size, (at) => (keys[at] ?? 0) < key);
  return {
    itemAt: (position: number) => (keys[position] ?? 0) % INDEX_SPAN,
    positionOf: (index: number) => before(rankAt(index) * INDEX_SPAN + index),
    countBelow: (rank: number) => before(rank * INDEX_SPAN),
  };
};

const byId = ({ size, ids }: Seedbed): ListOrder => {
  const sorted = sortByRank(size, ids.leadAt);
  return {
    name: 'by-id',
    itemAt: sorted.itemAt,
    positionOf: sorted.positionOf,
    countBefore: (fresh) => partitionPoint(size, (at) => ids.idAt(sorted.itemAt(at)) < fresh.id),
    compareFresh: (a, b) => compareText(a.id, b.id),
  };
};

const shuffled = ({ size, ids }: Seedbed): ListOrder => {
  const sorted = sortByRank(size, (index) => permute(0x5eed, ids.leadAt(index)));
  return {
    name: 'shuffled',
    itemAt: sorted.itemAt,
    positionOf: sorted.positionOf,
    countBefore: (fresh) => sorted.countBelow(hashText(fresh.id)),
    compareFresh: (a, b) => hashText(a.id) - hashText(b.id) || compareText(a.id, b.id),
  };
};

const BUILD = { 'newest-first': newestFirst, 'oldest-first': oldestFirst, 'by-id': byId, shuffled } as const;

export const createListOrder = (name: ListOrderName, seedbed: Seedbed): ListOrder => BUILD[name](seedbed);
