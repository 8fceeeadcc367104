import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

const HOST = '127.0.0.1';

/** Listens on this machine only. */
export const serve = async (
  app: { readonly fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] },
  { port: wanted = 0, ...serverOptions }: ServerOptions & { readonly port?: number | undefined } = {},
) => {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server;
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, HOST, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
  return {
    server,
    port,
    base: `http://${HOST}:${port}`,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Clients keep connections open for reuse, and streams never end by themselves.
        server.closeAllConnections();
      }),
  };
};
