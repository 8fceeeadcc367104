import type { RowKey, VersionedRow, VersionedRows } from '../platform/versioned-rows.ts';

/** As long as anybody could want: a channel says only once where it is. */
const KEPT_MS = 10 * 365 * 86_400_000;

/** What is known of the channels of Teams, a row for each. */
export const createChannelRows = <Known>(rows: VersionedRows, now: () => number) => ({
  load: (channel: string) => rows.read(rowOf(channel)) as Promise<VersionedRow<Known> | null>,
  /** False when another function has written the row meanwhile. */
  save: async (channel: string, known: Known, version: number): Promise<boolean> =>
    (await rows.write(rowOf(channel), known, { version, expiresAtMs: now() + KEPT_MS })) !== null,
});

const rowOf = (channel: string): RowKey => ({ pk: `teams#${channel}`, sk: 'place' });
