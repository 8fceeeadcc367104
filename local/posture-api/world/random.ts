const finish = (input: number): number => {
  let hash = input;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** A 32-bit hash of two or three integers. Everything the server generates is a pure function of such hashes. */
export const mix = (key: number, index: number, salt = 0): number =>
  finish(
    finish(finish(key ^ 0x9e3779b9) ^ Math.imul(index + 1, 0x85ebca77)) ^ Math.imul(salt + 1, 0xc2b2ae3d),
  );

export const hashText = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return finish(hash);
};

export const fraction = (hash: number): number => hash / 0x1_0000_0000;

export const pickBy = <T>(hash: number, list: readonly T[]): T => {
  const value = list[Math.floor(fraction(hash) * list.length)];
  if (value === undefined) throw new RangeError('nothing to pick from an empty list');
  return value;
};

const HEX = Buffer.from('0123456789abcdef', 'latin1');
const page = Buffer.alloc(36, '-', 'latin1');

// Written into one buffer instead of concatenated: concatenated strings are flattened again when they are sent.
const putHex = (value: number, at: number, digits: number): void => {
  for (let digit = 0; digit < digits; digit += 1) {
    page[at + digit] = HEX[(value >>> (4 * (digits - 1 - digit))) & 15] ?? 0;
  }
};

/** Four 32-bit words as a version 4 UUID; the first word is kept whole. */
export const formatUuid = (a: number, b: number, c: number, d: number): string => {
  putHex(a, 0, 8);
  putHex(b >>> 16, 9, 4);
  putHex((b & 0x0fff) | 0x4000, 14, 4);
  putHex(((c >>> 16) & 0x3fff) | 0x8000, 19, 4);
  putHex(c & 0xffff, 24, 4);
  putHex(d, 28, 8);
  return page.toString('latin1');
};

export const uuidOf = (key: number, index: number): string =>
  formatUuid(mix(key, index, 10), mix(key, index, 11), mix(key, index, 12), mix(key, index, 13));

/**
 * A stream of random numbers for one item: equal keys and indexes give equal numbers. A class and not a closure, because
 * one is created for every listed item, hundreds of thousands a second.
 */
export class Dice {
  #state: number;

  constructor(key: number, index: number) {
    this.#state = mix(key, index, 7);
  }

  roll(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return finish(this.#state);
  }

  pick<T>(list: readonly T[]): T {
    return pickBy(this.roll(), list);
  }

  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(Math.floor(fraction(this.roll()) * rest.length), 1));
    }
    return taken;
  }

  between(min: number, max: number): number {
    return min + Math.floor(fraction(this.roll()) * (max - min + 1));
  }

  chance(probability: number): boolean {
    return fraction(this.roll()) < probability;
  }

  uuid(): string {
    return formatUuid(this.roll(), this.roll(), this.roll(), this.roll());
  }
}

export const createDice = (key: number, index: number): Dice => new Dice(key, index);
