/**
 * `npm run bench -- action`: the function behind the buttons next to apps that do the same work with the SDKs of Slack and
 * Microsoft. All in turn in the same run, since machines differ: what counts is the ratio. `-- --part slack` or `teams`
 * runs one of them, `-- --quick` only tries whether it works.
 */
import { commandFlags, wrongFlags } from '../../lib/base/command-flags.ts';
import { FULL, QUICK } from './action-figures.ts';
import { benchSlack } from './action-slack.ts';
import { benchTeams } from './action-teams.ts';
import { installPeers } from './install-peers.ts';

const HELP = `Usage: npm run bench -- action [flags]

  --part PART   slack or teams (both)
  --quick       only tries whether it works
`;

const { values } = commandFlags(HELP, {
  part: { type: 'string' },
  quick: { type: 'boolean', default: false },
});
if (values.part !== undefined && !['slack', 'teams'].includes(values.part))
  wrongFlags(HELP, `--part is slack or teams, not "${values.part}".`);
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
