/**
 * `npm run bench:action`: the function behind the buttons next to apps that do the same work with the SDKs of Slack and
 * Microsoft. All in turn in the same run, since machines differ: what counts is the ratio. `-- --part slack` or `teams`
 * runs one of them, `-- --quick` only tries whether it works.
 */
import { parseArgs } from 'node:util';
import { FULL, QUICK } from './action-figures.ts';
import { benchSlack } from './action-slack.ts';
import { benchTeams } from './action-teams.ts';
import { installPeers } from './install-peers.ts';

const { values } = parseArgs({
  options: { part: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
try {
  installPeers();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const rounds = values.quick ? QUICK : FULL;
if (values.quick) console.log('A quick run, to see whether it works: these are no figures.');
if (values.part !== 'teams') await benchSlack(rounds);
if (values.part !== 'slack') await benchTeams(rounds);
