import { waitingRow } from '../ledger/case-rows.ts';
import { owns } from '../ledger/owns-row.ts';
import type { Clock } from '../platform/clock.ts';
import { inParallel } from '../platform/in-parallel.ts';
import { leaveToNewer, understood } from '../platform/read-versioned.ts';
import type { RowKey, VersionedRows } from '../platform/versioned-rows.ts';
import { CASE_WAITING_FORMAT, readCaseWaiting } from '../verdict/case-waiting.ts';
import type { SavedWaiting, WaitingLedger } from '../verdict/waiting-ledger.ts';
import { KEPT_MS } from './answer-row.ts';

export interface WaitingLedgerParts {
  readonly rows: VersionedRows;
  readonly clock: Clock;
  /** How long it is kept after its last change: as long as what was decided. */
  readonly keptMs?: number | undefined;
}

const AT_ONCE = 8;

const placeAt = (atMs: number): string => new Date(atMs).toISOString();

export function createDynamoWaitingLedger({
  rows,
  clock,
  keptMs = KEPT_MS,
}: WaitingLedgerParts): WaitingLedger {
  async function read(key: RowKey): Promise<SavedWaiting | null> {
    const row = await rows.read(key);
    if (!row) return null;
    const listedMs = row.todo === undefined ? null : Date.parse(row.todo);
    return { waiting: { ...understood(readCaseWaiting(row.value)), version: row.version }, listedMs };
  }
  return {
    load: (domain, caseId) => read(waitingRow.key(domain, caseId)),
    async save(next) {
      const { domain, caseId, version, dueMs } = next;
      const written = await rows.write(
        waitingRow.key(domain, caseId),
        { v: CASE_WAITING_FORMAT, ...next },
        {
          version: version - 1,
          expiresAtMs: clock.now() + (dueMs === null ? keptMs : Math.max(keptMs, KEPT_MS)),
          ...(dueMs !== null && { todo: { under: waitingRow.list(domain), at: placeAt(dueMs) } }),
        },
      );
      return written === null ? 'moved on' : 'saved';
    },
    async due(domain, untilMs, limit) {
      const range = { limit, until: placeAt(untilMs), belongs: (key: RowKey) => owns(waitingRow, key) };
      const found = await rows.todo.list(waitingRow.list(domain), range);
      return inParallel(found, AT_ONCE, async (todo) => ({
        todo,
        waiting: (await read(todo.key).catch(leaveToNewer))?.waiting ?? null,
      }));
    },
    async postpone(domain, { todo }, untilMs) {
      await rows.todo.move(waitingRow.list(domain), todo, placeAt(untilMs));
    },
  };
}
