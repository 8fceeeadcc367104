import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'systems',
  does: 'Takes verdicts from other systems, and from the links in what they were told.',
  facets: ['action'],
  rows: ['submittedRow'],
};
