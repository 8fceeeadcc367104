import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'canary',
  does: 'Sends a case that is none the whole way to a chat and back, by itself or by command.',
  facets: ['action', 'reconcile', 'verdict'],
  rows: [],
};
