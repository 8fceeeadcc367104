import { linesOf, print, printAside } from '../../../lib/base/terminal.ts';
import { onStop } from '../../on-stop.ts';
import type { Flags } from './flags.ts';

const explain = (error: unknown, port: number): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} on 127.0.0.1 is in use already.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user.`;
  return `The server could not start: ${error instanceof Error ? error.message : String(error)}.`;
};

/** Starts a stand-in from the command line, prints its address, and stops it when told to. */
export const runMain = async <
  Options extends { readonly port?: number },
  Running extends { close(): Promise<void> },
>(
  flags: Flags<Options>,
  help: string,
  start: (options: Options) => Promise<Running>,
  describe: (running: Running, options: Options) => readonly string[],
): Promise<void> => {
  if (flags.kind === 'help') {
    print(...linesOf(help));
  } else if (flags.kind === 'bad') {
    printAside(...flags.problems);
    process.exitCode = 2;
  } else {
    const { options } = flags;
    try {
      const running = await start(options);
      print(...describe(running, options));
      onStop(() => void running.close().then(() => process.exit(0)));
    } catch (error) {
      printAside(explain(error, options.port ?? 0));
      process.exitCode = 1;
    }
  }
};
