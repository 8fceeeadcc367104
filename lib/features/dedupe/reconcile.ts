import { hasDedupe } from '../../config/route-places.ts';
import { createCountWithheld } from '../../reconcile/count-withheld.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createDedupeLedger } from './dedupe-ledger.ts';
import { createDeduping } from './deduping.ts';
import { createDedupedPlaces, createListDeduped, createTellDeduped } from './list-deduped.ts';

export const reconcile: ReconcileFacet = {
  // If no route dedupes any more, windows may be left from before.
  isOn: () => true,
  create(kit) {
    const ledger = createDedupeLedger(kit.rows);
    const isOn = hasDedupe(kit.config);
    return {
      part: createListDeduped({
        ...{ ledger, isOn, clock: kit.clock },
        count: createCountWithheld(kit),
        placesOf: createDedupedPlaces(kit),
        tell: createTellDeduped(kit),
      }),
      ...(isOn && {
        withholder: (domain) => createDeduping({ ...kit, feed: { domain, feed: 'cases' }, ledger }),
      }),
    };
  },
};
