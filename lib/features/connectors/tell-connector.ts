import { mayReceive } from '../../config/dead-routes.ts';
import type { BridgeConfig } from '../../config/define-bridge.ts';
import { endpointsIn } from '../../config/endpoints.ts';
import { FEEDS } from '../../config/poll-settings.ts';
import type { EventLedger } from '../../endpoints/event-ledger.ts';
import { integrationEvent } from '../../endpoints/integration-event.ts';
import { saveNew } from '../../endpoints/keep-events.ts';
import { createChooses } from '../../endpoints/open-endpoints.ts';
import { type OpsNoticeParts, sendOpsNotice } from '../../routing/ops-notice.ts';
import { connectorWords } from './connector-words.ts';
import type { WatchConnectorsParts } from './watch-connectors.ts';

export interface TellConnectorParts extends OpsNoticeParts {
  readonly events: Pick<EventLedger, 'save'>;
}

/** Tells the operators that a connector changed, and the webhooks that get anything of its domain. */
export function createTellConnector(parts: TellConnectorParts): WatchConnectorsParts['tell'] {
  const { config, events, clock } = parts;
  const chooses = createChooses(config.destinations);
  return async (domain, type, watched, telling) => {
    const { from, to, atMs } = telling;
    for (const name of hearing(config, domain)) {
      const change = { domain, type, name: watched.name, status: to, statusBefore: from, atMs };
      const event = integrationEvent(change, name);
      // What is on the list of an endpoint, the reconciler wakes it for.
      await saveNew({ ledger: events, clock }, event, chooses(name, event.type) === true);
    }
    const id = `connector-${type}-${atMs}`;
    return sendOpsNotice(parts, { domain, id, ...connectorWords(domain, watched, telling) });
  };
}

const hearing = (config: BridgeConfig, domain: string): readonly string[] =>
  endpointsIn(config.destinations)
    .map(([name]) => name)
    .filter((name) => FEEDS.some((feed) => mayReceive(config, { domain, feed }, name)));
