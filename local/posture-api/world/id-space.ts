import { formatUuid, mix } from './random.ts';

/**
 * Identifiers that can be decoded: the first eight hex digits are the index after a keyed permutation, the rest is a
 * check. So a million items need no table from id to item.
 */
export type IdSpace = {
  idAt(index: number): string;
  /** The sort rank of an id among its siblings: distinct per index, ascending as the id strings ascend. */
  leadAt(index: number): number;
  /** The index behind an id, or undefined if this space never issued it. */
  indexOf(id: string): number | undefined;
};

const ROUNDS = [0, 1, 2, 3] as const;

export const permute = (key: number, value: number): number => {
  let left = value >>> 16;
  let right = value & 0xffff;
  for (const round of ROUNDS) [left, right] = [right, left ^ (mix(key, right, round) & 0xffff)];
  return ((left << 16) | right) >>> 0;
};

const unpermute = (key: number, value: number): number => {
  let left = value >>> 16;
  let right = value & 0xffff;
  for (const round of [3, 2, 1, 0]) [left, right] = [right ^ (mix(key, left, round) & 0xffff), left];
  return ((left << 16) | right) >>> 0;
};

export const createIdSpace = (key: number): IdSpace => {
  const idAt = (index: number): string =>
    formatUuid(permute(key, index), mix(key, index, 21), mix(key, index, 22), mix(key, index, 23));
  return {
    idAt,
    leadAt: (index) => permute(key, index),
    indexOf: (id) => {
      const lead = Number.parseInt(id.slice(0, 8), 16);
      if (id.length !== 36 || Number.isNaN(lead)) return undefined;
      const index = unpermute(key, lead);
      return idAt(index) === id.toLowerCase() ? index : undefined;
    },
  };
};
