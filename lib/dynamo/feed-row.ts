import type { Claim, FeedKey, FeedRow, Save } from '../feed/feed-ledger.ts';
import { feedRow } from '../ledger/item-rows.ts';
import { all, either, hasNoRow, isAsKnown, type Update, updateIf } from './expressions.ts';
import { json, number, type Row, readJson, readNumber, readText, rowKey, text } from './row-values.ts';

/** What DynamoDB allows for a row, less the room that the keys and the lease need. */
export const MAX_STATE_BYTES = 400 * 1024 - 4_096;

const hasNoLease = 'attribute_not_exists(#leaseHolder)';
const leaseIsMine = '#leaseHolder = :holder';
// Compared here, in milliseconds: time to live counts in seconds and may be days late.
const leaseIsOver = '#leaseExpiresAtMs <= :nowMs';
// A wrong clock wrote this lease. It would keep everyone away for as long as that clock is ahead.
const leaseIsTooLong = '#leaseExpiresAtMs > :longestMs';

const isFree = either(hasNoLease, leaseIsMine, leaseIsOver, leaseIsTooLong);
/** The version is the fence. The lease is checked too: a poller that has only read the row must not end another's lease. */
const conditionOf = ({ version }: Claim): string => (version === 0 ? hasNoRow : all(isAsKnown, isFree));

const setVersion = '#version = :next, #writeId = :writeId';
const setLease = '#leaseHolder = :holder, #leaseExpiresAtMs = :expiresAtMs';

export function claimUpdate(feed: FeedKey, claim: Claim, writeId: string): Update {
  const values = valuesOf(claim, writeId);
  return updateIf(
    { condition: conditionOf(claim), values },
    rowKey(feedRow.key(feed)),
    `SET ${setVersion}, ${setLease}`,
  );
}

export function saveUpdate(feed: FeedKey, save: Save, writeId: string): Update {
  const change = save.release
    ? `SET ${setVersion}, #state = :state REMOVE #leaseHolder, #leaseExpiresAtMs`
    : `SET ${setVersion}, #state = :state, ${setLease}`;
  const state = json(save.state, MAX_STATE_BYTES, `the state of feed ${feed.domain}/${feed.feed}`);
  const condition = conditionOf(save);
  const values = { ...valuesOf(save, writeId), ':state': state };
  return updateIf({ condition, values }, rowKey(feedRow.key(feed)), change);
}

const valuesOf = ({ holder, version, nowMs, leaseMs }: Claim, writeId: string): Row => ({
  ':version': number(version),
  ':next': number(version + 1),
  ':holder': text(holder),
  ':nowMs': number(nowMs),
  ':expiresAtMs': number(nowMs + leaseMs),
  ':longestMs': number(nowMs + 2 * leaseMs),
  ':writeId': text(writeId),
});

export function readFeedRow(row: Row): FeedRow {
  const holder = readText(row, 'leaseHolder');
  return {
    version: readNumber(row, 'version'),
    lease: holder === undefined ? null : { holder, expiresAtMs: readNumber(row, 'leaseExpiresAtMs') },
    state: readJson(row, 'state') ?? null,
  };
}
