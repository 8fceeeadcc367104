import { compileRoutes } from '../../routing/compile-routes.ts';
import { routeItem } from '../../routing/route-item.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import type { PollFacet } from '../entry-points/poll-facet.ts';
import { createConnectorFacts } from './connector-facts.ts';
import { createConnectors } from './connector-states.ts';

export const poll: PollFacet = {
  isOn: ({ connectors }) => Object.keys(connectors).length > 0,
  create(kit) {
    const { config, domain, clock } = kit;
    const routes = compileRoutes(config);
    return {
      facts: createConnectorFacts({
        connectors: createConnectors(kit),
        sources: config.connectors,
        destinationsOf: (item) =>
          routeItem(routes, { domain, feed: 'cases', item } as RoutedItem).destinations,
        clock,
      }),
    };
  },
};
