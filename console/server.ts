import { Hono } from 'hono';
import type { LocalCloud } from '../local/cloud/local-cloud.ts';
import { addAtPath, drawPath } from '../local/stand-in-kit/private-address.ts';
import { serve } from '../local/stand-in-kit/serve.ts';
import { createConsole } from './app.ts';
import { openLedger } from './ledger-reader.ts';
import type { ClientFiles } from './page.ts';
import { startPolling } from './poll-sources.ts';
import type { Sources } from './sources.ts';

export interface ConsoleOptions extends Pick<Sources, 'config' | 'standIns' | 'logs'> {
  readonly port: number;
  readonly cloud: LocalCloud;
  readonly files: ClientFiles;
}

/** Starts the console, on this machine only. */
export async function startConsole({ port, cloud, files, ...rest }: ConsoleOptions) {
  const ledger = openLedger(cloud);
  const made = createConsole({ ...rest, cloud, ledger, now: Date.now }, files);
  const path = drawPath('/console');
  const { base, close } = await serve(atPath(made.app, path), { port, guard: { pages: ['/', `${path}/`] } });
  const stopPolling = startPolling(made);
  return {
    /** With its key, so that no other user of this machine can click in it. */
    url: `${base}${path}/`,
    close: () => {
      stopPolling();
      made.hub.close();
      ledger.close();
      return close();
    },
  };
}

function atPath(surface: Hono, path: string): Hono {
  // A page asks for what is beside it, so its own address ends in a slash.
  const app = new Hono({ strict: false });
  app.get(path, (c, next) => (new URL(c.req.url).pathname === path ? c.redirect(`${path}/`) : next()));
  addAtPath(app, path, { name: 'The console', surface });
  app.get('/', (c) =>
    c.text('Open the address of the console that npm start printed: it is new each time.\n', 403),
  );
  app.notFound((c) => c.json({ error: 'There is nothing here.' }, 404));
  return app;
}

export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;
