import type { Closed } from '../delivery/closed.ts';
import type { DeliveryLedger, SavedDelivery } from '../delivery/delivery-ledger.ts';
import type { Storm } from '../delivery/storm.ts';
import { closedRow, stormRow } from '../ledger/bridge-rows.ts';
import { toldPartition } from '../ledger/item-partition.ts';
import { deliveryRow, eventRow } from '../ledger/item-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import type { RowKey, VersionedRow, VersionedRows } from '../platform/versioned-rows.ts';
import { DELIVERY_FORMAT, readDelivery } from './delivery-row.ts';

const DAY_MS = 86_400_000;
/** What is still to be shown waits for so long, however soon it may be forgotten afterwards. */
export const WAITING_MS = 400 * DAY_MS;

export interface DeliveryLedgerOptions {
  /** How long what is shown is kept after its last change. */
  readonly keptMs?: number | undefined;
}

export function createDeliveryLedger(
  rows: VersionedRows,
  { keptMs = WAITING_MS }: DeliveryLedgerOptions = {},
): DeliveryLedger {
  const toSaved = ({ value, ...row }: VersionedRow): SavedDelivery => ({
    ...row,
    value: readDelivery(value),
  });
  async function read(key: RowKey): Promise<SavedDelivery | null> {
    const row = await rows.read(key);
    return row && toSaved(row);
  }
  return {
    rowOf: deliveryRow.key,
    read,
    load: (key) => read(deliveryRow.key(key)),
    save: (delivery, version, todo, nowMs) =>
      rows.write(
        deliveryRow.key(delivery.key),
        { v: DELIVERY_FORMAT, ...delivery },
        {
          version,
          packed: true,
          expiresAtMs: nowMs + (todo === null ? keptMs : Math.max(keptMs, WAITING_MS)),
          ...(todo !== null && { todo: { under: deliveryRow.list(delivery.key.destination), at: todo } }),
        },
      ),
    places: async (item) => (await rows.list(toldPartition(item), deliveryRow.prefix)).map(toSaved),
    todo: (destination, range) =>
      rows.todo.list(deliveryRow.list(destination), {
        ...range,
        belongs: (key) => owns(deliveryRow, key) && key.sk === `${deliveryRow.prefix}${destination}`,
      }),

    linkEvents: (domain, caseId, eventIds, nowMs) =>
      rows.putAll(
        [...new Set(eventIds)].map((id) => ({ key: eventRow.key(domain, id), value: caseId })),
        nowMs + keptMs,
      ),
    async caseOf(domain, eventId) {
      const row = await rows.read(eventRow.key(domain, eventId));
      return typeof row?.value === 'string' ? row.value : null;
    },

    loadStorm: (destination) => rows.read(stormRow.key(destination)) as Promise<VersionedRow<Storm> | null>,
    saveStorm: (destination, storm, version, nowMs) =>
      rows.write(stormRow.key(destination), storm, { version, expiresAtMs: nowMs + 30 * DAY_MS }),

    loadClosed: (destination) =>
      rows.read(closedRow.key(destination)) as Promise<VersionedRow<Closed | null> | null>,
    saveClosed: (destination, closed, version, nowMs) =>
      rows.write(closedRow.key(destination), closed, { version, expiresAtMs: nowMs + WAITING_MS }),
  };
}
