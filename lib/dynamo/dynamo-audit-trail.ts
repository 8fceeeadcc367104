import type { ChainHead, ChainLink, KeptEntry } from '../audit/audit-chain.ts';
import { AwsError } from '../base/aws/aws-error.ts';
import { backoffMs } from '../base/backoff.ts';
import { chunk } from '../base/in-parallel.ts';
import { UnreadableError } from '../base/read-versioned.ts';
import { auditRow, chainRow } from '../ledger/trail-rows.ts';
import type { AuditEntry } from '../verdict/answer-ledger.ts';
import {
  isKnownLink,
  keptEntry,
  type NewEntry,
  nameOf,
  newEntry,
  readChainRow,
  rowsOf,
} from './audit-rows.ts';
import { getAll } from './dynamo-batches.ts';
import { type DynamoParts, queryPages, queryRows } from './dynamo-calls.ts';
import { insertAll } from './dynamo-inserts.ts';
import { all } from './expressions.ts';
import { type Row, text } from './row-values.ts';

/** Each entry takes three rows, and a transaction takes at most 100 rows and 4 MB. */
const AT_ONCE = { entries: 25, bytes: 1024 * 1024 };
/** As many functions may add to the same chain at once as verdict functions run. */
const MAX_ROUNDS = 16;
const MOST_KNOWN = 5_000;
const inPartition = '#pk = :pk';
const isOfDay = 'begins_with(#sk, :prefix)';
/** A key behind every row of this day. */
const endOfDay = (day: string): string => `${day}#~`;

export interface AuditTrailOptions {
  /** How long entries are kept, from what happened, and all that belongs to them. */
  readonly keptMs?: number | undefined;
}

/** The audit trail on DynamoDB. It is only ever added to: nothing here changes a row or takes one away. */
export function createDynamoAuditTrail(parts: DynamoParts, { keptMs }: AuditTrailOptions = {}) {
  const { clock, random } = parts;
  /** Entries that this process knows to be written, so that it does not look them up again with each step of a decision. */
  const known = new Set<string>();
  function remember(entries: readonly NewEntry[]): void {
    if (known.size > MOST_KNOWN) known.clear();
    for (const { row } of entries) known.add(nameOf(row));
  }

  /** The last link up to the end of this day, or the first link after it. */
  async function linkBeside(domain: string, day: string, side: '<' | '>'): Promise<ChainLink | null> {
    const values = { ':pk': text(chainRow.partition(domain)), ':end': text(endOfDay(day)) };
    const query = { ConsistentRead: true, ScanIndexForward: side === '>' };
    const [row] = await queryRows(
      parts,
      { condition: all(inPartition, `#sk ${side} :end`), values },
      query,
      1,
    );
    if (row && !isKnownLink(row)) throw new UnreadableError('the trail was chained by a newer version');
    return row ? readChainRow(row) : null;
  }

  /** Those of which neither the entry nor the click is there. */
  async function missingOf(entries: readonly NewEntry[]): Promise<NewEntry[]> {
    const keys = entries.flatMap(({ row, click }) => [keyIn(row), ...(click ? [keyIn(click)] : [])]);
    const found = new Set((await getAll(parts, keys, '#pk, #sk')).map(nameOf));
    const isThere = ({ row, click }: NewEntry) =>
      found.has(nameOf(row)) || (click !== null && found.has(nameOf(click)));
    remember(entries.filter(isThere));
    return entries.filter((one) => !isThere(one));
  }

  /**
   * Each round reads which entries are there and where the chain ends, and adds entries and links in one transaction. An
   * entry that is there is in the chain already. If the next place is taken, another function was quicker.
   */
  async function addTo(domain: string, day: string, entries: readonly NewEntry[]): Promise<ChainHead | null> {
    let head: ChainHead | null = null;
    const unknown = entries.filter(({ row }) => !known.has(nameOf(row)));
    // Entries are added and never overwritten, so at worst this adds nothing.
    let missing = unknown.length > 1 ? await missingOf(unknown) : unknown;
    for (let round = 1; round <= MAX_ROUNDS; ) {
      const [some] = chunk(missing, AT_ONCE.entries, AT_ONCE.bytes, ({ row }) => keptEntry(row).text.length);
      if (!some) return head;
      const { rows, end } = rowsOf({ domain, day }, some, await linkBeside(domain, day, '<'));
      if ((await insertAll(parts, rows)) === 'inserted') {
        if (end) head = { domain, day, seq: end.seq, hash: end.hash };
        remember(some);
        missing = missing.slice(some.length);
      } else {
        await clock.sleep(backoffMs(round++, random));
        missing = await missingOf(missing);
      }
    }
    throw new AwsError('throttled', `the trail of ${day} was added to by others each of ${MAX_ROUNDS} times`);
  }

  return {
    /** Adds what is not there yet; where the chains stand that grew. */
    async add(entries: readonly AuditEntry[]): Promise<ChainHead[]> {
      const heads: ChainHead[] = [];
      for (const { domain, day, of } of byDay(entries.map((entry) => newEntry(entry, keptMs)))) {
        const head = await addTo(domain, day, of);
        if (head) heads.push(head);
      }
      return heads;
    },
    async *entries(domain: string, day: string): AsyncGenerator<readonly KeptEntry[], void, undefined> {
      const values = { ':pk': text(auditRow.partition(domain, Date.parse(day))) };
      const pages = queryPages(parts, { condition: inPartition, values }, { ConsistentRead: true });
      for await (const rows of pages) if (rows.length > 0) yield rows.map(keptEntry);
    },
    async *links(domain: string, day: string): AsyncGenerator<readonly ChainLink[], void, undefined> {
      const values = { ':pk': text(chainRow.partition(domain)), ':prefix': text(`${day}#`) };
      const condition = { condition: all(inPartition, isOfDay), values };
      for await (const rows of queryPages(parts, condition, { ConsistentRead: true }))
        yield rows.map(readChainRow);
    },
    linkBeside,
  };
}

const keyIn = ({ pk = text(''), sk = text('') }: Row): Row => ({ pk, sk });
const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/** Each entry once, with those of its domain and day, as they came. */
function byDay(entries: readonly NewEntry[]) {
  const days = new Map<string, { domain: string; day: string; of: NewEntry[] }>();
  const known = new Set<string>();
  for (const one of entries) {
    const name = nameOf(one.click ?? one.row);
    if (known.has(name)) continue;
    known.add(name);
    const { domain, atMs } = one.entry;
    const partition = String(one.row.pk?.S);
    const group = days.get(partition) ?? { domain, day: dayOf(atMs), of: [] };
    days.set(partition, group);
    group.of.push(one);
  }
  return days.values();
}
