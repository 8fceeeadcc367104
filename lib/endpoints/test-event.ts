import type { Clock } from '../base/clock.ts';
import { deliveryIdOf } from '../case/delivery-id.ts';
import { type EndpointEvent, newEvent } from './endpoint-event.ts';

/** An event that says nothing but that events arrive. `id`: what is told under one id is told once. */
export const testEvent = (
  { domain, destination, id }: { domain: string; destination: string; id: string },
  clock: Clock,
): EndpointEvent =>
  newEvent({
    key: { domain, feed: 'notices', id: `test-${id}`, destination },
    deliveryId: deliveryIdOf({ domain, feed: 'test', id, destination }),
    type: 'bridge.test',
    atMs: clock.now(),
    content: { kind: 'data', data: { message: 'The bridge can reach this endpoint.' } },
  });
