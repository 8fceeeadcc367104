import type { WordsFacet } from '../entry-points/words-facet.ts';

export const words: WordsFacet = { status: () => ({}) };
