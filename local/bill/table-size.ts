import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../cloud/local-cloud.ts';
import { type Row, sizeOfRow } from '../cloud/meter/row-size.ts';
import { ASSUMED } from './assumptions.ts';

/** What DynamoDB adds to each stored row. */
const BYTES_OF_ROW = 100;
const MONTH_SECONDS = ASSUMED.monthHours * 3_600;

export interface TableSize {
  readonly bytes: number;
  /** Of the rows that go one day: their bytes times the months until then. */
  readonly byteMonths: number;
  /** Of the rows that stay for ever. */
  readonly lasting: number;
}

/** The size of all rows together, and for how long they stay. */
export async function sizeOfTable({ endpoints, outputs }: LocalCloud, nowMs: number): Promise<TableSize> {
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials });
  let [bytes, byteMonths, lasting] = [0, 0, 0];
  try {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: outputs.LedgerTableName }))
      for (const row of Items) {
        const size = BYTES_OF_ROW + sizeOfRow(row as unknown as Row);
        const expires = row.expiresAtSeconds?.N;
        bytes += size;
        if (expires === undefined) lasting += size;
        else byteMonths += (size * Math.max(0, Number(expires) - nowMs / 1_000)) / MONTH_SECONDS;
      }
  } finally {
    client.destroy();
  }
  return { bytes, byteMonths, lasting };
}
