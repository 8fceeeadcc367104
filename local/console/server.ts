import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { LocalCloud } from '../cloud/local-cloud.ts';
import { createConsole } from './app.ts';
import { openLedger } from './ledger-reader.ts';
import type { FunctionLogs } from './logs/function-logs.ts';
import type { ClientFiles } from './page.ts';
import { startPolling } from './poll-sources.ts';
import type { StandIns } from './stand-ins.ts';

export interface ConsoleOptions {
  readonly port: number;
  readonly config: BridgeConfig;
  readonly cloud: LocalCloud;
  readonly standIns: StandIns;
  readonly logs: FunctionLogs;
  readonly files: ClientFiles;
}

export interface RunningConsole {
  readonly url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts the console, on this machine only. */
export async function startConsole({ port, cloud, files, ...rest }: ConsoleOptions): Promise<RunningConsole> {
  const ledger = openLedger(cloud);
  const made = createConsole({ ...rest, cloud, ledger, now: Date.now }, files);
  const server = createAdaptorServer({ fetch: made.app.fetch }) as Server;
  const url = `http://${HOST}:${await listen(server, port)}/`;
  const stopPolling = startPolling(made);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        stopPolling();
        made.hub.close();
        ledger.close();
        server.close(() => resolve());
        // Streams never end by themselves.
        server.closeAllConnections();
      }),
  };
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
