import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../lib/ledger/table-definition.ts';
import { openDynalite } from './dynalite.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

type TableResource = KnownResource<'AWS::DynamoDB::Table'>;

/** DynamoDB in this process: in memory, or in a folder. Expiry is ignored, because in AWS rows may stay for days too. */
export async function startTables(region: string, dataDir?: string) {
  const { ask, close } = await openDynalite(dataDir);
  const client = new DynamoDBClient({
    region,
    credentials: { accessKeyId: 'unasked', secretAccessKey: 'unasked' },
    requestHandler: {
      async handle({ headers, body }: { headers: Record<string, string>; body?: Uint8Array }) {
        const { status, ...answer } = await ask(headers, Buffer.concat(body ? [body] : []));
        return { response: { statusCode: status, ...answer } as never };
      },
    },
  });

  const partitionKeys = new Map<string, string>();
  const noteKeys = (
    TableName: string,
    { KeySchema = [], GlobalSecondaryIndexes = [] }: TableResource['properties'],
  ) => {
    partitionKeys.set(TableName, hashKeyIn(KeySchema));
    for (const { IndexName, KeySchema: keys } of GlobalSecondaryIndexes)
      partitionKeys.set(`${TableName}/${IndexName}`, hashKeyIn(keys ?? []));
  };

  return {
    /** A table that is in no template belongs to an earlier bridge. */
    partitionKeyOf: (table: string, index?: string): string =>
      partitionKeys.get(index === undefined ? table : `${table}/${index}`) ?? ofEarlierBridge(index),
    /** One call, by its headers and its body. The caller's rights must have been checked before. */
    ask,
    /** For what AWS itself does. */
    client,
    async create({ logicalId, identity: { ref: TableName }, properties }: TableResource): Promise<void> {
      const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = properties;
      noteKeys(TableName, properties);
      if (await keptAs(client, TableName, { KeySchema, GlobalSecondaryIndexes }, logicalId)) return;
      const command = new CreateTableCommand({
        TableName,
        KeySchema,
        AttributeDefinitions,
        BillingMode: 'PAY_PER_REQUEST',
        ...(GlobalSecondaryIndexes.length > 0 && {
          GlobalSecondaryIndexes: GlobalSecondaryIndexes as never,
        }),
      });
      await client.send(command).catch((problem: Error) => {
        throw new TemplateError(logicalId, `DynamoDB refuses this table: ${problem.message}`);
      });
      await untilThere(client, TableName);
    },
    async stop(): Promise<void> {
      client.destroy();
      await close();
    },
  };
}

export type LocalTables = Awaited<ReturnType<typeof startTables>>;

const hashKeyIn = (schema: readonly { AttributeName?: string; KeyType?: string }[]): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';

const ofEarlierBridge = (index: string | undefined): string =>
  (tableDefinition.indexes.find(({ name }) => name === index) ?? tableDefinition).partitionKey.name;

const untilThere = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 1 }, { TableName });

interface Keys {
  readonly KeySchema?: readonly object[] | undefined;
  readonly GlobalSecondaryIndexes?:
    | readonly { IndexName?: string | undefined; KeySchema?: readonly object[] | undefined }[]
    | undefined;
}

/** A table from an earlier run must have the keys of the template: its rows cannot be moved to others. */
async function keptAs(
  client: DynamoDBClient,
  TableName: string,
  wanted: Keys,
  logicalId: string,
): Promise<boolean> {
  try {
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName }));
    if (keysOf(Table) !== keysOf(wanted)) {
      throw new TemplateError(
        logicalId,
        'the kept data has this table with other keys: choose another folder',
      );
    }
    if (Table.TableStatus === 'CREATING') await finish(client, TableName, wanted);
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** A local cloud was killed while it created a table. For dynalite it stays unfinished, unless something is changed. */
async function finish(client: DynamoDBClient, TableName: string, { GlobalSecondaryIndexes = [] }: Keys) {
  const ProvisionedThroughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 }; // noted
  const changed = new UpdateTableCommand({
    TableName,
    BillingMode: 'PROVISIONED',
    ProvisionedThroughput,
    ...(GlobalSecondaryIndexes.length > 0 && {
      GlobalSecondaryIndexUpdates: GlobalSecondaryIndexes.map(({ IndexName }) => ({
        Update: { IndexName, ProvisionedThroughput },
      })),
    }),
  });
  await client.send(changed);
  await untilThere(client, TableName);
}

const keysOf = ({ KeySchema = [], GlobalSecondaryIndexes = [] }: Keys): string =>
  JSON.stringify([
    KeySchema,
    GlobalSecondaryIndexes.map((index) => `${index.IndexName}${JSON.stringify(index.KeySchema)}`).sort(),
  ]);
