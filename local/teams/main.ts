import { printAside } from '../../lib/base/terminal.ts';
import { runMain } from '../stand-in-kit/command-line/run-main.ts';
import { HELP, readFlags } from './flags.ts';
import { startTeams } from './server.ts';

await runMain(
  readFlags(process.argv.slice(2)),
  HELP,
  (options) => startTeams({ ...options, log: printAside }),
  (teams, options) => [
    `listening on ${teams.serviceUrl}`,
    ...(options.control ? [`control ${teams.controlUrl}`] : []),
    `login ${teams.loginUrl}`,
    `keys ${teams.openIdUrl}`,
    `app id ${teams.appId}`,
    `tenant id ${teams.tenantId}`,
    // Only if it was generated here: the caller knows the one that came by flag.
    ...(options.password === undefined ? [`password ${teams.password}`] : []),
  ],
);
