import { type ChainLink, type KeptEntry, linkAll, type Seal } from '../audit/audit-chain.ts';
import { auditRow, chainRow, clickRow } from '../ledger/trail-rows.ts';
import type { AuditEntry } from '../verdict/answer-ledger.ts';
import { expiryOf, KEPT_MS } from './row-expiry.ts';
import { json, number, type Row, readJson, readNumber, readText, rowKey, text } from './row-values.ts';

const CHAIN_FORMAT = 1;
const MAX_ENTRY_BYTES = 100 * 1024;
const MAX_SEAL_BYTES = 1_024;

/** Its expiry counts from the event itself, so that a later copy is the same row. */
export const entryRow = (entry: AuditEntry, keptMs = KEPT_MS): Row => ({
  ...rowKey(auditRow.key(entry.domain, entry)),
  entry: json(entry, MAX_ENTRY_BYTES, 'an entry of the audit trail'),
  expiresAtSeconds: number(expiryOf(entry.atMs, keptMs)),
});

export const readAuditEntry = (text: string): AuditEntry => JSON.parse(text) as AuditEntry;

/** An entry that is to be added, with the rows that say whether it is there already. */
export interface NewEntry {
  readonly entry: AuditEntry;
  readonly row: Row;
  /** For a click that changed nothing. Every other entry has its time already. */
  readonly click: Row | null;
}

export function newEntry(entry: AuditEntry, keptMs?: number): NewEntry {
  const row = entryRow(entry, keptMs);
  const { expiresAtSeconds = number(0), sk = text('') } = row;
  const click =
    entry.n === 0 ? { ...rowKey(clickRow.key(entry.domain, entry.id)), of: sk, expiresAtSeconds } : null;
  return { entry, row, click };
}

export const keptEntry = (row: Row): KeptEntry => ({
  key: readText(row, 'sk') ?? '',
  text: readText(row, 'entry') ?? '',
});

/** A name for the key of a row. */
export const nameOf = ({ pk, sk }: Row): string => `${pk?.S} ${sk?.S}`;

/** The rows for these entries of one day, and the new end of the chain. */
export function rowsOf(
  { domain, day }: { readonly domain: string; readonly day: string },
  entries: readonly NewEntry[],
  last: Seal | null,
): { rows: Row[]; end: ChainLink | undefined } {
  const links = linkAll(
    domain,
    day,
    entries.map(({ row }) => keptEntry(row)),
    last,
  );
  const rows = entries.flatMap(({ row, click }, index) => {
    const link = links[index] as ChainLink;
    return [row, ...(click ? [click] : []), linkRow(domain, link, row.expiresAtSeconds)];
  });
  return { rows, end: links.at(-1) };
}

const linkRow = (
  domain: string,
  { day, seq, of, hash, before }: ChainLink,
  expiresAtSeconds = number(0),
): Row => ({
  ...rowKey(chainRow.key(domain, day, seq)),
  v: number(CHAIN_FORMAT),
  of: text(of),
  hash: text(hash),
  ...(before && { before: json(before, MAX_SEAL_BYTES, 'the end of an earlier day') }),
  expiresAtSeconds,
});

export function readChainRow(row: Row): ChainLink {
  const [day = '', seq] = readText(row, 'sk')?.split('#') ?? [];
  return {
    day,
    seq: Number(seq),
    of: readText(row, 'of') ?? '',
    hash: readText(row, 'hash') ?? '',
    before: (readJson(row, 'before') as Seal | undefined) ?? null,
  };
}

/** A newer version may chain its rows in another way, so this version must not continue its chain. */
export const isKnownLink = (row: Row): boolean => readNumber(row, 'v') <= CHAIN_FORMAT;
