import { clean, cleanWithin } from '../../base/text/clean-text.ts';
import { ADDRESS, fold, NO_BOUNDS } from '../../base/text/fold.ts';
import type { Identifier } from './known-people.ts';

const LETTER = /[\p{L}\p{N}]/u;
const LONGEST = 200;

interface Known {
  readonly text: string;
  readonly word: boolean;
  readonly person: string;
}

/**
 * Takes out of a text what people are known by, and every address. Case, accents, width and what cannot be seen make no
 * difference. A nickname, or a person whom no field names, it cannot know.
 */
export function createScrub(
  identifiers: readonly Identifier[],
  instead: (person: string) => string,
  { everyAddress = true } = {},
): (text: string) => string {
  const byFirst = indexed(identifiers);

  /** The longest of those that are known which stands here. */
  const knownAt = (text: string, at: number): Known | undefined =>
    byFirst
      .get(text[at] ?? '')
      ?.find((one) => text.startsWith(one.text, at) && (!one.word || isWord(text, at, at + one.text.length)));

  return (text) => {
    const readable = clean(text);
    const { text: folded, from } = fold(readable);
    const addresses = new Map(
      everyAddress ? [...folded.matchAll(ADDRESS)].map((match) => [match.index, match[0]]) : [],
    );
    let scrubbed = '';
    let copied = 0;
    for (let at = 0; at < folded.length; ) {
      const known = knownAt(folded, at);
      const address = addresses.get(at);
      const found = longer(known?.text, address);
      if (found === undefined) {
        at++;
        continue;
      }
      const person = known?.text === found ? known.person : found;
      scrubbed += readable.slice(copied, from[at]) + instead(person);
      at += found.length;
      copied = from[at] ?? readable.length;
    }
    return copied === 0 ? text : scrubbed + readable.slice(copied);
  };
}

const longer = (a: string | undefined, b: string | undefined): string | undefined =>
  (a?.length ?? 0) >= (b?.length ?? 0) ? a : b;

function indexed(identifiers: readonly Identifier[]): ReadonlyMap<string, readonly Known[]> {
  const known = new Map<string, Known>();
  for (const { text, person, word } of identifiers) {
    const folded = fold(cleanWithin(text, LONGEST).replace(/…$/, '')).text.trim();
    if (folded === '' || known.has(folded)) continue;
    known.set(folded, { text: folded, person, word: word && !NO_BOUNDS.test(folded) });
  }
  const byFirst = new Map<string, Known[]>();
  for (const one of [...known.values()].sort((a, b) => b.text.length - a.text.length)) {
    const first = one.text[0] ?? '';
    byFirst.set(first, [...(byFirst.get(first) ?? []), one]);
  }
  return byFirst;
}

/** `anna@acme.com` is no part of `joe.anna@acme.com`, nor of `anna@acme.com.evil`. */
const isWord = (text: string, start: number, end: number): boolean =>
  text.slice(start, end).includes('@')
    ? !/[\p{L}\p{N}][._%+'-]{0,20}$/u.test(text.slice(Math.max(0, start - 21), start)) &&
      !/^[.-]?[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
    : !LETTER.test(text[start - 1] ?? ' ') && !LETTER.test(text[end] ?? ' ');
