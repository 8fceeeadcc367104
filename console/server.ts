import { Hono } from 'hono';
import { addAtPath, drawPath } from '../local/stand-in-kit/private-address.ts';
import { serve } from '../local/stand-in-kit/serve.ts';
import { type ConsoleParts, createConsole } from './app.ts';
import { startPolling } from './poll-sources.ts';

export interface ConsoleOptions extends ConsoleParts {
  readonly port: number;
  /** How often it looks while a page is open. */
  readonly lookEveryMs: number;
  /** What printed its address: `npm start`. */
  readonly startedBy: string;
}

/** Starts the console, on this machine only. */
export async function startConsole({ port, lookEveryMs, startedBy, ...parts }: ConsoleOptions) {
  const made = createConsole(parts);
  const path = drawPath('/console');
  const { base, close } = await serve(atPath(made.app, path, startedBy), {
    port,
    guard: { pages: ['/', `${path}/`] },
  });
  const stopPolling = startPolling(made, lookEveryMs);
  // So that the first page finds the cases: of ten thousand, that takes a while. What fails now is tried again then.
  made.book.refresh().catch(() => {});
  return {
    /** With its key, so that no other user of this machine can click in it. */
    url: `${base}${path}/`,
    close: () => {
      stopPolling();
      made.hub.close();
      return close();
    },
  };
}

function atPath(surface: Hono, path: string, startedBy: string): Hono {
  // The page loads files next to it, so its own address ends in a slash.
  const app = new Hono({ strict: false });
  app.get(path, (c, next) => (new URL(c.req.url).pathname === path ? c.redirect(`${path}/`) : next()));
  addAtPath(app, path, { name: 'The console', surface });
  app.get('/', (c) =>
    c.text(`Open the address of the console that ${startedBy} printed: it is new each time.\n`, 403),
  );
  app.notFound((c) => c.json({ error: 'There is nothing here.' }, 404));
  return app;
}

export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;
