import type { Manifest } from '../entry-points/feature-manifest.ts';

export const manifest: Manifest = {
  name: 'mutes',
  does: 'Hides from chats what analysts muted, lists it when the mute is over, and proposes mutes from what was decided.',
  facets: ['commands', 'notify', 'poll', 'reconcile', 'verdict', 'words'],
  rows: ['mutesRow'],
};
