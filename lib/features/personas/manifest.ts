import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'personas',
  does: 'Has the thread of a case tell who the case is about.',
  facets: ['commands', 'notify', 'reconcile', 'words'],
  rows: ['personaRow'],
};
