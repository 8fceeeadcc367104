import type { Todo, TodoRange } from '../platform/todo-list.ts';
import type { RowKey, VersionedRow } from '../platform/versioned-rows.ts';
import type { Closed } from './closed.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { Storm } from './storm.ts';

export interface SavedDelivery extends VersionedRow<Delivery> {}

/** What was shown where, and what is still to be shown. */
export interface DeliveryLedger {
  rowOf(key: DeliveryKey): RowKey;
  load(key: DeliveryKey): Promise<SavedDelivery | null>;
  read(row: RowKey): Promise<SavedDelivery | null>;
  /** The new version, or null when another function was quicker. `todo`: its place on the list of its destination. */
  save(delivery: Delivery, version: number, todo: string | null, nowMs: number): Promise<number | null>;
  /** Everywhere an item was shown. */
  places(item: Omit<DeliveryKey, 'destination'>): Promise<readonly SavedDelivery[]>;
  /** What is still to be shown at a destination, the most urgent first. */
  todo(destination: string, range: TodoRange): Promise<readonly Todo[]>;

  linkEvents(domain: string, caseId: string, eventIds: readonly string[], nowMs: number): Promise<void>;
  /** The case that was posted with this event, if there is one. */
  caseOf(domain: string, eventId: string): Promise<string | null>;

  loadStorm(destination: string): Promise<VersionedRow<Storm> | null>;
  saveStorm(destination: string, storm: Storm, version: number, nowMs: number): Promise<number | null>;

  /** Null where the destination was never closed; a row without a value where it is open again. */
  loadClosed(destination: string): Promise<VersionedRow<Closed | null> | null>;
  saveClosed(
    destination: string,
    closed: Closed | null,
    version: number,
    nowMs: number,
  ): Promise<number | null>;
}
