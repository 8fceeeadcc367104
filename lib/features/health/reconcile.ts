import { canBeDecided } from '../../config/authority.ts';
import { clickedIn } from '../../config/chats.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createCheckHealth } from './check-health.ts';
import { createDynamoSigns } from './dynamo-signs.ts';
import { createLookAtArchive } from './look-at-archive.ts';
import { createLookAtBudgets } from './look-at-budgets.ts';
import { countDeadLetters, createLookAtDeadLetters } from './look-at-dead-letters.ts';
import { createLookAtFeeds } from './look-at-feeds.ts';
import { createLookAtSigns } from './look-at-signs.ts';

export const reconcile: ReconcileFacet = {
  isOn: () => true,
  create(kit) {
    const { config, overview: ledger, rows, domains, clock } = kit;
    const signs = createDynamoSigns(rows.todo);
    const looks = [
      createLookAtFeeds({ config, ledger, clock }),
      createLookAtBudgets({ config, ledger, clock }),
      createLookAtDeadLetters({ deadLetters: countDeadLetters(kit) }),
      // Functions leave signs only where people decide cases.
      ...(canBeDecided(config)
        ? [createLookAtSigns({ signs, chats: clickedIn(config), domains, clock })]
        : []),
      ...(config.archive ? [createLookAtArchive({ signs, clock })] : []),
    ];
    return { afterAll: createCheckHealth({ ...kit, looks }) };
  },
};
