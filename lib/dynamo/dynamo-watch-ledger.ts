import { watchRow } from '../ledger/case-rows.ts';
import type { Clock } from '../platform/clock.ts';
import { understood } from '../platform/read-versioned.ts';
import type { VersionedRows } from '../platform/versioned-rows.ts';
import { CASE_WATCH_FORMAT, readCaseWatch } from '../verdict/case-watch.ts';
import type { WatchLedger } from '../verdict/watch-ledger.ts';
import { KEPT_MS } from './verdict-row.ts';

export interface WatchLedgerParts {
  readonly rows: VersionedRows;
  readonly clock: Clock;
  /** How long it is kept after its last change: as long as what was decided. */
  readonly keptMs?: number | undefined;
}

/** Throws a RestsError for what this version does not understand. */
export const readWatch = (value: unknown) => understood(readCaseWatch(value));

export const createDynamoWatchLedger = ({
  rows,
  clock,
  keptMs = KEPT_MS,
}: WatchLedgerParts): WatchLedger => ({
  async load(domain, caseId) {
    const row = await rows.read(watchRow.key(domain, caseId));
    // The row's own version counts: erasing a person writes the row too, and knows nothing of what is in it.
    return row && { ...readWatch(row.value), version: row.version };
  },
  async save(next) {
    const written = await rows.write(
      watchRow.key(next.domain, next.caseId),
      { v: CASE_WATCH_FORMAT, ...next },
      { version: next.version - 1, expiresAtMs: clock.now() + keptMs },
    );
    return written === null ? 'moved on' : 'saved';
  },
});
