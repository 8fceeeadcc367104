import './quiet-sdk.ts';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { answerInserts } from '../../../local/cloud/answer-inserts.ts';
import { createTableIfMissing } from './create-table.ts';
import { LOCAL_CREDENTIALS } from './quiet-sdk.ts';

const dynalite = createRequire(import.meta.url)('dynalite') as (options: object) => Server;

export interface LocalTable {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** Every call made through the client, by operation. */
  readonly calls: Map<string, number>;
  stop(): Promise<void>;
}

/** DynamoDB in this process, with the table of the definition in it. */
export async function startDynalite(): Promise<LocalTable> {
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  answerInserts(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = new DynamoDBClient({ ...LOCAL_CREDENTIALS, endpoint: `http://127.0.0.1:${port}` });
  const calls = new Map<string, number>();
  client.middlewareStack.add(
    (next, context) => (args) => {
      const name = String(context.commandName);
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return next(args);
    },
    { step: 'initialize', name: 'countCalls' },
  );
  const tableName = 'ledger';
  await createTableIfMissing(client, tableName);
  calls.clear();
  return {
    client,
    tableName,
    calls,
    async stop() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
