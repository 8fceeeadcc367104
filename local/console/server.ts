import type { LocalCloud } from '../cloud/local-cloud.ts';
import { serve } from '../stand-in-kit/serve.ts';
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
  const { base, close } = await serve(made.app, { port, guard: { pages: ['/'] } });
  const stopPolling = startPolling(made);
  return {
    url: `${base}/`,
    close: () => {
      stopPolling();
      made.hub.close();
      ledger.close();
      return close();
    },
  };
}

export type RunningConsole = Awaited<ReturnType<typeof startConsole>>;
