import type { RowKey, VersionedRow, VersionedRows } from '../platform/versioned-rows.ts';

/** As long as anybody could want: a channel says only once where it is. */
const KEPT_MS = 10 * 365 * 86_400_000;

/** What a chat said about its channels, a row for each. */
export const createChannelRows = <Known>(chat: string, rows: VersionedRows, now: () => number) => ({
  load: (channel: string) => rows.read(rowOf(chat, channel)) as Promise<VersionedRow<Known> | null>,
  /** False when another function has written the row meanwhile. */
  save: async (channel: string, known: Known, version: number): Promise<boolean> =>
    (await rows.write(rowOf(chat, channel), known, { version, expiresAtMs: now() + KEPT_MS })) !== null,
});

const rowOf = (chat: string, channel: string): RowKey => ({ pk: `${chat}#${channel}`, sk: 'place' });
