import type { Clock } from '../base/clock.ts';
import { type Quarantine, type QuarantinedMessage, quarantinePauseMs } from '../base/queues/quarantine.ts';
import { leaveToNewer } from '../base/read-versioned.ts';
import type { NextRow, RowKey, VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import { quarantineRow } from '../ledger/bridge-rows.ts';
import { isSameRow } from '../ledger/owns-row.ts';
import { iso, type KeptMessage, newKept, QUARANTINE_FORMAT, readKept } from './quarantine-row.ts';

const FORGOTTEN_AFTER_MS = 86_400_000;
/** A row holds 400 KB, and a message may have 1 MB. In JSON a character takes three bytes, or two when it is escaped. */
const PART_LENGTH = 100_000;

const LATER = 10;
const LOOKED_AT = 5;

export interface QuarantineParts {
  readonly rows: VersionedRows;
  readonly clock: Clock;
}

/** The quarantine on DynamoDB: a row for each message, on the list of its queue by when it is due. */
export function createQuarantine({ rows, clock }: QuarantineParts): Quarantine {
  const { todo } = rows;

  async function load(key: RowKey): Promise<{ version: number; kept: KeptMessage | null }> {
    const row = await rows.read(key);
    return { version: row?.version ?? 0, kept: keptIn(row) };
  }

  const nextOf = (kept: KeptMessage): NextRow => ({
    value: { v: QUARANTINE_FORMAT, ...kept },
    ...(kept.ended
      ? { expiresAtMs: clock.now() + FORGOTTEN_AFTER_MS }
      : {
          expiresAtMs: kept.sinceMs + quarantineRow.keptMs,
          todo: { under: quarantineRow.list(kept.queue), at: iso(kept.nextAtMs) },
        }),
  });

  async function wholeBody(key: RowKey, { body, parts }: KeptMessage): Promise<string> {
    if (parts === 0) return body;
    const others = await rows.list(key.pk, quarantineRow.partPrefix);
    return [body, ...others.slice(0, parts).map(({ value }) => String(value))].join('');
  }

  return {
    async keep({ id, queue, group, body, reason }) {
      const key = quarantineRow.key(queue, id);
      const nowMs = clock.now();
      const [first = '', ...others] = partsOf(body);
      await rows.change(key, async (row) => {
        const kept = keptIn(row);
        if (kept && !kept.ended) return kept.reason === reason ? {} : { next: nextOf({ ...kept, reason }) };
        // The parts are written first, so that a function that finds the message finds all of it.
        await rows.putAll(
          others.map((part, n) => ({ key: quarantineRow.part(queue, id, n), value: part })),
          nowMs + quarantineRow.keptMs,
        );
        const about = { id, queue, group, body: first, reason };
        return { next: nextOf({ ...newKept(about, nowMs), parts: others.length }) };
      });
    },
    async holds({ queue, id, body }) {
      const { kept } = await load(quarantineRow.key(queue, id));
      return kept !== null && isHeld(kept, body);
    },
    async end({ queue, id, body }) {
      await rows.change(quarantineRow.key(queue, id), (row) => {
        const kept = keptIn(row);
        if (!kept || !isHeld(kept, body)) return {};
        return { next: nextOf({ ...kept, body: '', parts: 0, ended: true }) };
      });
    },
    async due(queue, limit) {
      const found = await todo.list(quarantineRow.list(queue), {
        limit,
        until: iso(clock.now()),
        belongs: ({ pk }) => pk.startsWith(`${quarantineRow.list(queue)}#`),
      });
      const messages: QuarantinedMessage[] = [];
      for (const one of found) {
        const { key } = one;
        const kept = (await load(key).catch(leaveToNewer))?.kept;
        if (!kept || kept.ended || kept.nextAtMs > clock.now() || !isOf(kept, queue, key)) {
          // A row of a newer version, or a forged one. It is moved out of the way of the others for a while.
          await todo.move(quarantineRow.list(queue), one, iso(clock.now() + quarantinePauseMs(LATER)));
          continue;
        }
        const { nextAtMs: _, parts: __, ended: ___, ...message } = kept;
        messages.push({ ...message, body: await wholeBody(key, kept) });
      }
      return messages;
    },
    async heldSince(queue, reason) {
      // Those that are due last were queued again most often, so they have been there for longest.
      const last = await todo.list(quarantineRow.list(queue), {
        limit: LOOKED_AT,
        from: iso(clock.now() + quarantinePauseMs(0)),
        backwards: true,
        belongs: ({ pk }) => pk.startsWith(`${quarantineRow.list(queue)}#`),
      });
      const since: number[] = [];
      for (const { key } of last) {
        const { kept } = await load(key);
        if (kept && !kept.ended && kept.attempts > 0 && kept.reason === reason) since.push(kept.sinceMs);
      }
      return since.length === 0 ? null : Math.min(...since);
    },
    async postpone({ queue, id, attempts }) {
      const { next } = await rows.change(quarantineRow.key(queue, id), (row) => {
        const kept = keptIn(row);
        if (!kept || kept.ended || kept.attempts !== attempts) return {};
        const nextAtMs = clock.now() + quarantinePauseMs(attempts + 1);
        return { next: nextOf({ ...kept, attempts: attempts + 1, nextAtMs }) };
      });
      return next !== undefined;
    },
  };
}

/** Null for a row that is not there, or that this version does not understand. */
function keptIn(row: VersionedRow | null): KeptMessage | null {
  const read = row && readKept(row.value);
  return read && 'ok' in read ? read.ok : null;
}

/** A function that may add such rows can write anything into them, so the row is checked against its key. */
const isOf = ({ queue, id }: KeptMessage, wanted: string, key: RowKey): boolean =>
  queue === wanted && isSameRow(quarantineRow.key(wanted, id), key);

/** Comparing the first part is enough: a sender who knows that much of a message could send all of it. */
const isHeld = ({ body, parts, ended }: KeptMessage, whole: string): boolean =>
  !ended && (parts === 0 ? whole === body : whole.startsWith(body) && partsOf(whole).length === parts + 1);

function partsOf(body: string): string[] {
  const count = Math.ceil(body.length / PART_LENGTH);
  return Array.from({ length: count }, (_, n) => body.slice(n * PART_LENGTH, (n + 1) * PART_LENGTH));
}
