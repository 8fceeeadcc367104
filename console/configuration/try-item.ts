import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { explainRoute } from '../../lib/routing/explain-route.ts';
import { formatExplanation } from '../../lib/routing/format-explanation.ts';
import { idOf, readItem } from '../../lib/routing/read-item.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { refuse } from '../../local/stand-in-kit/control/read-body.ts';
import { titleOf } from '../flow/item-rows.ts';
import type { Tried } from '../wire.ts';

/** A pasted item; refused with a sentence for the person who pasted it. */
export function readPasted(pasted: unknown, domain: string): RoutedItem {
  const read = readItem(pasted, domain);
  return read.ok ? read.routed : refuse(read.reason);
}

/** Which routes an item takes, and why. */
export function tryItem(config: BridgeConfig, routed: RoutedItem): Tried {
  const routes = explainRoute(compileRoutes(config), routed);
  const { domain, feed, item } = routed;
  const taken = routes.filter(({ outcome, shadow }) => outcome === 'matched' && !shadow);
  return {
    kind: feed === 'cases' ? 'case' : 'threat',
    domain,
    title: titleOf(item, { feed, id: idOf(routed) }),
    goesTo: [...new Set(taken.flatMap(({ to }) => to))],
    routes,
    text: formatExplanation(routes),
  };
}
