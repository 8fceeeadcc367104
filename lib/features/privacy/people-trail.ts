import { TRAIL_KEPT_AT_LEAST_MS } from '../../audit/audit-chain.ts';
import type { Answer } from '../../case/answer.ts';
import { readChainRow } from '../../dynamo/audit-rows.ts';
import { getAll } from '../../dynamo/dynamo-batches.ts';
import { type DynamoParts, queryPages } from '../../dynamo/dynamo-calls.ts';
import { all } from '../../dynamo/expressions.ts';
import { type Row, readNumber, readText, rowKey, text } from '../../dynamo/row-values.ts';
import { auditRow, chainRow, clickRow } from '../../ledger/trail-rows.ts';
import type { AuditEntry } from '../../verdict/answer-ledger.ts';
import { auditOf } from '../../verdict/audit.ts';
import type { PersonRow } from './forget.ts';

/** Whether steps of a decision are in its row alone: they are copied a moment later, and what failed then is tried again. */
export async function owesTrail(parts: DynamoParts, answer: Answer): Promise<boolean> {
  // Older ones may have been there, and have gone by themselves.
  const young = auditOf(answer).filter(({ atMs }) => atMs > parts.clock.now() - TRAIL_KEPT_AT_LEAST_MS);
  const keys = young.map((entry) => rowKey(auditRow.key(entry.domain, entry)));
  return (await getAll(parts, keys, '#pk, #sk')).length < keys.length;
}

/** The places of these entries in the chains of their days, and the clicks that they are of. */
export async function* proofsOf(parts: DynamoParts, trail: readonly PersonRow[]): AsyncGenerator<PersonRow> {
  for (const { domain, day, rows } of byDay(trail)) {
    const named = new Set(rows.map(({ sk }) => sk));
    const values = { ':pk': text(chainRow.partition(domain)), ':day': text(`${day}#`) };
    const condition = all('#pk = :pk', 'begins_with(#sk, :day)');
    for await (const page of queryPages(parts, { condition, values }, { ConsistentRead: true })) {
      const links = page.filter((row) => named.has(readText(row, 'of') ?? ''));
      yield* links.map((row) => proof(row, readChainRow(row)));
    }
    const clicks = rows.map(({ value }) => value as AuditEntry).filter(({ n }) => n === 0);
    // Before clicks had rows, one that was sent twice was in the trail twice.
    const ids = new Set(clicks.map(({ id }) => id));
    const keys = [...ids].map((id) => rowKey(clickRow.key(domain, id)));
    const found = await getAll(parts, keys, '#pk, #sk, #of, #expiresAtSeconds');
    yield* found.map((row) => proof(row, { of: readText(row, 'of') }));
  }
}

const proof = (row: Row, value: unknown): PersonRow => ({
  kind: 'proof',
  pk: readText(row, 'pk') ?? '',
  sk: readText(row, 'sk') ?? '',
  value,
  expiresAtMs: expiryOf(row),
});

export const expiryOf = (row: Row): number | null =>
  row.expiresAtSeconds ? readNumber(row, 'expiresAtSeconds') * 1_000 : null;

/** Entries of the trail by the chain that they are in. */
function byDay(trail: readonly PersonRow[]) {
  const days = new Map<string, { domain: string; day: string; rows: PersonRow[] }>();
  for (const row of trail) {
    const { domain, atMs } = row.value as AuditEntry;
    const day = new Date(atMs).toISOString().slice(0, 10);
    const group = days.get(row.pk) ?? { domain, day, rows: [] };
    days.set(row.pk, group);
    group.rows.push(row);
  }
  return days.values();
}
