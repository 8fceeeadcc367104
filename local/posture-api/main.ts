import { runMain } from '../stand-in-kit/command-line/run-main.ts';
import { HELP, readFlags } from './flags.ts';
import { startPostureApi } from './server.ts';

await runMain(readFlags(process.argv.slice(2)), HELP, startPostureApi, (server, { keys, control }) => [
  `listening on ${server.url}`,
  ...(control ? [`control ${server.controlUrl}`] : []),
  // Only when it was invented here: the caller knows those that came by flag.
  ...(keys === undefined ? [`key ${server.keys[0]?.key}`] : []),
]);
