import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { silentUntil } from './hidden-by-mutes.ts';
import { createMuteLedger } from './mute-ledger.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create({ rows, clock }) {
    const ledger = createMuteLedger(rows);
    return {
      async silence(domain, item) {
        const { mutes } = await ledger.load(domain);
        return silentUntil(mutes, { domain, feed: 'cases', item }, clock.now());
      },
    };
  },
};
