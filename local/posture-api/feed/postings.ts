import { partitionPoint } from './list-order.ts';

/** For each group, the ascending list positions of its members, in one shared block of memory. */
export type Postings = { of(group: number): Uint32Array };

export const buildPostings = (options: {
  positions: number;
  groups: number;
  groupAt(position: number): number;
  /** The value stored for a position; the position itself unless given. */
  valueAt?(position: number): number;
}): Postings => {
  const { positions, groups, groupAt, valueAt } = options;
  const starts = new Uint32Array(groups + 1);
  for (let at = 0; at < positions; at += 1) {
    const next = groupAt(at) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let group = 0; group < groups; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const fill = starts.slice();
  const members = new Uint32Array(positions);
  for (let at = 0; at < positions; at += 1) {
    const group = groupAt(at);
    const slot = fill[group] ?? 0;
    members[slot] = valueAt ? valueAt(at) : at;
    fill[group] = slot + 1;
  }
  return { of: (group) => members.subarray(starts[group] ?? 0, starts[group + 1] ?? 0) };
};

/** Yields ascending positions one at a time; undefined when there are no more. */
export type Walk = () => number | undefined;

export const walkRange = (from: number, to: number): Walk => {
  let at = from;
  return () => (at < to ? at++ : undefined);
};

export const walkList = (list: Uint32Array, from: number): Walk => {
  let at = partitionPoint(list.length, (index) => (list[index] ?? 0) < from);
  return () => list[at++];
};

export const walkMerged = (lists: readonly Uint32Array[], from: number): Walk => {
  const walks = lists.map((list) => walkList(list, from));
  const heads = walks.map((walk) => walk() ?? Number.POSITIVE_INFINITY);
  return () => {
    let least = 0;
    for (let at = 1; at < heads.length; at += 1) {
      if ((heads[at] ?? 0) < (heads[least] ?? 0)) least = at;
    }
    const position = heads[least];
    if (position === undefined || position === Number.POSITIVE_INFINITY) return undefined;
    heads[least] = walks[least]?.() ?? Number.POSITIVE_INFINITY;
    return position;
  };
};
