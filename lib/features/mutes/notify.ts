import type { NotifyFacet } from '../entry-points/notify-facet.ts';
import { createIsMuted } from './hidden-by-mutes.ts';
import { createKnownMutes } from './known-mutes.ts';
import { createMuteLedger } from './mute-ledger.ts';

export const notify: NotifyFacet = {
  // Only people who may decide cases can mute.
  isOn: ({ verdicts }) => verdicts !== undefined,
  create(kit) {
    const ledger = createMuteLedger(kit.rows);
    const byDomain = new Map<string, ReturnType<typeof createKnownMutes>>();
    function mutesIn(domain: string) {
      const known = byDomain.get(domain) ?? createKnownMutes(ledger, domain, kit);
      byDomain.set(domain, known);
      return known();
    }
    return { isMuted: createIsMuted(kit.config, mutesIn, kit.clock) };
  },
};
