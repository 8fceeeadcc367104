import { foldsAlike } from '../../config/route-places.ts';
import type { PollFacet } from '../entry-points/poll-facet.ts';
import { createAlikeLedger } from './alike-ledger.ts';
import { createFolding } from './folding.ts';

export const poll: PollFacet = {
  isOn: foldsAlike,
  create(kit) {
    const ledger = createAlikeLedger(kit.rows);
    return { withholder: (feed) => createFolding({ ...kit, feed, ledger }) };
  },
};
