import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'bulk',
  does: 'Decides several cases with one click, each as if it were clicked alone.',
  facets: ['action', 'verdict'],
  rows: [],
};
