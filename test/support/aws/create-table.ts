import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../../lib/ledger/table-definition.ts';

type Keyed =
  | Pick<typeof tableDefinition, 'partitionKey' | 'sortKey'>
  | (typeof tableDefinition.indexes)[number];

const keySchema = ({ partitionKey, sortKey }: Keyed) => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' as const },
  { AttributeName: sortKey.name, KeyType: 'RANGE' as const },
];

/** Makes the table of the definition. In AWS the stack does that. */
export async function createTableIfMissing(client: DynamoDBClient, tableName: string): Promise<void> {
  const keys = [tableDefinition, ...tableDefinition.indexes].flatMap((one) => [
    one.partitionKey,
    one.sortKey,
  ]);
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keySchema(tableDefinition),
        AttributeDefinitions: keys.map(({ name, type }) => ({ AttributeName: name, AttributeType: type })),
        GlobalSecondaryIndexes: tableDefinition.indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: index.projection },
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists(
    { client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 1 },
    { TableName: tableName },
  );
}
