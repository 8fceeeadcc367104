import { understood } from '../../base/read-versioned.ts';
import type { VersionedRows } from '../../base/versioned-rows.ts';
import type { WithheldItem, WithheldPage } from '../../case/item-in-short.ts';
import { APPROVE_WITHIN_MS } from '../../config/approval-deadline.ts';
import { noteWithheld, withheldBy } from '../../dynamo/withheld-items.ts';
import { mutesRow, withheldRow } from '../../ledger/withheld-rows.ts';
import { endOf, isWaiting, type Mute, type WaitingMute } from './mute.ts';
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
  /** Those that wait for a second person, and of those that nobody approved the last. */
  readonly waiting: readonly WaitingMute[];
  readonly proposals: Proposals;
  readonly version: number;
}

/** How long after its end people can ask what a mute hid. */
const KEPT_MS = 30 * 86_400_000;
/** How many mutes are remembered that ended, and how many that nobody approved. */
const MOST_OVER = 50;
const MOST_UNAPPROVED = 10;
/** What the row may take with those. DynamoDB takes 400 KB, and ending a mute has to fit, whatever is remembered. */
const MOST_BYTES = 300_000;

export const createMuteLedger = (
  rows: Pick<VersionedRows, 'read' | 'write' | 'pages' | 'putAll'>,
): MuteLedger => ({
  async load(domain) {
    const row = await rows.read(mutesRow.key(domain));
    if (!row) return { mutes: [], waiting: [], proposals: NO_PROPOSALS, version: 0 };
    const { mutes, waiting = [], proposals = NO_PROPOSALS } = understood(readMutes(row.value));
    return { mutes, waiting, proposals, version: row.version };
  },
  async save(domain, next, version, nowMs) {
    const value = keptOf(next, nowMs);
    return (
      (await rows.write(mutesRow.key(domain), value, { version, expiresAtMs: nowMs + mutesRow.keptMs })) !==
      null
    );
  },
  note: (domain, id, items, nowMs) => noteWithheld(rows, { domain, id }, items, nowMs + withheldRow.keptMs),
  hiddenBy: (domain, id, after) => withheldBy(rows, { domain, id }, after),
});

/** Only the latest of what is over and listed: more would fill the row until nobody could end a mute. */
function keptOf({ mutes, waiting, proposals }: Omit<SavedMutes, 'version'>, nowMs: number): object {
  const unlisted = mutes.filter(({ listed }) => !listed);
  const open = waiting.filter((one) => isWaiting(one, nowMs));
  let room = MOST_BYTES - bytesOf([unlisted, open, proposals]);
  const fits = (one: Mute): boolean => {
    room -= bytesOf(one);
    return room > 0;
  };
  const closed = waiting
    .filter((one) => !open.includes(one) && nowMs - one.atMs < 2 * APPROVE_WITHIN_MS)
    .slice(-MOST_UNAPPROVED)
    .filter(fits);
  const over = mutes
    .filter((mute) => mute.listed && nowMs - endOf(mute) < KEPT_MS)
    .slice(-MOST_OVER)
    .toReversed()
    .filter(fits);
  const asked = [...open, ...closed];
  return {
    v: MUTES_FORMAT,
    mutes: mutes.filter((mute) => !mute.listed || over.includes(mute)),
    ...(asked.length > 0 && { waiting: asked }),
    ...(proposals !== NO_PROPOSALS && { proposals }),
  };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
