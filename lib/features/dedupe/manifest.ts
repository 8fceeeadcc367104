import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'dedupe',
  does: 'Posts the first of what is alike, and lists the others when its time is over.',
  facets: ['poll', 'reconcile'],
  rows: ['windowRow', 'listedRow'],
};
