import type { Decision } from '../case/answer.ts';
import { eventIdOf } from '../case/delivery-id.ts';
import type { Content } from '../case/message-content.ts';
import type { EventType } from '../config/event-types.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';

/** What an event says: an item or a notice, or how a decision ended. */
export type EventContent =
  | Exclude<Content, { readonly kind: 'digest' | 'threats' }>
  | { readonly kind: 'decision'; readonly decision: Decision }
  /** An event of another type, as it is to be sent. */
  | { readonly kind: 'data'; readonly data: object };

/** Something that happened, for one endpoint: one row in the ledger until it is taken, and a trace of it afterwards. */
export interface EndpointEvent {
  readonly key: DeliveryKey;
  /** The same for every attempt: receivers drop repeats by it. */
  readonly eventId: string;
  readonly type: EventType;
  readonly atMs: number;
  /** Null once the receiver has it, or does not want it. */
  readonly content: EventContent | null;
  /** Attempts that failed because of this event, as far as the bridge can tell. */
  readonly attempts: number;
  /** When the case was created. This is kept after its content was dropped. */
  readonly createdAtMs?: number | undefined;
  /** When the case had last changed by then. This is kept, too. */
  readonly updatedAtMs?: number | undefined;
  /** The names of the routes that sent the case. */
  readonly routes?: readonly string[] | undefined;
  /** How it ended. */
  readonly end?: 'taken' | 'aborted' | 'not chosen' | undefined;
  /** Why it was not taken the last time. */
  readonly reason?: string | undefined;
  /** What was erased on request. */
  readonly forgotten?: 'item' | 'names' | undefined;
}

export interface NewEvent
  extends Pick<
    EndpointEvent,
    'key' | 'type' | 'atMs' | 'content' | 'createdAtMs' | 'updatedAtMs' | 'routes'
  > {
  /** What is told under one id is told once. */
  readonly deliveryId: string;
}

export const newEvent = ({ deliveryId, ...event }: NewEvent): EndpointEvent => ({
  ...event,
  eventId: eventIdOf(deliveryId),
  attempts: 0,
});

/** It is over: its content is not needed any more. */
export const ended = (event: EndpointEvent, end: NonNullable<EndpointEvent['end']>): EndpointEvent => ({
  ...event,
  content: null,
  end,
  reason: undefined,
});
