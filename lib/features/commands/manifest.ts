import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'commands',
  does: 'Answers what people ask in a chat; what is asked of another feature, that feature answers.',
  facets: ['action', 'commands', 'verdict', 'words'],
  rows: [],
};
