import { foldsAlike } from '../../config/route-places.ts';
import { createCountWithheld } from '../../reconcile/count-withheld.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createAlikeLedger } from './alike-ledger.ts';
import { createFolding } from './folding.ts';
import { createFoldedPlaces, createListFolded, createTellFolded } from './list-folded.ts';

export const reconcile: ReconcileFacet = {
  // Where no route asks for it any more, there may be windows left from before.
  isOn: () => true,
  create(kit) {
    const ledger = createAlikeLedger(kit.rows);
    const folds = foldsAlike(kit.config);
    return {
      part: createListFolded({
        ...{ ledger, folds, clock: kit.clock },
        count: createCountWithheld(kit),
        placesOf: createFoldedPlaces(kit),
        tell: createTellFolded(kit),
      }),
      ...(folds && {
        withholder: (domain) => createFolding({ ...kit, feed: { domain, feed: 'cases' }, ledger }),
      }),
    };
  },
};
