import { once } from 'node:events';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableDefinition } from '../../lib/config/table-definition.ts';
import { answerInserts } from './answer-inserts.ts';
import type { KnownResource } from './template.ts';
import { TemplateError } from './template-error.ts';

const require = createRequire(import.meta.url);
const dynalite = require('dynalite') as (options: object) => Server;
/** The store of dynalite, as dynalite itself finds it. */
const { Level } = createRequire(require.resolve('dynalite'))('level') as {
  Level: new (path: string) => { open(): Promise<void>; close(): Promise<void> };
};

type TableResource = KnownResource<'AWS::DynamoDB::Table'>;

/** DynamoDB in this process: in memory, or kept in a folder. Expiry is noted only, as rows may live for days in AWS. */
export async function startTables(region: string, dataDir?: string) {
  if (dataDir !== undefined) await checkFree(dataDir);
  const server = dynalite({ path: dataDir, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  answerInserts(server, dataDir === undefined ? undefined : join(dataDir, 'inserts.json'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let lastAskedMs = 0;
  server.on('request', () => {
    lastAskedMs = performance.now();
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: url, region, credentials });

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
    url,
    /** A table that is in no template is one of an earlier bridge. */
    partitionKeyOf: (table: string, index?: string): string =>
      partitionKeys.get(index === undefined ? table : `${table}/${index}`) ?? ofEarlierBridge(index),
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
      // A function that was ended left its last calls here. Closed under them, dynalite throws where we cannot catch it.
      while (performance.now() - lastAskedMs < QUIET_MS) await sleep(QUIET_MS / 5);
      server.closeAllConnections();
      const closed = new Promise((resolve) => server.close(resolve));
      await closed;
    },
  };
}

const QUIET_MS = 150;

const hashKeyIn = (schema: readonly { AttributeName?: string; KeyType?: string }[]): string =>
  schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';

const ofEarlierBridge = (index: string | undefined): string =>
  (tableDefinition.indexes.find(({ name }) => name === index) ?? tableDefinition).partitionKey.name;

const untilThere = (client: DynamoDBClient, TableName: string) =>
  waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.01, maxDelay: 1 }, { TableName });

/** Two clouds in one folder would lose each other's rows and messages. dynalite would only say that it is closed. */
async function checkFree(dataDir: string): Promise<void> {
  const store = new Level(dataDir);
  try {
    await store.open();
  } catch (problem) {
    const { code, message } = (problem as { cause?: { code?: string; message?: string } }).cause ?? {};
    throw new Error(
      code === 'LEVEL_LOCKED'
        ? `another local cloud is using ${dataDir}: stop it, or choose another folder`
        : `the folder ${dataDir} cannot be used: ${message ?? String(problem)}`,
    );
  }
  await store.close();
}

interface Keys {
  readonly KeySchema?: readonly object[] | undefined;
  readonly GlobalSecondaryIndexes?:
    | readonly { IndexName?: string | undefined; KeySchema?: readonly object[] | undefined }[]
    | undefined;
}

/** A table kept from an earlier run must have the keys of the template: its rows cannot be moved to others. */
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

/** A local cloud that was killed while it made a table. To dynalite it stays unmade, unless something is changed. */
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
