import { deliveryIdOf } from '../case/delivery-id.ts';
import { type EndpointEvent, newEvent } from './endpoint-event.ts';

export interface IntegrationChange {
  readonly domain: string;
  readonly type: string;
  readonly name: string;
  readonly status: string;
  readonly statusBefore: string | null;
  readonly atMs: number;
}

/** That a connector of the platform changed, for one endpoint. */
export const integrationEvent = (change: IntegrationChange, destination: string): EndpointEvent => {
  const { domain, type, name, status, statusBefore, atMs } = change;
  const id = `connector-${type}-${atMs}`;
  return newEvent({
    key: { domain, feed: 'notices', id, destination },
    deliveryId: deliveryIdOf({ domain, feed: 'integration', id, destination }),
    type: 'integration.changed',
    atMs,
    content: {
      kind: 'data',
      data: {
        domain,
        integration: { connector_type: type, display_name: name, status },
        status_before: statusBefore,
      },
    },
  });
};
