import { onStop } from '../on-stop.ts';
import { HELP, readFlags } from './flags.ts';
import { startPostureApi } from './server.ts';

const explain = (error: unknown, port: number): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} on 127.0.0.1 is in use already.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user.`;
  return `The server could not start: ${error instanceof Error ? error.message : String(error)}.`;
};

const flags = readFlags(process.argv.slice(2));

if (flags.kind === 'help') {
  process.stdout.write(HELP);
} else if (flags.kind === 'bad') {
  for (const problem of flags.problems) process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
} else {
  try {
    const server = await startPostureApi(flags.options);
    process.stdout.write(`listening on ${server.url}\n`);
    if (flags.options.keys?.length === 0) process.stdout.write(`key ${server.keys[0]?.key}\n`);
    onStop(() => void server.close().then(() => process.exit(0)));
  } catch (error) {
    process.stderr.write(`${explain(error, flags.options.port ?? 0)}\n`);
    process.exitCode = 1;
  }
}
