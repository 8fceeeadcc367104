import type { EndpointEvent } from '../../lib/endpoints/endpoint-event.ts';
import { isGivenUp } from '../../lib/endpoints/event-places.ts';
import type { Effect } from '../wire.ts';
import { effect } from './effect.ts';

/** What an endpoint was told of an item, or is still to be told: a webhook, or a queue or an event bus of the user's own. */
export interface ToldEvent extends Pick<EndpointEvent, 'type' | 'atMs' | 'end' | 'reason'> {
  readonly destination: string;
  /** Its place on the list of its endpoint; null when nothing is to be done about it. */
  readonly place: string | null;
}

/** The ledger keeps no time for the answer: it stands where the thing itself happened. */
export function effectsOfEvent({ destination, type, atMs, end, reason, place }: ToldEvent): Effect[] {
  if (end === 'not chosen') return [];
  if (end === 'taken') return [effect(atMs, 'told', `${destination} was told ${type}`)];
  if (end === 'aborted') return [effect(null, 'parked', `${destination} does not want ${type}`)];
  if (place !== null && isGivenUp(place))
    return [effect(null, 'parked', `${destination} did not take ${type}`, reason ?? null)];
  return [effect(null, 'awaited', `${destination} is still to be told ${type}`, reason ?? null)];
}

export const isOver = ({ end }: ToldEvent): boolean => end !== undefined;
