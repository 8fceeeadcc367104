import { runMain } from '../stand-in-kit/command-line/run-main.ts';
import { HELP, readFlags } from './flags.ts';
import { startPostureApi } from './server.ts';

await runMain(readFlags(process.argv.slice(2)), HELP, startPostureApi, (server, { keys, control }) => [
  `listening on ${server.url}`,
  ...(control ? [`control ${server.controlUrl}`] : []),
  // Only if it was generated here: the caller knows keys that came by flag.
  ...(keys === undefined ? [`key ${server.keys[0]?.key}`] : []),
]);
