import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'connectors',
  does: 'Tells operators when a connector stops working, and beside a case that events may be missing.',
  facets: ['commands', 'poll', 'reconcile', 'words'],
  rows: [],
};
