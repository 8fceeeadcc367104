import { type ChainLink, hashAt, type KeptEntry } from './audit-chain.ts';

/** Where the entries of a day differ from those that its chain was built on: in chain order, then by time. */
export function verifyDay(
  domain: string,
  entries: readonly KeptEntry[],
  links: readonly ChainLink[],
): readonly string[] {
  const textOf = new Map(entries.map(({ key, text }) => [key, text]));
  const placed = new Set<string>();
  const problems: string[] = [];
  let previous: ChainLink | null = null;
  for (const link of links) {
    const expected: number = (previous?.seq ?? 0) + 1;
    const follows = link.seq === expected;
    if (!follows) problems.push(`${placesFrom(expected, link.seq)} of the chain is missing`);
    problems.push(...wrongAt(link, follows ? (previous?.hash ?? null) : undefined));
    placed.add(link.of);
    previous = link;
  }
  for (const { key } of entries.filter((entry) => !placed.has(entry.key)))
    problems.push(`the entry ${quoted(key)} has no place in the chain: the bridge did not add it`);
  return problems;

  /** `before`: the hash of the previous link; undefined if that link is missing. */
  function wrongAt(link: ChainLink, before: string | null | undefined): string[] {
    const { seq, of } = link;
    if (placed.has(of)) return [`place ${seq} of the chain names the entry ${quoted(of)} once more`];
    const text = textOf.get(of);
    if (text === undefined) return [`the entry ${quoted(of)} at place ${seq} of the chain is gone`];
    if (before === undefined || hashAt(domain, link, text, before) === link.hash) return [];
    return [
      `the entry ${quoted(of)} at place ${seq} of the chain is not as it was added, or its link is not`,
    ];
  }
}

const placesFrom = (from: number, to: number): string =>
  to - from === 1 || to <= from ? `place ${from}` : `what was at places ${from} to ${to - 1}`;

/** Quoted because a key contains text that others wrote. */
const quoted = (key: string): string => JSON.stringify(key);
