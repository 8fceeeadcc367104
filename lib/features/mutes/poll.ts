import type { PollFacet } from '../entry-points/poll-facet.ts';
import { createKnownMutes } from './known-mutes.ts';
import { createMuteLedger } from './mute-ledger.ts';
import { createMuting } from './muting.ts';

export const poll: PollFacet = {
  isOn: () => true,
  create(kit) {
    const ledger = createMuteLedger(kit.rows);
    const mutes = createKnownMutes(ledger, kit.domain, kit);
    return { withholder: (feed) => createMuting({ ...kit, feed, mutes, ledger }) };
  },
};
