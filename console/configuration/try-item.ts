import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { parseTolerant } from '../../lib/posture/parse-tolerant.ts';
import { Case } from '../../lib/posture/schemas/case.ts';
import { Threat } from '../../lib/posture/schemas/threat.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { explainRoute } from '../../lib/routing/explain-route.ts';
import { formatExplanation } from '../../lib/routing/format-explanation.ts';
import type { RoutedItem } from '../../lib/routing/routed-item.ts';
import { refuse } from '../../local/stand-in-kit/control/read-body.ts';
import { titleOf } from '../flow/item-rows.ts';
import type { Tried } from '../wire.ts';

/** A pasted item, read as tolerantly as the API's answers are. */
export function readPasted(pasted: unknown, domain: string): RoutedItem {
  const fields = (typeof pasted === 'object' && pasted !== null ? pasted : {}) as Readonly<
    Record<string, unknown>
  >;
  if ('case_id' in fields) {
    const read = parseTolerant(Case, pasted);
    if (!read.ok) refuse(`This is not a case: ${read.reason}.`);
    return { domain, feed: 'cases', item: read.value };
  }
  if ('event_id' in fields) {
    const read = parseTolerant(Threat, pasted);
    if (!read.ok) refuse(`This is not a threat: ${read.reason}.`);
    return { domain, feed: 'threats', item: read.value };
  }
  refuse('This is neither a case, which has a case_id, nor a threat, which has an event_id.');
}

/** Which routes an item takes, and why. */
export function tryItem(config: BridgeConfig, routed: RoutedItem): Tried {
  const routes = explainRoute(compileRoutes(config), routed);
  const { domain, feed, item } = routed;
  const taken = routes.filter(({ outcome, shadow }) => outcome === 'matched' && !shadow);
  return {
    kind: feed === 'cases' ? 'case' : 'threat',
    domain,
    title: titleOf(item, { feed, id: feed === 'cases' ? item.case_id : item.event_id }),
    goesTo: [...new Set(taken.flatMap(({ to }) => to))],
    routes,
    text: formatExplanation(routes),
  };
}
