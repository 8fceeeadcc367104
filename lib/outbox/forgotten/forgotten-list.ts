import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { cleanWithin } from '../../base/text/clean-text.ts';
import { fold, NO_BOUNDS } from '../../base/text/fold.ts';
import { personHash } from '../../case/past-entry.ts';

/** Something that a forgotten person was known by: an address, a name or an id. */
export interface ForgottenName {
  readonly hash: string;
  /** How it stands in a text: an address, so many words, or so many signs of a script that does not part words. */
  readonly shape: Shape;
  /** What was created up to then does not tell of the person. */
  readonly untilMs: number;
}
export type Shape = 'address' | { readonly words: number } | { readonly signs: number };

/** Whom operators had forgotten: no name, and hashes with a key that stands beside them and nowhere else. */
export interface ForgottenList {
  readonly key: string;
  readonly names: readonly ForgottenName[];
}

const Stored = z.object({ v: z.literal(1), key: z.string(), names: z.string() });
const SIGNS = { hash: 12, shape: 1, until: 5 } as const;
const ENTRY = SIGNS.hash + SIGNS.shape + SIGNS.until;
const MOST_WORDS = 9;
const MOST_SIGNS = 26;
const LONGEST = 200;
const WORD = /[\p{L}\p{N}]+/gu;
const MINUTE_MS = 60_000;

/** What SSM keeps in one parameter. */
export const MOST_BYTES = 8_192;

/** The key is made of 16 bytes that were drawn. */
export const newForgottenList = (drawn: Buffer): ForgottenList => ({
  key: drawn.toString('base64url'),
  names: [],
});

/** Under this a name is found again by those who have the key; cases that are counted have the inner hash. */
export const forgottenHash = (key: string, counted: string): string =>
  createHmac('sha256', key).update(counted, 'utf8').digest('base64url').slice(0, SIGNS.hash);

/** The list with everything that a person is known by. Whoever was forgotten before is forgotten up to now. */
export function withPerson(
  list: ForgottenList,
  identifiers: readonly string[],
  nowMs: number,
): ForgottenList {
  const untilMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  const names = new Map(list.names.map((one) => [one.hash, one]));
  for (const text of identifiers) {
    const folded = foldedName(text);
    if (folded === '') continue;
    // Cases are counted by the address or name as the platform writes it.
    for (const counted of new Set([personHash(folded), personHash(text)])) {
      const hash = forgottenHash(list.key, counted);
      const until = Math.max(untilMs, names.get(hash)?.untilMs ?? 0);
      names.set(hash, { hash, shape: shapeOf(folded), untilMs: until });
    }
  }
  return { ...list, names: [...names.values()] };
}

/** From its first letter to its last: what a text has around it makes no difference. */
export function foldedName(text: string): string {
  const folded = fold(cleanWithin(text, LONGEST).replace(/…$/, '')).text.trim();
  if (isAddress(folded)) return folded;
  const words = wordsIn(folded);
  return folded.slice(words[0]?.from ?? 0, words.at(-1)?.to ?? 0);
}

const isAddress = (folded: string): boolean =>
  addressesIn(folded).some(({ from, to }) => to - from === folded.length);

/** Where the addresses of a folded text begin and end, around each @. Quotes and dashes around one are no part of it. */
export const addressesIn = (folded: string): Span[] =>
  [...folded.matchAll(/@/g)].flatMap(({ index }) => {
    const name = NAME_END.exec(folded.slice(Math.max(0, index - LONGEST), index))?.[0];
    const domain = DOMAIN_START.exec(folded.slice(index + 1, index + 1 + LONGEST))?.[0];
    return name && domain ? { from: index - name.length, to: index + 1 + domain.length } : [];
  });
const NAME_END = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]*$/u;
const DOMAIN_START = /^[\p{L}\p{N}-]*[\p{L}\p{N}](?:\.[\p{L}\p{N}-]*[\p{L}\p{N}])*/u;

function shapeOf(folded: string): Shape {
  if (isAddress(folded)) return 'address';
  if (NO_BOUNDS.test(folded)) return { signs: Math.min(folded.length, MOST_SIGNS) };
  return { words: Math.min(wordsIn(folded).length, MOST_WORDS) };
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where the words of a folded text begin and end. */
export const wordsIn = (folded: string): Span[] =>
  [...folded.matchAll(WORD)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }));

const shapeSign = (shape: Shape): string =>
  shape === 'address' ? '0' : 'words' in shape ? String(shape.words) : (9 + shape.signs).toString(36);

function readShape(sign: string): Shape {
  const value = Number.parseInt(sign, 36);
  if (value === 0) return 'address';
  return value <= MOST_WORDS ? { words: value } : { signs: value - MOST_WORDS };
}

/** All entries have the same length, so they need no separator. */
export const writeForgotten = ({ key, names }: ForgottenList): string =>
  JSON.stringify({
    ...{ v: 1, key },
    names: names
      .map(
        ({ hash, shape, untilMs }) =>
          hash +
          shapeSign(shape) +
          Math.floor(untilMs / MINUTE_MS)
            .toString(36)
            .padStart(SIGNS.until, '0'),
      )
      .join(''),
  });

/** Throws for a text that this version does not understand: whom it holds must not come back. */
export function readForgotten(text: string): ForgottenList {
  const read = Stored.safeParse(parsed(text));
  if (!read.success || read.data.names.length % ENTRY !== 0)
    throw new Error('the list of forgotten people is not one that this version of the bridge understands');
  const { key, names } = read.data;
  return {
    key,
    names: Array.from({ length: names.length / ENTRY }, (_, at) => {
      const entry = names.slice(at * ENTRY, (at + 1) * ENTRY);
      return {
        hash: entry.slice(0, SIGNS.hash),
        shape: readShape(entry.slice(SIGNS.hash, SIGNS.hash + SIGNS.shape)),
        untilMs: Number.parseInt(entry.slice(SIGNS.hash + SIGNS.shape), 36) * MINUTE_MS,
      };
    }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
