import { counted } from '../base/text/format.ts';
import type { ItemInShort } from './item-in-short.ts';

/** Counts what was withheld from a place: the summary stays small however much there is. */
export interface WithheldSummary {
  readonly cases: number;
  readonly threats: number;
  /** For each kind of item: how many there are, and how many of them are high or critical. */
  readonly kinds: ReadonlyMap<string, { readonly count: number; readonly severe: number }>;
  /** The oldest of them. */
  readonly oldest: readonly ItemInShort[];
}

export const NOTHING_WITHHELD: WithheldSummary = { cases: 0, threats: 0, kinds: new Map(), oldest: [] };

const MOST_OLDEST = 25;
/** A hostile platform must not fill the memory by inventing kinds. */
const MOST_KINDS = 500;
const OTHER = 'Other';

export function addWithheld(summary: WithheldSummary, items: readonly ItemInShort[]): WithheldSummary {
  const kinds = new Map(summary.kinds);
  for (const { what, severity } of items) {
    const name = kinds.has(what) || kinds.size < MOST_KINDS ? what : OTHER;
    const { count, severe } = kinds.get(name) ?? { count: 0, severe: 0 };
    const isSevere = severity === 'critical' || severity === 'high';
    kinds.set(name, { count: count + 1, severe: severe + (isSevere ? 1 : 0) });
  }
  const cases = items.filter(({ feed }) => feed === 'cases').length;
  return {
    cases: summary.cases + cases,
    threats: summary.threats + items.length - cases,
    kinds,
    oldest: [...summary.oldest, ...items.slice(0, MOST_OLDEST - summary.oldest.length)],
  };
}

export const countOf = ({ cases, threats }: WithheldSummary): number => cases + threats;

/** `3 cases and 1 threat` */
export function countWords({ cases, threats }: WithheldSummary): string {
  const parts = [
    ...(cases > 0 ? [`${cases} ${cases === 1 ? 'case' : 'cases'}`] : []),
    ...(threats > 0 ? [`${threats} ${threats === 1 ? 'threat' : 'threats'}`] : []),
  ];
  return parts.join(' and ');
}

const MOST_NAMED = 5;

/** `9 Data exfiltration (2 high or critical), 3 Sabotage.` */
export function kindWords({ kinds }: WithheldSummary): string {
  const told = [...kinds].toSorted(([, a], [, b]) => b.count - a.count);
  const words = told
    .slice(0, MOST_NAMED)
    .map(
      ([what, { count, severe }]) => `${count} ${what}${severe > 0 ? ` (${severe} high or critical)` : ''}`,
    );
  const left = told.length - words.length;
  return `${words.join(', ')}${left > 0 ? ` and ${counted(left, 'more kind')}` : ''}.`;
}
