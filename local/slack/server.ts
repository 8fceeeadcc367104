import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createSlackApp } from './app.ts';
import type { Handles } from './handles.ts';
import type { Service } from './service.ts';
import type { SlackOptions } from './settings.ts';

export type { SlackOptions } from './settings.ts';

const HOST = '127.0.0.1';

export type Slack = Handles & {
  /** The base of the Web API; ends in `/api/`. */
  readonly url: string;
  readonly controlUrl: string;
  readonly port: number;
  readonly botToken: string;
  readonly signingSecret: string;
  readonly teamId: string;
  readonly appId: string;
  readonly botUserId: string;
  /** People, groups and channels as they are. */
  readonly directory: Service['directory'];
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

/** Starts a Slack of our own, on this machine only. */
export async function startSlack(options: SlackOptions & { readonly port?: number } = {}): Promise<Slack> {
  const { app, service, handles } = createSlackApp(options);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const port = await listen(server, options.port ?? 0);
  const base = `http://${HOST}:${port}`;
  service.setBaseUrl(base);
  const { identity, token, directory } = service;
  return {
    ...handles,
    url: `${base}/api/`,
    controlUrl: `${base}/control`,
    port,
    botToken: token.token,
    signingSecret: identity.signingSecret,
    teamId: identity.teamId,
    appId: identity.appId,
    botUserId: identity.botUserId,
    directory,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Clients keep connections open for reuse, and the console's stream never ends by itself.
        server.closeAllConnections();
      }),
  };
}
