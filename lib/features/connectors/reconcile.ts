import { watchesConnectors } from '../../config/follows-cases.ts';
import type { ReconcileFacet } from '../entry-points/reconcile-facet.ts';
import { createTellConnector } from './tell-connector.ts';
import { createWatchConnectors } from './watch-connectors.ts';

export const reconcile: ReconcileFacet = {
  isOn: watchesConnectors,
  create: (kit) => ({
    part: createWatchConnectors({
      ...kit,
      connectors: Object.keys(kit.config.connectors),
      tell: createTellConnector(kit),
    }),
  }),
};
