import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'health',
  does: 'Judges once a minute how the bridge is, and tells the operators when something begins and when it is over.',
  facets: ['action', 'archive', 'commands', 'reconcile', 'verdict', 'words'],
  rows: ['signRow'],
};
