import type { Todo, TodoRange } from '../base/todo-list.ts';
import type { RowKey, VersionedRow } from '../base/versioned-rows.ts';
import type { OutageLedger } from '../outbox/circuit-breaker.ts';
import type { DeliveryKey } from '../outbox/delivery.ts';
import type { EndpointEvent } from './endpoint-event.ts';

export interface SavedEvent extends VersionedRow<EndpointEvent> {}

export interface EventName {
  readonly destination: string;
  readonly eventId: string;
}

/** What webhooks were told, and what they are still to be told. */
export interface EventLedger extends OutageLedger {
  rowOf(event: Pick<EndpointEvent, 'key' | 'eventId'>): RowKey;
  read(row: RowKey): Promise<SavedEvent | null>;
  /** The new version, or null when another function was quicker. `todo`: its priority. */
  save(event: EndpointEvent, version: number, todo: string | null, nowMs: number): Promise<number | null>;
  /** All that an endpoint was or will be told of an item. */
  ofItem(key: DeliveryKey): Promise<readonly (SavedEvent & { readonly key: RowKey })[]>;
  /** The names of all events of an item, also of those that an endpoint did not choose. */
  namesOf(item: Omit<DeliveryKey, 'destination'>): Promise<readonly EventName[]>;
  /** What an endpoint is still to be told, in order. */
  todo(destination: string, range: TodoRange): Promise<readonly Todo[]>;
  /** Gives an event another priority and changes nothing else. False if its priority has changed meanwhile. */
  move(destination: string, todo: Todo, at: string): Promise<boolean>;
}
