import type { EndpointEvent } from '../../lib/endpoints/endpoint-event.ts';
import { isGivenUp } from '../../lib/endpoints/event-priority.ts';
import type { Effect } from '../wire.ts';
import { effect } from './effect.ts';

/** An event about an item that an endpoint received or will: a webhook, or the user's own queue or event bus. */
export interface ToldEvent extends Pick<EndpointEvent, 'type' | 'atMs' | 'end' | 'reason'> {
  readonly destination: string;
  /** Its position on the endpoint's list; null if nothing is left to do. */
  readonly place: string | null;
}

/** The ledger keeps no time for the answer: it is shown at the time of the event itself. */
export function effectsOfEvent({ destination, type, atMs, end, reason, place }: ToldEvent): Effect[] {
  if (end === 'not chosen') return [];
  if (end === 'taken') return [effect(atMs, 'told', `${destination} was told ${type}`)];
  if (end === 'aborted') return [effect(null, 'parked', `${destination} does not want ${type}`)];
  if (place !== null && isGivenUp(place))
    return [effect(null, 'parked', `${destination} did not take ${type}`, reason ?? null)];
  return [effect(null, 'awaited', `${destination} is still to be told ${type}`, reason ?? null)];
}

export const isOver = ({ end }: ToldEvent): boolean => end !== undefined;
