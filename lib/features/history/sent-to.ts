import { placeHash } from '../../case/past-entry.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import { routeItem } from '../../routing/route-item.ts';
import type { RoutedItem } from '../../routing/routed-item.ts';
import type { SentTo } from './past-facts.ts';

export function createSentTo(config: BridgeConfig, domain: string): SentTo {
  const routes = compileRoutes(config);
  const places = new Map(
    Object.entries(config.destinations).map(([name, destination]) => [name, placeHash(placeOf(destination))]),
  );
  return (item) => {
    const { destinations } = routeItem(routes, { domain, feed: 'cases', item } as RoutedItem);
    return new Map(destinations.map((name) => [name, places.get(name) ?? '']));
  };
}

type Addressed = Partial<Record<'channel' | 'workflowUrl' | 'queueUrl' | 'url' | 'bus', string>>;

/** A destination with a new channel is another place: its readers were not sent the earlier cases. */
function placeOf(destination: BridgeConfig['destinations'][string]): string {
  const { channel, workflowUrl, queueUrl, url, bus }: Addressed = destination;
  return `${destination.type} ${channel ?? workflowUrl ?? queueUrl ?? url ?? bus}`;
}
