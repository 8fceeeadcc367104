import { understood } from '../../base/read-versioned.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { WithheldItem, WithheldPage } from '../../case/item-in-short.ts';
import { noteWithheld, withheldBy } from '../../dynamo/withheld-items.ts';
import { mutesRow, withheldRow } from '../../ledger/hidden-rows.ts';
import type { Mute } from './mute.ts';
import { endOf } from './mute.ts';
import type { Proposals } from './proposal.ts';
import { NO_PROPOSALS } from './proposal.ts';
import { MUTES_FORMAT, readMutes } from './saved-mutes.ts';

/** The mutes, and what they hid. */
export interface MuteLedger {
  /** All mutes that are not long over; empty if there were never any. */
  load(domain: string): Promise<SavedMutes>;
  /** False if another function was quicker. */
  save(domain: string, next: Omit<SavedMutes, 'version'>, version: number, nowMs: number): Promise<boolean>;
  /** Notes that a mute hid these. May repeat. */
  note(domain: string, muteId: string, items: readonly WithheldItem[], nowMs: number): Promise<void>;
  /** What a mute hid, the oldest first, page by page; behind the place where another reading ended, if one is given. */
  hiddenBy(domain: string, muteId: string, after?: string): AsyncIterable<WithheldPage>;
}

export interface SavedMutes {
  readonly mutes: readonly Mute[];
  readonly proposals: Proposals;
  readonly version: number;
}

/** How long after its end people can ask what a mute hid. */
const KEPT_MS = 30 * 86_400_000;
/** How many ended mutes are remembered. */
const MOST_OVER = 50;

export const createMuteLedger = (
  rows: Pick<VersionedRows, 'read' | 'write' | 'pages' | 'putAll'>,
): MuteLedger => ({
  async load(domain) {
    const row = await rows.read(mutesRow.key(domain));
    if (!row) return { mutes: [], proposals: NO_PROPOSALS, version: 0 };
    const { mutes, proposals = NO_PROPOSALS } = understood(readMutes(row.value));
    return { mutes, proposals, version: row.version };
  },
  async save(domain, { mutes, proposals }, version, nowMs) {
    // Only the latest of the ended and listed mutes: more would fill the row until nobody could end one.
    const over = mutes.filter((mute) => mute.listed && nowMs - endOf(mute) < KEPT_MS).slice(-MOST_OVER);
    const kept = mutes.filter((mute) => !mute.listed || over.includes(mute));
    const value = { v: MUTES_FORMAT, mutes: kept, ...(proposals !== NO_PROPOSALS && { proposals }) };
    return (
      (await rows.write(mutesRow.key(domain), value, { version, expiresAtMs: nowMs + mutesRow.keptMs })) !==
      null
    );
  },
  note: (domain, id, items, nowMs) => noteWithheld(rows, { domain, id }, items, nowMs + withheldRow.keptMs),
  hiddenBy: (domain, id, after) => withheldBy(rows, { domain, id }, after),
});
