import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'privacy',
  does: 'Finds and erases what the ledger holds about one person, by command.',
  facets: [],
  rows: [],
};
