import type { PartChange, Parts, PartTest } from '../base/parted-rows.ts';
import { DAY_MS } from '../base/time.ts';
import type { RowKey, VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import { breakerRow, stormRow } from '../ledger/bridge-rows.ts';
import { aboutPartition } from '../ledger/item-partition.ts';
import { deliveryRow, eventLinkRow } from '../ledger/item-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import type { OutageLedger } from './circuit-breaker.ts';
import type { DeliveryKey } from './delivery.ts';
import type { DeliveryLedger, Priority, SavedDelivery } from './delivery-ledger.ts';
import { contentOfParts, shownOf } from './delivery-parts.ts';
import { DELIVERY_FORMAT, deliveryParts, readDelivery } from './delivery-row.ts';
import type { Outage } from './outage.ts';
import type { Storm } from './storm.ts';

/** How long a row waits to be shown, however short its time is afterwards. */
export const WAITING_MS = 400 * DAY_MS;

export interface DeliveryLedgerOptions {
  /** How long what is shown is kept after its last change. */
  readonly keptMs?: number | undefined;
}

const understood: PartTest = { part: 'v', below: DELIVERY_FORMAT + 1, orAbsent: true };
const isThere: PartTest = { part: 'rev', is: 'present' };
const isNotErased: PartTest = { part: 'forgotten', equals: 'names', orAbsent: true };

/** Outages of chats and of endpoints alike. */
export const createOutageLedger = (rows: VersionedRows): OutageLedger => ({
  loadOutage: (destination) =>
    rows.read(breakerRow.key(destination)) as Promise<VersionedRow<Outage | null> | null>,
  saveOutage: (destination, outage, version, nowMs) =>
    rows.write(breakerRow.key(destination), outage, { version, expiresAtMs: nowMs + WAITING_MS }),
});

export function createDeliveryLedger(
  rows: VersionedRows,
  { keptMs = WAITING_MS }: DeliveryLedgerOptions = {},
): DeliveryLedger {
  const { parted } = rows;
  const toSaved = (parts: Parts): SavedDelivery => ({
    value: readDelivery(parts),
    version: Number(parts.shownV),
    ...(typeof parts.todoAt === 'string' && { todo: parts.todoAt }),
  });
  async function read(key: RowKey): Promise<SavedDelivery | null> {
    const parts = await parted.read(key);
    return parts && toSaved(parts);
  }
  const expires = (nowMs: number, waits: boolean): Parts => ({
    expiresAtSeconds: Math.ceil((nowMs + (waits ? Math.max(keptMs, WAITING_MS) : keptMs)) / 1_000),
  });
  const listed = ({ destination }: DeliveryKey, at: string): Parts => ({
    todo: deliveryRow.list(destination),
    todoAt: at,
  });

  /** Writes a row and puts it on its list. Returns how often it was asked for by now. */
  async function write(
    key: DeliveryKey,
    { at, sooner = false }: Priority,
    change: PartChange,
  ): Promise<number | null> {
    const put = listed(key, at);
    const stays = {
      ...change,
      setNew: { ...change.setNew, ...put },
      raise: ['asked', ...(change.raise ?? [])],
    };
    const isLater: PartTest = { part: 'todoAt', above: at, orAbsent: true };
    const moves = {
      ...change,
      if: [...change.if, isLater],
      set: { ...change.set, ...put },
      raise: stays.raise,
    };
    const first = await parted.change(deliveryRow.key(key), sooner ? moves : stays);
    if (first.is === 'written') return first.raised.asked ?? null;
    const { parts } = first;
    if (parts && Number(parts.v) > DELIVERY_FORMAT) readDelivery(parts);
    // The row may stand before that already, or may have left the list since it was read.
    if (!sooner || !parts || (typeof parts.todoAt === 'string' && parts.todoAt > at)) return null;
    const second = await parted.change(deliveryRow.key(key), stays);
    return second.is === 'written' ? (second.raised.asked ?? null) : null;
  }

  return {
    rowOf: deliveryRow.key,
    read,
    load: (key) => read(deliveryRow.key(key)),
    keep(delivery, how, nowMs) {
      const { content, rev, ...first } = contentOfParts(delivery);
      const isNews: PartTest =
        how.only === 'new'
          ? { part: 'rev', is: 'absent' }
          : { part: 'rev', below: rev, orAbsent: how.only !== 'newer' };
      return write(delivery.key, how.priority, {
        if: [understood, isNews, isNotErased],
        set: {
          ...{ v: DELIVERY_FORMAT, content, rev },
          ...(delivery.forgotten && { forgotten: delivery.forgotten }),
          ...(how.stands && { stands: how.stands }),
          ...expires(nowMs, true),
        },
        setNew: { ...first, shownV: 1 },
        // Texts that are whole again say by which routes they came.
        remove: delivery.forgotten ? [] : ['forgotten'],
      });
    },
    ask(key, at, nowMs, { clicked, under } = {}) {
      return write(key, at, {
        if: [understood, isThere],
        set: { ...(under && { under }), ...expires(nowMs, true) },
        ...(clicked && { raise: ['clicks'] }),
      });
    },
    async save(delivery, version, todo, nowMs) {
      const { key, asked = 0 } = delivery;
      const row = deliveryRow.key(key);
      const put = todo === null ? {} : listed(key, todo);
      const next = { version: version + 1, ...(todo !== null && { todo }) };
      if (version === 0) {
        const set = { ...deliveryParts(delivery), shownV: 1, ...put, ...expires(nowMs, todo !== null) };
        const made = await parted.change(row, { if: [{ part: 'rev', is: 'absent' }], set });
        return made.is === 'written' ? next : null;
      }
      const isAsKnown: PartTest = { part: 'shownV', equals: version };
      const own = {
        ...(key.feed === 'digests' && contentOfParts(delivery)),
        shown: shownOf(delivery),
        shownV: version + 1,
      };
      const written = await parted.change(row, {
        if: [isAsKnown, { part: 'asked', equals: asked, orAbsent: asked === 0 }],
        set: { ...own, ...put, ...expires(nowMs, todo !== null) },
        remove: todo === null ? ['todo', 'todoAt'] : [],
      });
      if (written.is === 'written') return next;
      if (written.parts?.shownV !== version) return null;
      // Somebody asked for it meanwhile, so it stays on the list.
      const kept = await parted.change(row, {
        if: [isAsKnown],
        set: { ...own, ...expires(nowMs, true) },
        setNew: put,
      });
      const at = written.parts.todoAt ?? todo;
      return kept.is === 'written' ? { ...next, ...(typeof at === 'string' && { todo: at }) } : null;
    },
    places: async (item) => (await parted.list(aboutPartition(item), deliveryRow.prefix)).map(toSaved),
    todo: (destination, range) =>
      rows.todo.list(deliveryRow.list(destination), {
        ...range,
        belongs: (key) => owns(deliveryRow, key) && key.sk === `${deliveryRow.prefix}${destination}`,
      }),

    linkEvents: (domain, caseId, eventIds, nowMs) =>
      rows.putAll(
        [...new Set(eventIds)].map((id) => ({ key: eventLinkRow.key(domain, id), value: caseId })),
        nowMs + keptMs,
      ),
    async caseOf(domain, eventId) {
      const row = await rows.read(eventLinkRow.key(domain, eventId));
      return typeof row?.value === 'string' ? row.value : null;
    },

    loadStorm: (destination) => rows.read(stormRow.key(destination)) as Promise<VersionedRow<Storm> | null>,
    saveStorm: (destination, storm, version, nowMs) =>
      rows.write(stormRow.key(destination), storm, { version, expiresAtMs: nowMs + 30 * DAY_MS }),

    ...createOutageLedger(rows),
  };
}
