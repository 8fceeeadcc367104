import { mutesRow, withheldRow } from '../ledger/hidden-rows.ts';
import { endOf } from '../mutes/mute.ts';
import type { MuteLedger } from '../mutes/mute-ledger.ts';
import { NO_PROPOSALS } from '../mutes/proposal.ts';
import { MUTES_FORMAT, readMutes } from '../mutes/saved-mutes.ts';
import { understood } from '../platform/read-versioned.ts';
import type { VersionedRows } from '../platform/versioned-rows.ts';
import { noteWithheld, withheldBy } from './withheld-items.ts';

/** What it hid can be asked for so long after it ended. */
const KEPT_MS = 30 * 86_400_000;
/** So many are remembered that are over. */
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
    // Of those that are over and listed only the last: else they would fill the row until nobody could end one.
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
