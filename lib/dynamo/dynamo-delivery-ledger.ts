import type { DeliveryLedger, SavedDelivery } from '../delivery/delivery-ledger.ts';
import type { Storm } from '../delivery/storm.ts';
import type { VersionedRow, VersionedRows } from '../platform/versioned-rows.ts';
import {
  DELIVERY_PREFIX,
  deliveryList,
  deliveryPartition,
  deliveryRow,
  eventRow,
  stormRow,
} from './row-keys.ts';

const DAY_MS = 86_400_000;
/** As long as the audit trail, so that what it speaks of can still be shown. */
const KEPT_MS = 400 * DAY_MS;

export function createDeliveryLedger(rows: VersionedRows): DeliveryLedger {
  return {
    load: (key) => rows.read(deliveryRow(key)) as Promise<SavedDelivery | null>,
    save: (delivery, version, finished, nowMs) =>
      rows.write(deliveryRow(delivery.key), delivery, {
        version,
        expiresAtMs: nowMs + KEPT_MS,
        ...(!finished && {
          todo: { under: deliveryList(delivery.key.destination), at: String(delivery.handedOverAtMs) },
        }),
      }),
    places: (item) =>
      rows.list(deliveryPartition(item), DELIVERY_PREFIX) as Promise<readonly SavedDelivery[]>,

    linkEvents: (domain, caseId, eventIds, nowMs) =>
      rows.putAll(
        [...new Set(eventIds)].map((id) => ({ key: eventRow(domain, id), value: caseId })),
        nowMs + KEPT_MS,
      ),
    async caseOf(domain, eventId) {
      const row = await rows.read(eventRow(domain, eventId));
      return typeof row?.value === 'string' ? row.value : null;
    },

    loadStorm: (destination) => rows.read(stormRow(destination)) as Promise<VersionedRow<Storm> | null>,
    saveStorm: (destination, storm, version, nowMs) =>
      rows.write(stormRow(destination), storm, { version, expiresAtMs: nowMs + 30 * DAY_MS }),
  };
}
