import {
  type AttributeValue,
  BatchWriteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../../../local/cloud/local-cloud.ts';
import { startTables } from '../../../local/cloud/tables.ts';

export type Row = Record<string, AttributeValue>;

/** What a backup of the table would hold now. */
export async function readRows({ endpoints, outputs }: LocalCloud): Promise<Row[]> {
  const client = new DynamoDBClient({
    endpoint: endpoints.aws,
    region: endpoints.region,
    credentials: endpoints.operator,
  });
  const rows: Row[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: outputs.LedgerTableName }))
    rows.push(...Items);
  client.destroy();
  return rows;
}

/** As DynamoDB restores: a new table of another name, with the same keys, indexes and rows, and nothing else. */
export async function restoreTable(
  { template, endpoints: { region } }: LocalCloud,
  rows: readonly Row[],
  { name, dataDir }: { name: string; dataDir: string },
): Promise<void> {
  const [original] = template.of('AWS::DynamoDB::Table');
  if (!original) throw new Error('the stack has no table of its own');
  const tables = await startTables(region, dataDir);
  await tables.create({ ...original, identity: { ref: name, attributes: {} } });
  for (let at = 0; at < rows.length; at += 25) {
    const puts = rows.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } }));
    await tables.client.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
  }
  await tables.stop();
}
