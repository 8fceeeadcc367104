import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { forCanaries, isAboutCanary } from './canary-decisions.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create: () => ({ apart: { isMeant: isAboutCanary, options: forCanaries } }),
};
