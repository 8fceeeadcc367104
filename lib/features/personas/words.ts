import type { ReadTakes, WordsFacet } from '../entry-points/words-facet.ts';

export interface SearchTakes {
  readonly search: string;
}

const readSearch: ReadTakes = (words) => (words.length === 0 ? null : { search: words.join(' ') });

export const words: WordsFacet = { who: readSearch, nhi: readSearch };
