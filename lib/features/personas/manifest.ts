import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'personas',
  does: 'Tells in the message or the thread of a case who the case is about.',
  facets: ['commands', 'notify', 'reconcile', 'words'],
  rows: ['personaRow'],
};
