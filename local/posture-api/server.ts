import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { BASE_PATH, createPostureApp } from './app.ts';
import { startArrivals } from './arrivals.ts';
import { createDatedResponse } from './dated-response.ts';
import type { ApiKey, PostureApiOptions } from './settings.ts';

export type { PostureApiOptions } from './settings.ts';

const HOST = '127.0.0.1';

export type PostureApi = {
  /** Ends in `/api/v1/external`. */
  readonly url: string;
  readonly controlUrl: string;
  readonly port: number;
  /** The keys in use, for callers that let the server invent one. */
  readonly keys: readonly ApiKey[];
  close(): Promise<void>;
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Starts the reference server on this machine only; everything but the options' wishes has a default. */
export async function startPostureApi(
  options: PostureApiOptions & { readonly port?: number } = {},
): Promise<PostureApi> {
  const keys =
    options.keys === undefined || options.keys.length === 0
      ? [{ domain: 'acme', key: randomBytes(24).toString('base64url') }]
      : options.keys;
  const { app, service } = createPostureApp({ ...options, keys });
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { ServerResponse: createDatedResponse(service.clock) },
  }) as Server;
  const port = await listen(server, options.port ?? 0);
  const stopArrivals = startArrivals(service, options.arriveEverySeconds ?? 0);
  return {
    url: `http://${HOST}:${port}${BASE_PATH}`,
    controlUrl: `http://${HOST}:${port}/_control`,
    port,
    keys,
    close: () =>
      new Promise((resolve) => {
        stopArrivals();
        server.close(() => resolve());
        // Clients keep connections open for reuse; waiting for them would take minutes.
        server.closeAllConnections();
      }),
  };
}
