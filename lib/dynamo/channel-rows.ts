import type { VersionedRow, VersionedRows } from '../base/versioned-rows.ts';
import { channelRow } from '../ledger/bridge-rows.ts';

/** What a chat said about its channels, a row for each. */
export const createChannelRows = <Known>(chat: string, rows: VersionedRows, now: () => number) => ({
  load: (channel: string) => rows.read(channelRow.key(chat, channel)) as Promise<VersionedRow<Known> | null>,
  /** False when another function has written the row meanwhile. */
  save: async (channel: string, known: Known, version: number): Promise<boolean> => {
    const expiresAtMs = now() + channelRow.keptMs;
    return (await rows.write(channelRow.key(chat, channel), known, { version, expiresAtMs })) !== null;
  },
});
