import { mayReceive } from './dead-routes.ts';
import type { BridgeConfig } from './define-bridge.ts';
import { endpointsIn } from './endpoints.ts';

/** Whether some destination gets cases of a domain, so that their status matters. */
export const followsCases = (config: BridgeConfig, domain: string): boolean =>
  Object.keys(config.destinations).some((name) => mayReceive(config, { domain, feed: 'cases' }, name));

/** Whether the state of connectors matters: the configuration names some, and somebody is told about them. */
export const watchesConnectors = ({ connectors, ops, destinations }: BridgeConfig): boolean =>
  Object.keys(connectors).length > 0 && (ops !== undefined || endpointsIn(destinations).length > 0);
