import type { ArchiveNotes } from '../audit/archive-trail.ts';
import { archivedRow } from '../ledger/trail-rows.ts';
import { type DynamoParts, queryRows } from './dynamo-calls.ts';
import { insertAll } from './dynamo-inserts.ts';
import { number, readNumber, readText, rowKey, text } from './row-values.ts';

const FORMAT = 1;
/** DynamoDB may expire rows days late. Without its note, the rest of a day would look like the whole day. */
const SPARE_MS = 30 * 86_400_000;
const inPartition = '#pk = :pk';

/** What was archived, in the rows of one bucket: another bucket gets everything from the beginning. */
export function createDynamoArchiveNotes(parts: DynamoParts, bucket: string): ArchiveNotes {
  return {
    async of(domain) {
      const values = { ':pk': text(archivedRow.partition(bucket, domain)) };
      const rows = await queryRows(parts, { condition: inPartition, values }, { ConsistentRead: true });
      return rows.map((row) => {
        const [day = '', seq = '', hash = ''] = readText(row, 'sk')?.split('#') ?? [];
        return { day, seq: Number(seq), hash, keptUntilMs: readNumber(row, 'keptUntilMs') };
      });
    },
    async add(domain, { keptUntilMs, ...seal }) {
      const row = {
        ...rowKey(archivedRow.key(bucket, { domain, ...seal })),
        v: number(FORMAT),
        keptUntilMs: number(keptUntilMs),
        expiresAtSeconds: number(Math.floor((keptUntilMs + SPARE_MS) / 1_000)),
      };
      // If the note is there already, another function was quicker and wrote the same.
      await insertAll(parts, [row]);
    },
  };
}
