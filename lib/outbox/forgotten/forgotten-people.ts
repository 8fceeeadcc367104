import { clean } from '../../base/text/clean-text.ts';
import { fold, NO_BOUNDS } from '../../base/text/fold.ts';
import { FORGOTTEN } from '../../case/case-skeleton.ts';
import { personHash } from '../../case/past-entry.ts';
import {
  addressesIn,
  type ForgottenList,
  type ForgottenName,
  foldedName,
  forgottenHash,
  type Span,
  wordsIn,
} from './forgotten-list.ts';

/** The people on the list, as they are found in texts. */
export interface ForgottenPeople {
  /** Null if nobody was forgotten since then. `spared`: the names of whom it is about, which stay. */
  since(createdAtMs: number, spared?: readonly string[]): ForgottenSince | null;
}

/** Those of whom nothing may be told that was created at a certain time. */
export interface ForgottenSince {
  /** Whether a field that holds a name or an address is theirs. */
  isTheirs(text: string): boolean;
  /** The text without them. */
  without(text: string): string;
  /** `counted`: what stands for a person where cases are counted. */
  isCounted(counted: string): boolean;
}

/** Something in a text that could be on the list. */
interface Candidate extends Span {
  readonly kind: Kind;
}
type Kind = 'address' | 'words' | 'signs';

/** How many words are remembered, with whether they are a name. */
const MOST_KNOWN = 20_000;

export function createForgottenPeople({ key, names }: ForgottenList): ForgottenPeople {
  const byHash = new Map(names.map((one) => [one.hash, one]));
  const latestMs = Math.max(0, ...names.map(({ untilMs }) => untilMs));
  const counts = sizes(
    names.flatMap(({ shape }) => (shape !== 'address' && 'words' in shape ? shape.words : [])),
  );
  const lengths = sizes(
    names.flatMap(({ shape }) => (shape !== 'address' && 'signs' in shape ? shape.signs : [])),
  );
  /** Most words come again and again, and a hash takes some microseconds. */
  const known = new Map<string, ForgottenName | null>();
  function nameOf(folded: string): ForgottenName | null {
    const before = known.get(folded);
    if (before !== undefined) return before;
    const found = byHash.get(forgottenHash(key, personHash(folded))) ?? null;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(folded, found);
    return found;
  }

  function* candidates(text: string): Generator<Candidate> {
    for (const span of addressesIn(text)) yield { ...span, kind: 'address' };
    const words = counts.length > 0 ? wordsIn(text) : [];
    for (const count of counts)
      for (const [at, { from }] of words.entries()) {
        const last = words[at + count - 1];
        if (last) yield { from, to: last.to, kind: 'words' };
      }
    if (!NO_BOUNDS.test(text)) return;
    for (const length of lengths)
      for (let from = 0; from + length <= text.length; from++)
        yield { from, to: from + length, kind: 'signs' };
  }

  return {
    since(createdAtMs, spared = []) {
      if (createdAtMs > latestMs || names.length === 0) return null;
      const stays = new Set(spared.map(foldedName));
      const isThen = (name: ForgottenName | null | undefined) => name != null && name.untilMs >= createdAtMs;
      // The address of another person may hold that of one who is forgotten.
      const isOn = (folded: string, kind: Kind) => {
        const name = nameOf(folded);
        return name !== null && kindOf(name) === kind && isThen(name) && !stays.has(folded);
      };
      return {
        isTheirs: (text) => isThen(nameOf(foldedName(text))),
        isCounted: (counted) => isThen(byHash.get(forgottenHash(key, counted))),
        without(text) {
          const readable = clean(text);
          const { text: folded, from: origin } = fold(readable);
          const found = [...candidates(folded)].filter(({ from, to, kind }) =>
            isOn(folded.slice(from, to), kind),
          );
          let scrubbed = '';
          let copied = 0;
          let end = 0;
          for (const { from, to } of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
            if (from < end) continue;
            scrubbed += readable.slice(copied, origin[from]) + FORGOTTEN;
            copied = origin[to] ?? readable.length;
            end = to;
          }
          return end === 0 ? text : scrubbed + readable.slice(copied);
        },
      };
    },
  };
}

/** The longest first. */
const sizes = (all: readonly number[]): number[] => [...new Set(all)].sort((a, b) => b - a);

const kindOf = ({ shape }: ForgottenName): Kind =>
  shape === 'address' ? 'address' : 'words' in shape ? 'words' : 'signs';
