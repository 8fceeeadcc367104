import { printAside } from '../../lib/base/terminal.ts';
import { runMain } from '../stand-in-kit/command-line/run-main.ts';
import { HELP, readFlags } from './flags.ts';
import { startSlack } from './server.ts';

await runMain(
  readFlags(process.argv.slice(2)),
  HELP,
  (options) => startSlack({ ...options, log: printAside }),
  // Only secrets that were generated here: the caller knows those that came by flag.
  (slack, options) => [
    `listening on ${slack.url}`,
    ...(options.control ? [`control ${slack.controlUrl}`] : []),
    ...(options.botToken === undefined ? [`bot token ${slack.botToken}`] : []),
    ...(options.signingSecret === undefined ? [`signing secret ${slack.signingSecret}`] : []),
  ],
);
