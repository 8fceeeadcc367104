import { onStop } from '../on-stop.ts';
import { HELP, readFlags } from './flags.ts';
import { startTeams } from './server.ts';

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
  const { options } = flags;
  try {
    const teams = await startTeams({ ...options, log: (line) => process.stderr.write(`${line}\n`) });
    process.stdout.write(`listening on ${teams.serviceUrl}\n`);
    process.stdout.write(`login ${teams.loginUrl}\nkeys ${teams.openIdUrl}\n`);
    process.stdout.write(`app id ${teams.appId}\ntenant id ${teams.tenantId}\n`);
    // Only when it was invented here: what came by flag is known to whoever gave it.
    if (options.password === undefined) process.stdout.write(`password ${teams.password}\n`);
    onStop(() => void teams.close().then(() => process.exit(0)));
  } catch (error) {
    process.stderr.write(`${explain(error, options.port ?? 0)}\n`);
    process.exitCode = 1;
  }
}
