import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { systemClock as clock } from '../../lib/base/clock.ts';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';
import { openLedger } from '../ledger-reader.ts';
import type { ClientFiles } from '../page.ts';
import { startConsole } from '../server.ts';
import { createLocalSource } from './local-source.ts';
import { createLocalSurroundings, type LocalSurroundingsParts } from './local-surroundings.ts';

export interface LocalConsoleOptions extends Pick<LocalSurroundingsParts, 'config' | 'standIns' | 'logs'> {
  readonly port: number;
  readonly cloud: LocalCloud;
  readonly files: ClientFiles;
}

const LOOK_EVERY_MS = 1_000;

/** The console of `npm start`. */
export async function startLocalConsole({ port, files, ...parts }: LocalConsoleOptions) {
  const { endpoints, outputs } = parts.cloud;
  const { aws: endpoint, region, operator: credentials } = endpoints;
  const client = new DynamoDBClient({ endpoint, region, credentials, maxAttempts: 2 });
  const table = { client, tableName: outputs.LedgerTableName ?? '', clock, random: Math.random };
  const home = { ...parts, ledger: openLedger(table), now: Date.now };
  const console = await startConsole({
    port,
    files,
    lookEveryMs: LOOK_EVERY_MS,
    startedBy: 'npm start',
    source: createLocalSource(home),
    surroundings: createLocalSurroundings(home),
  });
  return {
    url: console.url,
    close: () => {
      client.destroy();
      return console.close();
    },
  };
}

export type RunningLocalConsole = Awaited<ReturnType<typeof startLocalConsole>>;
