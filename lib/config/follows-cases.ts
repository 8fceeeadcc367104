import { mayReceive } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { endpointsIn } from './endpoints.ts';

/** Whether some place shows or hears of cases of a domain, so that it matters what becomes of them. */
export const followsCases = (config: BridgeConfig, domain: string): boolean =>
  Object.keys(config.destinations).some((name) => mayReceive(config, { domain, feed: 'cases' }, name));

/** Whether it matters how the connectors are: the configuration names some, and somebody is told. */
export const watchesConnectors = ({ connectors, ops, destinations }: BridgeConfig): boolean =>
  Object.keys(connectors).length > 0 && (ops !== undefined || endpointsIn(destinations).length > 0);
