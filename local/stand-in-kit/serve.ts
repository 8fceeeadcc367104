import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createPortGuard, type PortGuardOptions } from './port-guard.ts';

const HOST = '127.0.0.1';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

export interface ServeOptions extends ServerOptions {
  readonly port?: number | undefined;
  readonly guard?: PortGuardOptions;
}

/** Listens on this machine only, and behind the guard: no app that is served here can forget it. */
export const serve = async (
  app: { readonly fetch: Fetch },
  { port: wanted = 0, guard, ...serverOptions }: ServeOptions = {},
) => {
  const server = createAdaptorServer({ fetch: guarded(app.fetch, guard), serverOptions }) as Server;
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
        // Clients keep connections open for reuse, and streams never end on their own.
        server.closeAllConnections();
      }),
  };
};

function guarded(fetch: Fetch, options?: PortGuardOptions): Fetch {
  const refusalOf = createPortGuard(options);
  return (request, env) => {
    const { method = '', url = '', headers } = env.incoming as IncomingMessage;
    const error = refusalOf({ method, path: url.replace(/\?.*/s, ''), headers });
    return error === undefined ? fetch(request, env) : Response.json({ error }, { status: 403 });
  };
}
