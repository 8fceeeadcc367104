import { leaveToNewer } from '../base/read-versioned.ts';
import type { VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import { aboutPartition } from '../ledger/item-partition.ts';
import { deliveryRow, endpointEventRow } from '../ledger/item-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import { createOutageLedger, type DeliveryLedgerOptions, WAITING_MS } from '../outbox/stored-deliveries.ts';
import type { EventLedger, SavedEvent } from './event-ledger.ts';
import { EVENT_FORMAT, readEndpointEvent } from './event-row.ts';

/** Null for a row of a newer version, which is left to that version and holds up no other row. */
function understoodOnly<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    return leaveToNewer(error);
  }
}

/** Events for webhooks, in the partitions of what they are about. */
export function createEventLedger(
  rows: VersionedRows,
  { keptMs = WAITING_MS }: DeliveryLedgerOptions = {},
): EventLedger {
  const toSaved = <Row extends VersionedRow>(row: Row) => ({ ...row, value: readEndpointEvent(row.value) });
  return {
    ...createOutageLedger(rows),
    rowOf: ({ key, eventId }) => endpointEventRow.key(key, eventId),
    async read(key): Promise<SavedEvent | null> {
      const row = await rows.read(key);
      return row && toSaved(row);
    },
    save: (event, version, todo, nowMs) =>
      rows.write(
        endpointEventRow.key(event.key, event.eventId),
        { v: EVENT_FORMAT, ...event },
        {
          version,
          packed: true,
          expiresAtMs: nowMs + (todo === null ? keptMs : Math.max(keptMs, WAITING_MS)),
          ...(todo !== null && { todo: { under: deliveryRow.list(event.key.destination), at: todo } }),
        },
      ),
    async ofItem({ destination, ...item }) {
      const found = await rows.list(aboutPartition(item), `${endpointEventRow.prefix}${destination}#`);
      return found.flatMap((row) => understoodOnly(() => toSaved(row)) ?? []);
    },
    async namesOf(item) {
      const found = await rows.list(aboutPartition(item), endpointEventRow.prefix);
      return found.map(({ key: { sk } }) => {
        const [, destination = '', eventId = ''] = sk.split('#');
        return { destination, eventId };
      });
    },
    todo: (destination, range) =>
      rows.todo.list(deliveryRow.list(destination), {
        ...range,
        belongs: (key) =>
          owns(endpointEventRow, key) && key.sk.startsWith(`${endpointEventRow.prefix}${destination}#`),
      }),
    move: (destination, todo, at) => rows.todo.move(deliveryRow.list(destination), todo, at),
  };
}
