import { chatDestinations } from '../../config/chats.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import type { DeliveryLedger } from '../../outbox/delivery-ledger.ts';
import { compileRoutes } from '../../routing/compile-routes.ts';
import { matchRoutes } from '../../routing/route-item.ts';
import type { ProposeMutesParts } from './propose-mutes.ts';

/** A case as its messages hold it, with the routes that send it to chats today. */
export function createDecidedCase(
  config: BridgeConfig,
  ledger: Pick<DeliveryLedger, 'places'>,
): ProposeMutesParts['caseOf'] {
  const routes = compileRoutes(config);
  const chats = chatDestinations(config);

  return async function decidedCase(domain, id) {
    const shown = await ledger.places({ domain, feed: 'cases', id });
    const [item] = shown.flatMap(({ value: { content, forgotten } }) =>
      content.kind === 'case' && !forgotten ? [content.item] : [],
    );
    if (!item) return null;
    const sending = matchRoutes(routes, { domain, feed: 'cases', item }).filter(
      ({ shadow, to }) => !shadow && to.some((name) => chats.has(name)),
    );
    return { item, routes: sending.map(({ name }) => name) };
  };
}
