import { createDynamoWatchLedger } from '../../../lib/dynamo/dynamo-watch-ledger.ts';
import { createManualClock } from '../manual-clock.ts';
import { createMemoryVersionedRows } from './memory-versioned-rows.ts';

/** The real ledger on rows in memory. */
export const createMemoryWatchLedger = () =>
  createDynamoWatchLedger({ rows: createMemoryVersionedRows(), clock: createManualClock() });
