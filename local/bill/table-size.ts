import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../cloud/local-cloud.ts';
import { type Row, sizeOfRow } from '../cloud/meter/row-size.ts';

/** What DynamoDB adds to each stored row. */
const BYTES_OF_ROW = 100;

/** The size of all rows together. */
export async function sizeOfTable({ endpoints, outputs }: LocalCloud): Promise<number> {
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials });
  let bytes = 0;
  try {
    for await (const { Items = [] } of paginateScan({ client }, { TableName: outputs.LedgerTableName }))
      for (const row of Items) bytes += BYTES_OF_ROW + sizeOfRow(row as unknown as Row);
  } finally {
    client.destroy();
  }
  return bytes;
}
