import { canBeDecided } from '../../config/authority.ts';
import { clickedIn } from '../../config/chats.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createCheckHealth } from './check-health.ts';
import { createDynamoSigns } from './dynamo-signs.ts';
import { createLookAtDeadLetters } from './look-at-dead-letters.ts';
import { createLookAtBudgets, createLookAtFeeds } from './look-at-feeds.ts';
import { createLookAtArchive, createLookAtSigns } from './look-at-signs.ts';

export const reconcile: ReconcileFacet = {
  isOn: () => true,
  create(kit) {
    const { config, overview: ledger, rows, deadLetters: queues, depthOf, domains, clock } = kit;
    const signs = createDynamoSigns(rows.todo);
    const looks = [
      createLookAtFeeds({ config, ledger, clock }),
      createLookAtBudgets({ config, ledger, clock }),
      createLookAtDeadLetters({ queues, depthOf }),
      // Functions leave signs only where people decide cases.
      ...(canBeDecided(config)
        ? [createLookAtSigns({ signs, chats: clickedIn(config), domains, clock })]
        : []),
      ...(config.archive ? [createLookAtArchive({ signs, clock })] : []),
    ];
    return { afterAll: createCheckHealth({ ...kit, looks }) };
  },
};
