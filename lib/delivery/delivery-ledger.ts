import type { VersionedRow } from '../platform/versioned-rows.ts';
import type { Delivery, DeliveryKey } from './delivery.ts';
import type { Storm } from './storm.ts';

export interface SavedDelivery extends VersionedRow<Delivery> {}

/** What was shown where. */
export interface DeliveryLedger {
  load(key: DeliveryKey): Promise<SavedDelivery | null>;
  /** The new version, or null when another function was quicker. Those that are not finished are on the list of their destination. */
  save(delivery: Delivery, version: number, finished: boolean, nowMs: number): Promise<number | null>;
  /** Everywhere an item was shown. */
  places(item: Omit<DeliveryKey, 'destination'>): Promise<readonly SavedDelivery[]>;

  linkEvents(domain: string, caseId: string, eventIds: readonly string[], nowMs: number): Promise<void>;
  /** The case that was posted with this event, if there is one. */
  caseOf(domain: string, eventId: string): Promise<string | null>;

  loadStorm(destination: string): Promise<VersionedRow<Storm> | null>;
  saveStorm(destination: string, storm: Storm, version: number, nowMs: number): Promise<number | null>;
}
