import type { WordsFacet } from '../entry-points/words-facet.ts';

export interface IntegrationTakes {
  readonly type: string;
}

export const words: WordsFacet = {
  integration: ([type, ...more]) => (type === undefined || more.length > 0 ? null : { type }),
};
