import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'history',
  does: 'Tells beside a new case how many cases of the same person and type came before, and how they were decided.',
  facets: ['poll', 'verdict'],
  rows: ['pastRow', 'outcomeRow'],
};
