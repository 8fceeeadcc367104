import { createHash } from 'node:crypto';
import type { AlikeWindow } from '../alike/alike.ts';
import type { ItemInShort } from '../chats/shared/item-in-short.ts';
import type { DeliveryKey } from '../delivery/delivery.ts';
import type { FeedKey } from '../feed/feed-ledger.ts';
import type { Sign, SignList } from '../health/signs.ts';
import type { MutedItem } from '../mutes/mute.ts';
import type { RowKey } from '../platform/versioned-rows.ts';
import type { ChainHead } from '../verdict/audit-chain.ts';
import { type Row, readText, text } from './row-values.ts';

/** Where an entry of the audit trail stands. `n` counts the entries of a case. */
interface AuditEntryKey {
  readonly atMs: number;
  readonly caseId: string;
  readonly n: number;
  readonly id: string;
}

const MAX_KEY_BYTES = 2_048;
/** Two of these and a time fit in the 1,024 bytes of a sort key. */
const MAX_SORTED_BYTES = 400;
const HASHED = 'sha256:';

export const feedRowKey = (feed: FeedKey): Row => keyOf(`feed#${feedName(feed)}`, 'feed');
/** A partition per item: a burst of new items spreads over the table. */
export const itemRowKey = (feed: FeedKey, id: string): Row =>
  seenKeyIn(prefixed(`item#${feedName(feed)}#`, id));
/** That of the item to which a partition belongs. */
export const seenKeyIn = (pk: string): Row => keyOf(pk, 'seen');
/** In the partition of the case, so that one query reads all that is known of it. */
export const caseRowKey = (domain: string, caseId: string, sk: string): Row => ({
  ...itemRowKey({ domain, feed: 'cases' }, caseId),
  sk: text(sk),
});
/** A partition per day; within it by time, then by case, then as they happened. */
export const auditRowKey = (domain: string, at: AuditEntryKey): Row =>
  keyOf(
    auditPartition(domain, at.atMs),
    [
      new Date(at.atMs).toISOString(),
      sortable(at.caseId),
      String(at.n).padStart(6, '0'),
      sortable(at.id),
    ].join('#'),
  );
export const auditPartition = (domain: string, atMs: number): string =>
  `audit#${escaped(domain)}#${new Date(atMs).toISOString().slice(0, 10)}`;
/** The chains of a domain's days in one partition, in order, so that one query finds where the last one stands. */
export const chainPartition = (domain: string): string => `chain#${escaped(domain)}`;
export const chainRowKey = (domain: string, day: string, seq: number): Row =>
  keyOf(chainPartition(domain), `${day}#${String(seq).padStart(8, '0')}`);
/** A click that is in the trail and changed nothing. Its repeats come at other times, and must not be there again. */
export const clickRowKey = (domain: string, clickId: string): Row =>
  keyOf(prefixed(`click#${escaped(domain)}#`, clickId), 'click');
/** The days that are in the archive, by where their chains stood: a day that was added to is there again. */
export const archivedPartition = (bucket: string, domain: string): string =>
  `archived#${escaped(bucket)}#${escaped(domain)}`;
export const archivedRowKey = (bucket: string, { domain, day, seq, hash }: ChainHead): Row =>
  keyOf(archivedPartition(bucket, domain), `${day}#${String(seq).padStart(8, '0')}#${hash}`);
/** What is remembered of cases, to count them; and what was decided about them. */
export const pastPartition = (domain: string): string => `past#${escaped(domain)}`;
export const outcomePartition = (domain: string): string => `outcome#${escaped(domain)}`;
/** What is muted in a domain. */
export const mutesRow = (domain: string): RowKey => ({ pk: `mutes#${escaped(domain)}`, sk: 'mutes' });
/** What a mute hid, by when it was created. */
export const hiddenPartition = (domain: string, muteId: string): string =>
  `muted#${escaped(domain)}#${escaped(muteId)}`;
export const hiddenRow = (domain: string, { muteId, createdAtMs, feed, id }: MutedItem): RowKey => ({
  pk: hiddenPartition(domain, muteId),
  sk: byCreation({ createdAtMs, feed, id }),
});
const byCreation = ({ createdAtMs, feed, id }: Pick<MutedItem, 'createdAtMs' | 'feed' | 'id'>): string =>
  [new Date(Math.max(0, createdAtMs)).toISOString(), feed, sortable(id)].join('#');

/** The last window of items that are alike, by the hash of what they have in common. */
export const windowRow = (domain: string, key: string): RowKey => ({
  pk: `alike#${escaped(domain)}#${escaped(key)}`,
  sk: 'window',
});
export const FOLDED_PREFIX = 'folded#';
/** The windows that have not listed yet what they folded, of all domains. */
export const FOLDED_LIST = 'folded';
/** What a window folded, by when it was created; and the window itself, until it is listed. */
export const foldedPartition = ({ domain, id }: Pick<AlikeWindow, 'domain' | 'id'>): string =>
  `${FOLDED_PREFIX}${escaped(domain)}#${escaped(id)}`;
export function readFoldedPartition(pk: string): { readonly domain: string; readonly id: string } {
  const [, domain = '', id = ''] = pk.split('#');
  return { domain: unescaped(domain), id: unescaped(id) };
}
export const foldedRow = (window: AlikeWindow, item: ItemInShort): RowKey => ({
  pk: foldedPartition(window),
  sk: `${FOLDED_ITEM_PREFIX}${byCreation(item)}`,
});
export const FOLDED_ITEM_PREFIX = 'item#';
export const listedRow = (window: Pick<AlikeWindow, 'domain' | 'id'>): RowKey => ({
  pk: foldedPartition(window),
  sk: 'window',
});
export const isListedRow = ({ pk, sk }: RowKey): boolean => pk.startsWith(FOLDED_PREFIX) && sk === 'window';
/** What the platform said of somebody. */
export const PERSONA_PREFIX = 'persona#';
export const personaRow = (domain: string, subjectId: string): RowKey => ({
  pk: prefixed(`${PERSONA_PREFIX}${escaped(domain)}#`, subjectId),
  sk: 'persona',
});
export const budgetRowKey = (key: string, kind: string): Row =>
  keyOf(`budget#${escaped(key)}#${kind}`, 'window');

/** A key of the bridge itself. */
export const bridgeKeyRowKey = (name: string): Row => keyOf(`key#${escaped(name)}`, 'key');

/** The item that a partition is of; null for another one, and for an id that is known by its hash alone. */
export function readItemPartition(pk: string): (FeedKey & { readonly id: string }) | null {
  const [, domain = '', feed = '', id = ''] = /^item#([^#]*)#(cases|threats)#(.+)$/s.exec(pk) ?? [];
  if (id === '' || id.startsWith(HASHED)) return null;
  return { domain: unescaped(domain), feed: feed as FeedKey['feed'], id };
}

export const DELIVERY_PREFIX = 'delivery#';
/** In the partition of the item itself, so that everything about it is found together. */
export const deliveryPartition = ({ domain, feed, id }: Omit<DeliveryKey, 'destination'>): string =>
  feed === 'cases' || feed === 'threats'
    ? (readText(itemRowKey({ domain, feed }, id), 'pk') ?? '')
    : prefixed(`${feed.slice(0, -1)}#${escaped(domain)}#`, id);
export const deliveryRow = (key: DeliveryKey): RowKey => ({
  pk: deliveryPartition(key),
  sk: `${DELIVERY_PREFIX}${key.destination}`,
});
/** Whether a row is one of those that say what is shown; at this destination, if one is given. */
export const isDeliveryRow = ({ pk, sk }: RowKey, destination?: string): boolean =>
  /^(item|notice|digest)#/.test(pk) &&
  (destination === undefined ? sk.startsWith(DELIVERY_PREFIX) : sk === `${DELIVERY_PREFIX}${destination}`);
export const HOOK_PREFIX = 'hook#';
/** What a webhook is told, in the partition of what it is about. */
export const hookRow = (key: DeliveryKey, eventId: string): RowKey => ({
  pk: deliveryPartition(key),
  sk: `${HOOK_PREFIX}${key.destination}#${eventId}`,
});
export const isHookRow = ({ pk, sk }: RowKey, destination: string): boolean =>
  /^(item|notice)#/.test(pk) && sk.startsWith(`${HOOK_PREFIX}${destination}#`);
/** What is still to be shown at a destination, or told to it. */
export const deliveryList = (destination: string): string => `deliver#${escaped(destination)}`;
export const eventRow = (domain: string, id: string): RowKey => ({
  pk: prefixed(`event#${escaped(domain)}#`, id),
  sk: 'case',
});
export const stormRow = (destination: string): RowKey => ({
  pk: `storm#${escaped(destination)}`,
  sk: 'storm',
});

export const closedRow = (destination: string): RowKey => ({
  pk: `closed#${escaped(destination)}`,
  sk: 'closed',
});

/** What a function noticed. Its own name comes first, so that it can be allowed to add no other. */
export const signRow = ({ by, what, subject, atMs }: Sign, id: string): RowKey => ({
  pk: `sign#${by}#${what}#${escaped(subject)}#${atMs}#${escaped(id)}`,
  sk: 'sign',
});
/** The list that it is on. */
export const signList = (list: SignList): string => (list === 'now' ? 'signs' : `signs#${list}`);
export function readSignKey({ pk, sk }: RowKey): Sign | null {
  const [kind, by, what, subject = '', atMs] = pk.split('#');
  if (kind !== 'sign' || sk !== 'sign' || !/^\d{1,15}$/.test(atMs ?? '')) return null;
  return { by, what, subject: unescaped(subject), atMs: Number(atMs) } as Sign;
}

export const feedName = ({ domain, feed }: FeedKey): string => `${domainName(domain)}#${feed}`;
/** A domain as a part of a key. */
export const domainName = (domain: string): string => escaped(domain);

export const isSameRow = (one: RowKey, other: RowKey): boolean => one.pk === other.pk && one.sk === other.sk;

const keyOf = (pk: string, sk: string): Row => ({ pk: text(pk), sk: text(sk) });

/** Without this, domain `a#cases` and an id that begins with `cases#` would share a row. */
export const escaped = (part: string): string => part.replaceAll('%', '%25').replaceAll('#', '%23');

const unescaped = (part: string): string => part.replaceAll('%23', '#').replaceAll('%25', '%');

/** Identifiers are the server's: one that does not fit in a key, or not in UTF-8, is known by its hash. */
export function prefixed(prefix: string, id: string): string {
  const key = prefix + id;
  const fits =
    Buffer.byteLength(key) <= MAX_KEY_BYTES && !/\p{Surrogate}/u.test(id) && !id.startsWith(HASHED);
  return fits ? key : `${prefix}${HASHED}${createHash('sha256').update(id, 'utf16le').digest('hex')}`;
}

/** The same for a part of a sort key. */
function sortable(id: string): string {
  const key = escaped(id);
  const fits = Buffer.byteLength(key) <= MAX_SORTED_BYTES && !/\p{Surrogate}/u.test(key);
  return fits && !key.startsWith(HASHED)
    ? key
    : `${HASHED}${createHash('sha256').update(id, 'utf16le').digest('hex')}`;
}
