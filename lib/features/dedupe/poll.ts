import { hasDedupe } from '../../config/route-places.ts';
import type { PollFacet } from '../entry-points/poll-facet.ts';
import { createDedupeLedger } from './dedupe-ledger.ts';
import { createDeduping } from './deduping.ts';

export const poll: PollFacet = {
  isOn: hasDedupe,
  create(kit) {
    const ledger = createDedupeLedger(kit.rows);
    return { withholder: (feed) => createDeduping({ ...kit, feed, ledger }) };
  },
};
